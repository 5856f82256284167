package analysis

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"drafthorse/mcts"
	"drafthorse/net/shipped"
	"drafthorse/rules"
)

// A shot, a king's ending with forced moves and repetitions, an opening.
const several = `[FEN "W:WK50,K45,31:BK1,K2,16"] 1. 50-44 2-8 2. 44-50 8-2 3. 50-44 2-8 *`

// The last move repeats the position for the third time.
const repeated = `[FEN "W:WK50,K45,31:BK1,K2"] 1. 50-44 2-8 2. 44-50 8-2 3. 50-44 2-8 4. 44-50 8-2 *`

func findings(t *testing.T, f *Finder, text string) []Finding {
	t.Helper()
	list, err := f.Game(readGame(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func shippedFinder(visits int) *Finder {
	return NetFinder(Config{Limits: Limits{Visits: visits}, Search: mcts.DefaultConfig().ForPlay()}, shipped.Net(), tables())
}

// A finding is one line of JSON that reads as the same finding.
func TestFindingsAsJSON(t *testing.T) {
	for _, text := range []string{several, "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *", `[FEN "W:W32:B23"] 1. 32-28 23x32 *`, repeated} {
		for _, f := range findings(t, shippedFinder(200), text) {
			b, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			var back Finding
			if err := json.Unmarshal(b, &back); err != nil {
				t.Fatalf("%v of %s", err, b)
			}
			if !reflect.DeepEqual(f, back) {
				t.Errorf("%s reads as\n%+v\nwant\n%+v", b, back, f)
			}
			if key, err := ParseKey(b); err != nil || key != f.Key {
				t.Errorf("the key in %s reads as\n%+v, %v, want\n%+v", b, key, err, f.Key)
			}
			if bytes.ContainsRune(b, '\n') {
				t.Errorf("%s is no line", b)
			}
		}
	}
}

// Where an error may have been made it does not matter how long the first look was.
func TestSecondLook(t *testing.T) {
	blunder := `[FEN "B:W31,32,33,34,35,36,37,39,40,41,44,45,46,47,48,49,50:B1,2,3,4,5,7,8,9,10,11,12,14,15,16,19,22,24"] 1... 12-18 *`
	short, long := findings(t, shippedFinder(2_000), blunder)[0], findings(t, shippedFinder(4_000), blunder)[0]
	short.Settings = long.Settings
	if !reflect.DeepEqual(short, long) {
		t.Errorf("2,000 visits find\n%+v\n4,000\n%+v", short, long)
	}
	if j := JudgeGame([]Finding{short}, DefaultThresholds())[0]; j.Mark != VeryBad {
		t.Errorf("%v for a move that loses two pieces", j.Mark)
	}
}

func TestBadFindings(t *testing.T) {
	f := findings(t, shippedFinder(50), "1. 32-28 *")[0]
	b, err := json.Marshal(&f)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, want string }{
		{`"schema":1`, `"schema":9`, "schema 9: want 1"},
		{`"fen":"W:W`, `"fen":"W:W99,`, "99"},
		{`"played":"32-28"`, `"played":"32-29"`, "32-29"},
		{`"text":"32-28"`, `"text":"33-29"`, "want 32-28"},
		{`"confirmed":`, `"confirmation":`, "verdict"},
		{`"best":"`, `"best":"1`, "finding of"},
	} {
		bad := strings.Replace(string(b), c.old, c.new, 1)
		var back Finding
		if err := json.Unmarshal([]byte(bad), &back); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s in place of %s: error %v, want one with %q", c.new, c.old, err, c.want)
		}
	}
}

// Findings do not depend on what the finder has searched before: those of a game
// are the same from a new finder for each ply.
func TestFindingsDependOnTheirKeys(t *testing.T) {
	text := "1. 32-28 18-22 2. 37-32 12-18 3. 34-30 20-25 4. 41-37 25x34 5. 39x30 15-20 *"
	together := findings(t, shippedFinder(100), text)
	plies, err := readGame(t, text).Replay()
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for q := range Questions(plies) {
		alone := shippedFinder(100).Find(q.Game, q.Played)
		if !reflect.DeepEqual(alone, together[i]) {
			t.Errorf("ply %d: alone\n%+v\nin the game\n%+v", i+1, alone, together[i])
		}
		i++
	}
}

// Keys are equal where the same board is worth the same: the order of moves that
// cannot be repeated does not matter, draw counters and positions that can come
// back do.
func TestKeys(t *testing.T) {
	f := shippedFinder(100)
	last := func(text string) Key {
		plies, err := readGame(t, text).Replay()
		if err != nil {
			t.Fatal(err)
		}
		var k Key
		for q := range Questions(plies) {
			k = f.Key(q.Game, q.Played)
		}
		return k
	}
	const kings = `[FEN "W:WK50,K45,31:BK1,K2,16"] `
	for _, c := range []struct {
		name, a, b string
		want       bool
	}{
		{"transposed", "1. 33-29 20-25 2. 31-26 15-20 *", "1. 31-26 20-25 2. 33-29 15-20 *", true},
		{"another move played", "1. 32-28 *", "1. 33-28 *", false},
		{"kings that have moved", kings + "1. 50-44 *", kings + "1. 50-44 2-8 2. 44-50 8-2 3. 50-44 *", false},
		{"other positions behind the same counters", kings + "1. 50-44 2-8 2. 44-50 8-2 3. 50-44 *", kings + "1. 50-39 2-8 2. 39-50 8-2 3. 50-44 *", false},
		{"the same positions in another order", kings + "1. 50-44 2-8 2. 44-50 8-2 3. 50-39 2-8 4. 39-50 8-2 5. 50-44 *", kings + "1. 50-39 2-8 2. 39-50 8-2 3. 50-44 2-8 4. 44-50 8-2 5. 50-44 *", true},
		{"kings whose moves a man's move has sealed", kings + "1. 50-44 2-8 2. 44-50 8-2 3. 31-27 *", kings + "1. 31-27 *", false}, // repetition of the root
	} {
		a, b := last(c.a), last(c.b)
		if got := a == b; got != c.want {
			t.Errorf("%s: %+v and %+v equal: %v, want %v", c.name, a, b, got, c.want)
		}
	}
	if a, b := last("1. 32-28 *"), last("1. 32-28 19-23 2. 28x19 *"); a.History != 0 || b.History != 0 {
		t.Error("positions before men's moves cannot repeat and are no history")
	}
}

// The move played and the best of both searches get visits and exact scores.
func TestShares(t *testing.T) {
	for i, f := range findings(t, shippedFinder(400), "1. 32-28 18-22 2. 37-32 12-18 3. 34-30 20-25 4. 41-37 25x34 5. 39x30 15-20 6. 44-39 *") {
		if f.Forced() {
			if f.Confirmed != nil || f.Moves[0].Visits < 50 {
				t.Errorf("ply %d is forced: %+v", i+1, f)
			}
			continue
		}
		judged := append([]Confirmed{{Move: f.Played}, {Move: f.Moves[f.Best].Move}}, f.Confirmed.Moves[:2]...)
		for _, c := range f.Moves {
			for _, m := range judged {
				if c.Move == m.Move && c.Visits < 50 && !c.Proof.Known {
					t.Errorf("ply %d: %s has %d visits, want an eighth of 400", i+1, f.Position.MoveText(c.Move), c.Visits)
				}
			}
			if c.Visits < 12 && !c.Proof.Known {
				t.Errorf("ply %d: %s has %d visits, want a 32nd of 400", i+1, f.Position.MoveText(c.Move), c.Visits)
			}
		}
		for _, m := range judged {
			if f.confirmed(m.Move) == nil {
				t.Errorf("ply %d: %s has no exact score", i+1, f.Position.MoveText(m.Move))
			}
		}
		if f.Confirmed.Moves[0].Score < f.Confirmed.Moves[1].Score {
			t.Errorf("ply %d: the best moves are not in order", i+1)
		}
	}
}

// A clock ends the searches; without it they run their number of visits.
func TestClock(t *testing.T) {
	config := Config{Limits: Limits{Visits: 1 << 20, Millis: 1}, Search: mcts.DefaultConfig()}
	started := 0
	config.Clock = func() func() bool {
		started++
		return func() bool { return true }
	}
	if err := config.Validate(); err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(rules.Start())
	f := NetFinder(config, shipped.Net(), tables()).Find(g, g.Moves()[0])
	if started < 2 || f.Confirmed.Nodes > 20_000 {
		t.Errorf("%d clocks, %d nodes; want a clock for each search, which stops it", started, f.Confirmed.Nodes)
	}
	for _, bad := range []Config{
		{Search: config.Search},
		{Limits: Limits{Visits: 1, Millis: 5}, Search: config.Search},
		{Limits: Limits{Visits: 1, Depth: -1}, Search: config.Search},
		{Limits: Limits{Visits: 1}, Search: config.Search, Clock: config.Clock},
	} {
		if bad.Validate() == nil {
			t.Errorf("%+v is accepted", bad.Limits)
		}
	}
}
