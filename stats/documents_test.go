package stats

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// wld are wins, draws and losses.
type wld [3]int

// knownPairs returns the pairs of the matches whose journals are published.
func knownPairs(t *testing.T) map[wld][]Sample {
	known := map[wld][]Sample{}
	files, err := filepath.Glob("../results/*/matches.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %v: want journals of matches", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			var m struct {
				Wins, Draws, Losses int
				Pairs               [5]int
			}
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			counts := wld{m.Wins, m.Draws, m.Losses}
			known[counts] = append(known[counts], OfPairs(m.Pairs))
		}
	}
	return known
}

// possible returns all samples of pairs that games can have been. There are few
// where nearly all are won.
func (c wld) possible() (list []Sample) {
	wins, draws, losses := c[0], c[1], c[2]
	for drawsTwice := 0; 2*drawsTwice <= draws; drawsTwice++ {
		for lossesTwice := 0; 2*lossesTwice <= losses; lossesTwice++ {
			for mixed := 0; mixed <= min(draws-2*drawsTwice, losses-2*lossesTwice); mixed++ {
				withDraw, withLoss := draws-2*drawsTwice-mixed, losses-2*lossesTwice-mixed
				if left := wins - withDraw - withLoss; left >= 0 && left%2 == 0 {
					list = append(list, OfPairs([5]int{lossesTwice, mixed, drawsTwice + withLoss, withDraw, left / 2}))
				}
			}
		}
	}
	return list
}

var (
	counted = regexp.MustCompile(`\+(\d+) =(\d+) -(\d+)(?:,\s([\d.]+ % \([\d.]+ to [\d.]+\)))?(?:(?:,\sElo| \|)\s([+-][\d∞]+\s\([+-][\d∞]+ to\s[+-][\d∞]+\)))?`)
	share   = regexp.MustCompile(`[\d.]+ % \([\d.]+ to [\d.]+\)`)
	pairsOf = regexp.MustCompile(`normalised  Elo (\S+ \(\S+ to \S+\))\npairs +(\d+) of 0 points, (\d+) of ½, (\d+) of 1, (\d+) of 1½, (\d+) of 2`)
)

// TestDocuments computes every interval of a share and of an Elo that stands
// beside its counts in the documents. The pairs are those that stand there, those
// of a published journal, or, in what a program has printed, any that agree with
// the counts. Other counts are of games one by one.
func TestDocuments(t *testing.T) {
	known := knownPairs(t)
	checked := 0
	for _, file := range []string{"README.md", "RESULTS.md", "DESIGN.md"} {
		text, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		document := string(text)
		for _, m := range pairsOf.FindAllStringSubmatch(document, -1) {
			var pairs [5]int
			for half := range pairs {
				pairs[half] = number(t, m[2+half])
			}
			s := OfPairs(pairs)
			if want := printedElo(s.NormalizedElo()); m[1] != want {
				t.Errorf("%s: normalised Elo %s of the pairs %v: want %s", file, m[1], pairs, want)
			}
			// The pairs stand below their own score.
			before := document[:strings.Index(document, m[0])]
			score := counted.FindAllStringSubmatch(before, -1)
			last := score[len(score)-1]
			counts := wld{number(t, last[1]), number(t, last[2]), number(t, last[3])}
			known[counts] = append(known[counts], s)
		}
		shares := 0
		for _, at := range counted.FindAllStringSubmatchIndex(document, -1) {
			group := func(i int) string {
				if at[2*i] < 0 {
					return ""
				}
				return strings.Join(strings.Fields(document[at[2*i]:at[2*i+1]]), " ")
			}
			shareText, eloText := group(4), group(5)
			if shareText == "" && eloText == "" {
				continue
			}
			counts := wld{number(t, group(1)), number(t, group(2)), number(t, group(3))}
			samples := known[counts]
			switch line := document[strings.LastIndex(document[:at[0]], "\n")+1 : at[0]]; {
			case len(samples) > 0:
			case strings.HasSuffix(line, "games: "), counts[1]+counts[2] == 0, counts[0]+counts[1] == 0:
				samples = counts.possible()
			default:
				samples = []Sample{OfGames(counts[0], counts[1], counts[2])}
			}
			if shareText != "" {
				shares++
				checked++
			}
			if eloText != "" {
				checked++
			}
			if !slices.ContainsFunc(samples, func(s Sample) bool {
				return (shareText == "" || shareText == printedShare(s.Share())) && (eloText == "" || eloText == printedElo(s.Elo()))
			}) {
				s := samples[0]
				t.Errorf("%s: +%d =%d -%d is said to be %q, %q: want %q, %q", file, counts[0], counts[1], counts[2],
					shareText, eloText, printedShare(s.Share()), printedElo(s.Elo()))
			}
		}
		if strings.Contains(document, " % ± ") {
			t.Errorf("%s has a share with a margin: want its interval, for it is not symmetric", file)
		}
		if all := len(share.FindAllString(document, -1)); all != shares {
			t.Errorf("%s has %d intervals of shares, %d of them with counts before them", file, all, shares)
		}
	}
	if checked < 80 {
		t.Errorf("%d intervals were checked: want all of them", checked)
	}
}

func number(t *testing.T, text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func printedShare(value, low, high float64) string {
	return fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*value, 100*low, 100*high)
}

func printedElo(value, low, high float64) string {
	number := func(elo float64) string {
		switch {
		case math.IsInf(elo, 1):
			return "+∞"
		case math.IsInf(elo, -1):
			return "-∞"
		}
		return fmt.Sprintf("%+.0f", elo)
	}
	return fmt.Sprintf("%s (%s to %s)", number(value), number(low), number(high))
}
