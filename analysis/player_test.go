package analysis

import (
	"maps"
	"math"
	"reflect"
	"testing"

	"drafthorse/rules"
)

// lichess's own words for its curve: about 98 % for a loss of half a percent, and
// the figures of its formula worked out by hand for more.
func TestAccuracy(t *testing.T) {
	for _, c := range []struct{ loss, want float64 }{{0, 100}, {0.05, 79.82}, {0.1, 63.58}, {0.2, 40.02}, {0.5, 8.53}, {1, 0}} {
		if got := Accuracy(c.loss); math.Abs(got-c.want) > 0.01 {
			t.Errorf("a loss of %v is %.3f %%, want %.2f", c.loss, got, c.want)
		}
	}
}

// judged is a judgement of the move that the side to move makes in the start
// position, or Black in it.
func judged(ply int, c rules.Color, loss float32, m Mark) Judgement {
	p := rules.Start()
	if c == rules.Black {
		p, _ = rules.NewPosition(p.Pieces(), rules.Black)
	}
	moves := p.AppendMoves(nil)
	return Judgement{Ply: ply, Position: p, Played: moves[0], Better: moves[1], Loss: loss, Mark: m}
}

// Figures by hand: two moves of White's that lose 0.1 and nothing, one forced, and
// one of Black's.
func TestSummarize(t *testing.T) {
	forced := judged(5, rules.White, 0, NoMark)
	forced.Forced = true
	only := judged(3, rules.White, 0, VeryGood)
	only.Only = true
	sides := Summarize([]Judgement{judged(1, rules.White, 0.1, Bad), judged(2, rules.Black, 0.2, VeryBad), only, forced})
	white, black := sides[0], sides[1]
	if white.Moves != 2 || white.Forced != 1 || math.Abs(white.MeanLoss()-0.05) > 1e-6 || math.Abs(white.Accuracy()-(63.58+100)/2) > 0.01 {
		t.Errorf("White: %+v, loss %v, accuracy %v", white, white.MeanLoss(), white.Accuracy())
	}
	if got, want := white.Signs(FMJD), map[string]int{"?": 1, "!!": 1, "*": 1}; !maps.Equal(got, want) {
		t.Errorf("White's signs are %v, want %v", got, want)
	}
	if both := white.Plus(black); both.Moves != 3 || math.Abs(both.Accuracy()-(63.58+100+40.02)/3) > 0.01 {
		t.Errorf("together: %+v, accuracy %v", both, both.Accuracy())
	}
	if (Side{}).Accuracy() != 0 {
		t.Error("a player without a choice has an accuracy")
	}
	slight := Side{Marks: map[Mark]int{LooksGood: 2, Inaccuracy: 1}}
	if got, want := slight.Signs(Chess), map[string]int{"?!": 3}; !maps.Equal(got, want) {
		t.Errorf("signs in chess are %v, want %v: two marks have one sign there", got, want)
	}
}

// Times left after each move, in both commands, and what they say of White's: of
// a loss of 0.4 in three moves 0.3 was made with less than a minute left.
func TestClocks(t *testing.T) {
	g := readGame(t, `1. 32-28 {[%clk 0:01:00]} 19-23 {[%clock W0:00:10 b0:05:00]} 2. 28x19 {early} 14x23 {[%emt 0:00:07]}
		3. 37-32 ({[%clk 0:00:01]} 38-32) {[%clock w0:00:59 B0:04:00] {[%clk 0:00:58]} *`)
	judgements := []Judgement{
		judged(1, rules.White, 0.1, NoMark), judged(2, rules.Black, 0.2, NoMark), judged(3, rules.White, 0.5, NoMark),
		judged(4, rules.Black, 0, NoMark), judged(5, rules.White, 0.3, NoMark),
	}
	clocks := Clocks(g, judgements)
	if want := []float64{60, 300, -1, -1, 58}; !reflect.DeepEqual(clocks, want) {
		t.Errorf("the clocks show %v, want %v", clocks, want)
	}
	white := Hastes(judgements, clocks)[0]
	if white.Timed != 2 || white.Hurried != 1 || math.Abs(white.Share()-0.75) > 1e-6 {
		t.Errorf("%+v, a share of %v; want 1 of 2 moves and 0.75", white, white.Share())
	}
	if sum := white.Plus(white); sum.Timed != 4 || math.Abs(sum.Share()-0.75) > 1e-6 {
		t.Errorf("twice the same is %+v", sum)
	}
	if (Haste{}).Share() != 0 {
		t.Error("a share of nothing")
	}
	if short := Clocks(g, judgements[:1]); !reflect.DeepEqual(short, []float64{60}) {
		t.Errorf("of a game judged in part: %v", short)
	}
}

