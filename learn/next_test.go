package learn

import (
	"bufio"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"drafthorse/match"
	"drafthorse/run"
	"drafthorse/store"
)

// TestNext reads testdata/next.txt, which says what its lines mean.
func TestNext(t *testing.T) {
	file, err := os.Open("testdata/next.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	c := smallConfig()
	c.Games, c.Training.Batch, c.Window.Uses, c.Window.HeldOut = 10, 16, 8, 2
	c.Match.Games, c.Monitor = 4, run.Monitor{Every: 2, Games: 2, Depths: []int{1, 3}}
	var title string
	var s *State
	steps := 0
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, "= "):
			title, s = line, NewState(c)
		case s == nil || line == "": // the preface
		case strings.HasPrefix(line, "->"):
			roles, goal, want := asked(t, line)
			if got := Next(s, roles, goal).String(); got != want {
				t.Errorf("next.txt:%d: %s: the next step is %q, want %q", number, title, got, want)
			}
			steps++
		default:
			if err := s.tell(line); err != nil {
				t.Fatalf("next.txt:%d: %v", number, err)
			}
		}
	}
	if steps < 40 || lines.Err() != nil {
		t.Errorf("%d steps, %v: want 40 or more", steps, lines.Err())
	}
}

var question = regexp.MustCompile(`^-> (both|play|train) +(net \d+|cycle \d+|games|now|none) +(.+)$`)

// asked returns the roles and the goal of a line, and the step that it wants.
func asked(t *testing.T, line string) (run.Roles, Goal, string) {
	t.Helper()
	m := question.FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("no question: %q", line)
	}
	roles := map[string]run.Roles{"both": run.Playing | run.Training, "play": run.Playing, "train": run.Training}[m[1]]
	kind, number, _ := strings.Cut(m[2], " ")
	n, _ := strconv.Atoi(number)
	goal := Goal{Nets: n}
	switch kind {
	case "cycle":
		goal.Cycle = true
	case "games":
		goal.Games = true
	case "now":
		goal = Goal{Nets: 1 << 30, Early: true}
	}
	return roles, goal, m[3]
}

var (
	aNet     = regexp.MustCompile(`^net (\d+)(?:, which saw (\d+) shards?)?$`)
	someGame = regexp.MustCompile(`^(\d+) games by net (\d+)(?: with (\d+) positions?(?:, (\d+) held out)?)?$`)
	aMatch   = regexp.MustCompile(`^(net \d+) scores (\d+) % against (.+) in (\d+) games$`)
)

// tell adds what a line says of a run.
func (s *State) tell(line string) error {
	var net int
	number := func(text string) int {
		n, _ := strconv.Atoi(text)
		return n
	}
	if m := aNet.FindStringSubmatch(line); m != nil {
		s.Add(store.Record{Kind: run.KindNet, Facts: store.Facts{Generation: number(m[1]), Seen: number(m[2])}})
		return nil
	}
	if m := someGame.FindStringSubmatch(line); m != nil {
		f := store.Facts{Games: number(m[1]), Generation: number(m[2]), Rows: 5 * number(m[1]), HeldOut: number(m[4])}
		if m[3] != "" {
			f.Rows = number(m[3])
		}
		s.Add(store.Record{Kind: run.KindShard, Facts: f})
		return nil
	}
	if m := aMatch.FindStringSubmatch(line); m != nil {
		result := match.Result{Score: match.Score{Wins: number(m[4])}, Share: float64(number(m[2])) / 100}
		s.Matches = append(s.Matches, run.MatchLine{First: m[1], Second: m[3], Visits: s.Config.Match.Visits, Result: result})
		return nil
	}
	if _, err := fmt.Sscanf(line, "annotated by net %d", &net); err == nil {
		s.Add(store.Record{Kind: run.KindAnnotated, Facts: store.Facts{Generation: net}})
		return nil
	}
	if _, err := fmt.Sscanf(line, "net %d is damaged", &net); err == nil {
		s.Unplayable = append(s.Unplayable, run.Player{Net: net})
		return nil
	}
	return fmt.Errorf("no record: %q", line)
}
