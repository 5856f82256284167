package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"drafthorse/match"
)

// result is what the command ends with.
type result struct {
	Schema int    `json:"schema"`
	First  player `json:"first"`
	Second player `json:"second"`
	Seed   uint64 `json:"seed"`
	match.Result
	Test     *match.Tested `json:"sprt,omitempty"`
	Clock    string        `json:"clock,omitempty"`
	Thinking *thinking     `json:"thinking,omitempty"` // if there is a clock
	Faults   *faults       `json:"faults,omitempty"`   // if there are any
	Journal  string        `json:"journal,omitempty"`  // file with the games, to go on with
	PDN      string        `json:"pdn,omitempty"`      // file with the games

	over bool // all games have been played, or those that a test needs
}

// thinking is how long the players thought.
type thinking struct {
	First  moveTimes `json:"first"`
	Second moveTimes `json:"second"`
}

// moveTimes sums up how long a player took for its moves, the forced ones too.
type moveTimes struct {
	Moves int     `json:"moves"`
	Mean  float64 `json:"mean_ms"`
	Most  float64 `json:"most_ms"`
}

func (t *moveTimes) add(d time.Duration) {
	ms := float64(d.Microseconds()) / 1000
	t.Moves++
	t.Mean += (ms - t.Mean) / float64(t.Moves)
	t.Most = max(t.Most, ms)
}

// String writes t as in "18.5 ms a move, at most 20.9".
func (t *moveTimes) String() string {
	return fmt.Sprintf("%.1f ms a move, at most %.1f", t.Mean, t.Most)
}

// mostFaults is how many faults a result tells one by one.
const mostFaults = 10

// faults are the games that a player has lost away from the board.
type faults struct {
	First  int     `json:"first"`
	Second int     `json:"second"`
	Games  []fault `json:"games"` // the first ten
}

type fault struct {
	Game   int    `json:"game"`   // from 1
	Player string `json:"player"` // "first" or "second"
	Reason string `json:"reason"`
}

// count takes up what a game says of the players' times and faults. Its opening
// has so many plies.
func (r *result) count(g match.Game, opening int) {
	if r.Thinking != nil {
		for i, d := range g.Times {
			if whiteMoves := (opening+i)%2 == 0; whiteMoves == g.White {
				r.Thinking.First.add(d)
			} else {
				r.Thinking.Second.add(d)
			}
		}
	}
	if g.Fault == nil {
		return
	}
	if r.Faults == nil {
		r.Faults = new(faults)
	}
	f := fault{Game: g.Number + 1, Player: "first", Reason: g.Fault.Error()}
	if g.Points() == 0 {
		r.Faults.First++
	} else {
		f.Player = "second"
		r.Faults.Second++
	}
	if len(r.Faults.Games) < mostFaults {
		r.Faults.Games = append(r.Faults.Games, f)
	}
}

// faultRows prints the faults as rows of a table, each reason on one line.
func (r *result) faultRows(w io.Writer) {
	if r.Faults == nil {
		return
	}
	fmt.Fprintf(w, "faults\t%d of the first player, %d of the second\n", r.Faults.First, r.Faults.Second)
	for _, f := range r.Faults.Games {
		fmt.Fprintf(w, "\tgame %d, %s: %s\n", f.Game, f.Player, strings.Join(strings.Fields(f.Reason), " "))
	}
	if more := r.Faults.First + r.Faults.Second - len(r.Faults.Games); more > 0 {
		fmt.Fprintf(w, "\tand %d more\n", more)
	}
}

// said says in words what a test has found out.
func said(t match.Tested) string {
	words := map[match.Verdict]string{
		match.Open: fmt.Sprintf("undecided, more games would tell (decided at ±%.2f)", match.Bound),
		match.H0:   fmt.Sprintf("H0: the first player is not better by %g", t.Elo1),
		match.H1:   fmt.Sprintf("H1: the first player is better by more than %g", t.Elo0),
	}
	return fmt.Sprintf("normalised Elo %g or %g: LLR %.2f, %s", t.Elo0, t.Elo1, t.LLR, words[t.Verdict])
}

// table prints the result for a person.
func (r result) table(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "first\t%v\n", r.First)
	fmt.Fprintf(w, "second\t%v\n", r.Second)
	fmt.Fprintf(w, "score\t%v\n", r.Score)
	fmt.Fprintf(w, "normalised\tElo %v\n", r.NormalizedElo)
	fmt.Fprintf(w, "pairs\t%d of 0 points, %d of ½, %d of 1, %d of 1½, %d of 2\n", r.Pairs[0], r.Pairs[1], r.Pairs[2], r.Pairs[3], r.Pairs[4])
	if r.Test != nil {
		fmt.Fprintf(w, "test\t%s\n", said(*r.Test))
	}
	if r.Clock != "" {
		fmt.Fprintf(w, "clock\t%s; the first took %v, the second %v\n", r.Clock, &r.Thinking.First, &r.Thinking.Second)
	}
	r.faultRows(w)
	if r.Journal != "" {
		fmt.Fprintf(w, "journal\t%s\n", r.Journal)
	}
	if r.PDN != "" {
		fmt.Fprintf(w, "games\t%s\n", r.PDN)
	}
	return w.Flush()
}