// A player's games come together by the name, and no other's; the worst five moves
// of all stay, worst first.
func TestPlayers(t *testing.T) {
	var all Players
	slip := func(game, ply int, loss float64) Slip { return Slip{Game: game, Ply: ply, Loss: loss} }
	white := func(game int, name string, s Side, h Haste, slips ...Slip) Game {
		return Game{Number: game, Names: [2]string{name, "?"}, Sides: [2]Side{s}, Hastes: [2]Haste{h}, Slips: [2][]Slip{slips}}
	}
	all.Add(white(1, " Jan Smit", Side{Moves: 2, Loss: 0.4, Exact: 100}, Haste{}, slip(1, 3, 0.3), slip(1, 5, 0.1)))
	second := white(2, "JAN  SMIT ", Side{Moves: 2, Loss: 0.2, Exact: 150, Marks: map[Mark]int{Bad: 1}}, Haste{Timed: 1}, slip(2, 1, 0.5), slip(2, 9, 0.3), slip(2, 11, 0.2), slip(2, 13, 0.15))
	second.Names[1], second.Sides[1].Moves = "Smit, Jan", 1
	all.Add(second)
	for _, nobody := range []string{"", "?", " ?? "} {
		all.Add(white(3, nobody, Side{Moves: 9}, Haste{}))
	}
	all.Add(Game{Number: 4, Names: [2]string{"Both", "both "}, Sides: [2]Side{{Moves: 1}, {Moves: 2}}, Result: rules.WhiteWins})
	list := all.List()
	if both := list[0]; both.Name != "Both" || both.Games != 1 || both.Moves != 3 || both.Results != (Results{}) || len(both.Meetings) != 1 {
		t.Errorf("one who has both sides of a game: %+v, want 1 game, 3 moves and no result", both)
	}
	list = list[1:]
	if len(list) != 2 || list[0].Name != "Jan Smit" || list[1].Name != "Smit, Jan" || !reflect.DeepEqual(list[0].Also, []string{"JAN SMIT"}) || list[1].Also != nil {
		t.Fatalf("players %+v; want Jan Smit, who is JAN SMIT, and Smit, Jan", list)
	}
	p := list[0]
	if p.Games != 2 || p.Moves != 4 || math.Abs(p.MeanLoss()-0.15) > 1e-9 || p.Accuracy() != 62.5 || p.Marks[Bad] != 1 || p.Timed != 1 {
		t.Errorf("%+v", p)
	}
	want := []Slip{slip(2, 1, 0.5), slip(1, 3, 0.3), slip(2, 9, 0.3), slip(2, 11, 0.2), slip(2, 13, 0.15)}
	if !reflect.DeepEqual(p.Worst, want) {
		t.Errorf("worst %+v, want %+v", p.Worst, want)
	}
}

// A round of three players by hand, Anna's second game as Black: Anna wins twice and
// draws once, the last game has no result.
func TestResults(t *testing.T) {
	var all Players
	for i, g := range []struct {
		white, black string
		result       rules.Result
	}{
		{"Chris", "Bob", rules.BlackWins}, {"Anna", "Bob", rules.WhiteWins}, {"Chris", "Anna", rules.BlackWins},
		{"Bob", "ANNA", rules.Draw}, {"Anna", "?", rules.Undecided},
	} {
		all.Add(Game{Number: i + 1, Names: [2]string{g.white, g.black}, Result: g.result})
	}
	list := all.List()
	for i, want := range []struct {
		name          string
		results       Results
		points, games int
	}{{"Anna", Results{2, 1, 0}, 5, 4}, {"Bob", Results{1, 1, 1}, 3, 3}, {"Chris", Results{0, 0, 2}, 0, 2}} {
		if p := list[i]; p.Name != want.name || p.Results != want.results || p.Points() != want.points || p.Games != want.games {
			t.Errorf("%s has %+v, %d points of %d games; want %s, %+v", p.Name, p.Results, p.Points(), p.Games, want.name, want)
		}
	}
	want := []Meeting{{2, rules.White, 1, rules.WhiteWins}, {3, rules.Black, 2, rules.BlackWins}, {4, rules.Black, 1, rules.Draw}, {5, rules.White, -1, rules.Undecided}}
	if got := list[0].Meetings; !reflect.DeepEqual(got, want) {
		t.Errorf("Anna's games are %+v, want %+v", got, want)
	}
	// What one wins the other loses.
	sum := Results{}
	for _, p := range list {
		sum.Wins, sum.Losses = sum.Wins+p.Wins, sum.Losses+p.Losses
	}
	if sum.Wins != sum.Losses {
		t.Errorf("%d games are won and %d lost", sum.Wins, sum.Losses)
	}
}

// Only errors are slips, of one side, worst first.
func TestSlips(t *testing.T) {
	judgements := []Judgement{
		judged(1, rules.White, 0.1, Bad), judged(2, rules.Black, 0.3, VeryBad), judged(3, rules.White, 0.2, VeryBad),
		judged(5, rules.White, 0.5, NoMark), judged(7, rules.White, 0, VeryGood),
	}
	got := Slips(4, rules.White, judgements, FMJD)
	if len(got) != 2 || got[0].Ply != 3 || got[1].Ply != 1 || got[0].Game != 4 || got[0].Signs[0] != "??" || got[0].Move == got[0].Better {
		t.Errorf("%+v; want plies 3 and 1 of game 4", got)
	}
}

// What is proved after a move, for people.
func TestProved(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[FEN "W:W46,47:B36"] 1. 46-41 *`, "White has won"},
		{`[FEN "W:W32:B23"] 1. 32-28 23x32 *`, "Black has won"},
		{`[FEN "W:WK13,K18,K45:BK2"] 1. 13-35 *`, "White wins in 7 moves"},
		{`[FEN "W:WK13,K18,K45:BK2"] 1. 13-4 *`, "a draw"},
	} {
		list := prove(t, c.text)
		if got := list[len(list)-1].Proved(); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
	if open := judge(t, always(0.5), "1. 32-28 *")[0]; open.Proved() != "" {
		t.Errorf("after the first move %q", open.Proved())
	}
}
