package viewer

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"drafthorse/pdn"
	"drafthorse/rules"
)

// sampleGame is the game of sample.pdn with numbers made up: a move's loss is
// drawn at random, and the chances follow the losses and the material.
func sampleGame(t testing.TB) *Game {
	data, err := os.ReadFile("../cmd/pipeline/sample.pdn")
	if err != nil {
		t.Fatal(err)
	}
	r := pdn.NewReader(bytes.NewReader(data), "sample.pdn")
	if !r.Next() {
		t.Fatal(r.Err())
	}
	plies, err := r.Game().Replay()
	if err != nil {
		t.Fatal(err)
	}
	var moves []rules.Move
	for _, ply := range plies {
		moves = append(moves, ply.Move)
	}
	g := madeUp(rules.Start(), moves, 5)
	g.White, g.Black, g.Result = "Anna de Vries", "Ibrahim Coulibaly", "2-0"
	g.Event, g.Site, g.Date, g.Round = "Club evening", "Dordrecht", "2026.03.14", "4"
	g.Tags = []Tag{{"GameType", "20"}, {"Annotator", "drafthorse"}, {"WhiteTime", "1:20:00"}}
	g.Comment = "Played on the last evening of the season."
	g.Plies[10].Comment = "Both had seen this at home."
	return g
}

// randomGame plays at most so many random moves from p.
func randomGame(p rules.Position, plies int, seed uint64) []rules.Move {
	random := rand.New(rand.NewPCG(seed, 0))
	var moves []rules.Move
	for range plies {
		legal := p.AppendMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[random.IntN(len(legal))]
		moves = append(moves, m)
		p = p.Play(m)
	}
	return moves
}

func madeUp(p rules.Position, moves []rules.Move, seed uint64) *Game {
	random := rand.New(rand.NewPCG(seed, 1))
	g := &Game{Start: p.FEN()}
	score := 0.5 // White's
	losses := [2]float64{}
	for i := range g.Figures {
		g.Figures[i].Marks = map[string]int{}
	}
	for i, m := range moves {
		legal := p.AppendMoves(nil)
		side := p.Turn()
		f := &g.Figures[side]
		ply := Ply{Move: numbered(p, m, len(g.Plies)), Before: madeUpChances(score)}
		if len(legal) == 1 {
			f.Forced++
		} else {
			f.Moves++
			loss := max(0, random.ExpFloat64()*0.05-0.035)
			sign := 1.
			if side == rules.White {
				sign = -1
			}
			drawn := max(0.03, min(0.97, score+sign*loss))
			loss = max(drawn-score, score-drawn)
			score = drawn
			losses[side] += loss
			other := legal[0]
			if other == m {
				other = legal[1]
			}
			switch {
			case loss >= 0.2:
				ply.Marks = []string{"??"}
			case loss >= 0.1:
				ply.Marks = []string{"?"}
			case loss >= 0.06:
				ply.Marks = []string{"!?"}
			case i%29 == 17:
				ply.Marks = []string{"!"}
			case i%31 == 23:
				ply.Marks, ply.Reason = []string{"*"}, "only move: all others lose"
			}
			if loss >= 0.06 {
				ply.Best = p.MoveText(other)
				ply.Reason = fmt.Sprintf("gives away %.2f: %s was better", loss, ply.Best)
				q := p
				for j, next := range append([]rules.Move{other}, randomGame(p.Play(other), 7, seed+uint64(i))...) {
					if j > 0 && q.Count() == 0 {
						break
					}
					ply.Better = append(ply.Better, numbered(q, next, len(g.Plies)+j))
					q = q.Play(next)
				}
			}
		}
		p = p.Play(m)
		if material := float64(p.Side(rules.White).Count()-p.Side(rules.Black).Count()) / 24; len(legal) == 1 || p.Count() < 16 {
			score = max(0.03, min(0.97, 0.7*score+0.3*(0.5+2*material)))
		}
		ply.After = madeUpChances(score)
		ply.Eval = fmt.Sprintf("%+.2f", 2*score-1)
		for _, mark := range ply.Marks {
			f.Marks[mark]++
		}
		g.Plies = append(g.Plies, ply)
	}
	for i := range g.Figures {
		f := &g.Figures[i]
		if f.Moves > 0 {
			f.Loss = Mean(losses[i] / float64(f.Moves))
			f.Accuracy = 100 * (1 - 3*float64(f.Loss))
		}
	}
	if n := len(g.Plies); n > 5 && len(p.AppendMoves(nil)) == 0 {
		winner, mark := "Black wins", "+"
		end := Chances{Loss: 1}
		if p.Turn() == rules.Black {
			winner, end = "White wins", Chances{Win: 1}
		}
		for i := max(0, n-5); i < n; i++ {
			g.Plies[i].After = end
			g.Plies[i].Eval = ""
			g.Plies[i].Proved = fmt.Sprintf("%s in %d plies", winner, n-1-i)
		}
		g.Plies[n-1].Proved = winner
		g.Plies[n-1].Marks = append(g.Plies[n-1].Marks, mark)
	}
	return g
}

