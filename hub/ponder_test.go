package hub

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"drafthorse/rules"
)

// patient is a search that goes on until it is told to end. One that is thorough
// does not look whether something long may be begun.
type patient struct{ thorough bool }

func (p patient) search(g *rules.Game, _ Level, w *watch) info {
	for !w.halt.Load() && (p.thorough || !w.enough.Load()) {
		time.Sleep(time.Millisecond)
	}
	return info{moves: g.Moves()[:1]}
}

func (patient) forget() {}

// stamped writes down when lines are written.
type stamped struct {
	begun time.Time
	done  time.Duration // when a done came
}

func (s *stamped) Write(text []byte) (int, error) {
	if strings.HasPrefix(string(text), "done ") {
		s.done = time.Since(s.begun)
	}
	return len(text), nil
}

// answered returns how long after the go a session answers it, if the lines come at
// these times. The clock is one that goes on only where everybody waits for it.
func answered(t *testing.T, s searcher, lines ...string) (after time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		out := &stamped{begun: time.Now()}
		e := testEngine()
		k := &session{engine: e, parameters: e.Parameters, game: rules.NewGame(rules.Start()), out: newOutbox(out), ready: true, searcher: s}
		k.net, _ = e.OpenNet("")
		in := make(chan received)
		ctx, cancel := context.WithCancel(t.Context())
		go k.loop(ctx, in)
		for _, line := range lines {
			at, text, _ := strings.Cut(line, " ")
			d, err := time.ParseDuration(at)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(d - time.Since(out.begun))
			in <- received{text: text}
			synctest.Wait()
		}
		time.Sleep(time.Hour)
		cancel()
		synctest.Wait()
		k.out.close()
		after = out.done
	})
	return after
}

// A move pondered on is answered when its time without pondering is over, counted
// from the beginning of the search, and never before ponder-hit.
func TestPonderedTimeCounts(t *testing.T) {
	const ms = time.Millisecond
	for _, level := range []string{"move-time=2", "time=60", "time=30 inc=1", "moves=3 time=9"} {
		var l Level
		line, err := ParseLine("level " + level)
		if err == nil {
			err = l.add(line)
		}
		if err != nil {
			t.Fatal(err)
		}
		soft, hard := l.clock().Budget(lag)
		for thorough, share := range map[bool]time.Duration{false: soft, true: hard} {
			s := patient{thorough}
			if got := answered(t, s, "0s level "+level, "0s go think"); got < share || got > share+2*ms {
				t.Errorf("%s: go think is answered after %v, want %v", level, got, share)
			}
			for _, hit := range []time.Duration{0, soft / 4, soft - 10*ms, soft, soft + 10*ms, hard + time.Second, time.Minute} {
				want := max(share, hit)
				if hit >= soft { // nothing is left
					want = hit
				}
				got := answered(t, s, "0s level "+level, "0s go ponder", fmt.Sprint(hit, " ponder-hit"))
				if got < want || got > want+2*ms {
					t.Errorf("%s: ponder-hit after %v is answered after %v, want %v (%v and %v without pondering)", level, hit, got, want, soft, hard)
				}
			}
		}
		if got, want := answered(t, patient{}, "0s level "+level, "0s go ponder", "1s stop"), time.Second; got < want || got > want+2*ms {
			t.Errorf("%s: stop after %v is answered after %v", level, want, got)
		}
	}
	// Without a limit of time a search that was pondered on goes on as any other.
	if got := answered(t, patient{}, "0s level infinite", "0s go ponder", "1s ponder-hit", "5s stop"); got < 5*time.Second || got > 5*time.Second+2*ms {
		t.Errorf("without a limit it is answered after %v, want 5s, at the stop", got)
	}
}
