// Package testgames gives tests positions of recorded games.
package testgames

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"drafthorse/pdn"
	"drafthorse/rules"
)

// Position is a position of a game with what the game adds to it.
type Position struct {
	rules.Position
	Draws rules.DrawCounters
	Moves []rules.Move // the legal ones
}

// Forced reports whether the side to move must capture.
func (p *Position) Forced() bool { return p.Moves[0].IsCapture() }

// Ambiguous reports whether two moves have the same origin and target.
func (p *Position) Ambiguous() bool {
	seen := make(map[[2]rules.Square]bool)
	for _, m := range p.Moves {
		seen[[2]rules.Square{m.From, m.To}] = true
	}
	return len(seen) < len(p.Moves)
}

// Positions returns n different positions of the games in the PDN files that the
// patterns match, always the same. The rare kinds come first: ambiguous ones up
// to a tenth, then forced captures up to a half; the rest is spread evenly.
// Where a pattern matches no file the error wraps fs.ErrNotExist.
func Positions(n int, patterns ...string) ([]Position, error) {
	var files []string
	for _, pattern := range patterns {
		matches, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		if len(matches) == 0 {
			return nil, fmt.Errorf("%s: %w", pattern, fs.ErrNotExist)
		}
		files = append(files, matches...)
	}
	var ambiguous, forced, others []Position
	seen := make(map[rules.Position]bool)
	for _, name := range files {
		err := visit(name, func(g *rules.Game) {
			p := Position{g.Position(), g.Draws(), append([]rules.Move(nil), g.Moves()...)}
			if seen[p.Position] || len(p.Moves) == 0 {
				return
			}
			seen[p.Position] = true
			switch {
			case p.Ambiguous():
				ambiguous = append(ambiguous, p)
			case p.Forced():
				forced = append(forced, p)
			default:
				others = append(others, p)
			}
		})
		if err != nil {
			return nil, err
		}
	}
	chosen := spread(ambiguous, n/10)
	chosen = append(chosen, spread(forced, n/2-len(chosen))...)
	chosen = append(chosen, spread(others, n-len(chosen))...)
	if len(chosen) < n {
		return nil, fmt.Errorf("%s have too few positions: %d, want %d", patterns, len(chosen), n)
	}
	return chosen, nil
}

// visit calls f at every position of a file's main lines.
func visit(name string, f func(*rules.Game)) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	r := pdn.NewReader(file, name)
	for record := range r.All() {
		start, err := record.Start()
		if err != nil || record.Variant() != "" {
			continue // no game of international draughts
		}
		plies, _ := record.Replay() // those before a fault are good
		game := rules.NewGame(start)
		for _, ply := range plies {
			if ply.Set {
				game.Reset(ply.Before)
			}
			f(game)
			game.Push(ply.Move)
		}
		f(game)
	}
	return r.Err()
}

// spread returns n elements of all, or all if they are fewer, at equal distances.
func spread(all []Position, n int) []Position {
	n = min(n, len(all))
	chosen := make([]Position, n)
	for i := range chosen {
		chosen[i] = all[i*len(all)/n]
	}
	return chosen
}