// numbered is a move of p with its number, after so many plies of a game from move 1
// on.
func numbered(p rules.Position, m rules.Move, plies int) Move {
	move := MoveOf(p, m)
	if move.Number = fmt.Sprintf("%d.", (plies+1)/2+1); p.Turn() == rules.Black {
		move.Number = fmt.Sprintf("%d…", plies/2+1)
	}
	return move
}

func (c Chances) expected() float64 { return c.Win + c.Draw/2 }

func madeUpChances(score float64) Chances {
	draw := 1.2 * min(score, 1-score)
	return Chances{Win: score - draw/2, Draw: draw, Loss: 1 - score - draw/2}
}

// playersOf makes rows of the table of players from the games.
func playersOf(games []*Game) []Player {
	var players []Player
	at := map[string]int{}
	for number, g := range games {
		for color, name := range []string{g.White, g.Black} {
			i, known := at[name]
			if !known {
				i = len(players)
				at[name] = i
				players = append(players, Player{Name: name, Figures: Figures{Marks: map[string]int{}}})
			}
			p, f := &players[i], g.Figures[color]
			p.Games++
			if all := p.Moves + f.Moves; all > 0 {
				p.Loss = (p.Loss*Mean(p.Moves) + f.Loss*Mean(f.Moves)) / Mean(all)
				p.Accuracy = (p.Accuracy*float64(p.Moves) + f.Accuracy*float64(f.Moves)) / float64(all)
			}
			p.Moves += f.Moves
			p.Forced += f.Forced
			for mark, n := range f.Marks {
				p.Marks[mark] += n
			}
			for j := color; j < len(g.Plies); j += 2 {
				if ply := g.Plies[j]; ply.Better != nil && len(p.Worst) < 5 {
					p.Worst = append(p.Worst, Moment{Game: number + 1, Ply: j + 1, Text: ply.Text, Marks: ply.Marks, Best: ply.Best, Loss: Points(math.Abs(ply.After.expected() - ply.Before.expected()))})
				}
			}
		}
	}
	for number, g := range games {
		for color := range 2 {
			p, points := &players[at[[]string{g.White, g.Black}[color]]], -1
			other := at[[]string{g.White, g.Black}[1-color]]
			switch g.Result {
			case "1-1":
				points = 1
				p.Draws++
			case []string{"2-0", "0-2"}[color]:
				points = 2
				p.Wins++
			case []string{"0-2", "2-0"}[color]:
				points = 0
				p.Losses++
			}
			p.Meetings = append(p.Meetings, Meeting{number + 1, other, points})
		}
	}
	return players
}

// writeReport writes a report and returns its folder.
func writeReport(t testing.TB, c Collection, games []*Game) string {
	dir := t.TempDir() + "/report"
	w, err := Create(dir, c)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Discard()
	for _, g := range games {
		if err := w.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(Summary{Players: playersOf(games)}); err != nil {
		t.Fatal(err)
	}
	return dir
}

var sampleCollection = Collection{
	Title:   "Club championship 2026",
	Program: "drafthorse, net shipped, 2,000 visits, made-up numbers",
	Dialect: FMJD,
}
