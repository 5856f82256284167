package datasets

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"drafthorse/rules"
)

// Ending is why a game ended. The numbers are part of the shard format and must
// not be changed; those of the rules are rules.Rule's own.
type Ending uint8

const (
	NoPieces        = Ending(rules.NoPieces)
	NoMoves         = Ending(rules.NoMoves)
	Repetition      = Ending(rules.Repetition)
	TwentyFiveMoves = Ending(rules.TwentyFiveMoves)
	SixteenMoves    = Ending(rules.SixteenMoves)
	FiveMoves       = Ending(rules.FiveMoves)

	LengthCap   Ending = 7 // stopped at the longest length allowed, counted as a draw
	Adjudicated Ending = 8 // stopped in a position whose result is known
)

func (e Ending) String() string {
	switch {
	case e == LengthCap:
		return "length cap"
	case e == Adjudicated:
		return "adjudicated"
	case e >= NoPieces && e <= FiveMoves:
		return rules.Rule(e).String()
	}
	return fmt.Sprintf("ending %d", uint8(e))
}

// Game is a finished game and what the searches in it found.
type Game struct {
	ID       uint64
	Start    rules.Position
	Moves    []rules.Move
	Result   rules.Result // decided; a game stopped by the length cap is a draw
	Ending   Ending
	Searches []Search // by ascending ply; plies played without a training search have none
}

// maxPlies is the longest game that the ply column can count.
const maxPlies = math.MaxUint16

// rows plays g through, checks it against the rules and calls yield with each
// of its rows, or with its bare row if it has no search. The row is valid during
// the call. The error is that of the check or of yield.
func (g *Game) rows(yield func(*Row) error) error {
	if _, err := rules.NewPosition(g.Start.Pieces(), g.Start.Turn()); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if len(g.Moves) > maxPlies {
		return fmt.Errorf("%d moves: want at most %d", len(g.Moves), maxPlies)
	}
	if g.Result == rules.Undecided || g.Result > rules.Draw {
		return fmt.Errorf("result %d: want White wins, Black wins or draw", g.Result)
	}
	if len(g.Searches) == 0 {
		row := g.row(g.Start, rules.NewDrawCounters(g.Start), 0)
		if err := yield(&row); err != nil {
			return err
		}
	}
	searches := g.Searches
	game := rules.NewGame(g.Start)
	for ply, move := range g.Moves {
		legal := game.Moves()
		if !slices.Contains(legal, move) {
			return fmt.Errorf("ply %d: %s is not legal in %s", ply, moveText(move), game.Position().FEN())
		}
		if len(searches) > 0 && searches[0].Ply == ply {
			row := g.row(game.Position(), game.Draws(), ply)
			row.Search, searches = searches[0], searches[1:]
			if err := row.checkSearch(legal, move); err != nil {
				return fmt.Errorf("ply %d: %w", ply, err)
			}
			if err := yield(&row); err != nil {
				return err
			}
		}
		game.Push(move)
	}
	if len(searches) > 0 {
		return fmt.Errorf("search of ply %d: want ascending plies from 0 to %d", searches[0].Ply, len(g.Moves)-1)
	}
	if err := g.checkEnding(game.Outcome()); err != nil {
		return err
	}
	return nil
}

// row returns what g itself says about one of its positions.
func (g *Game) row(p rules.Position, d rules.DrawCounters, ply int) Row {
	return Row{
		GameID:    g.ID,
		Position:  p,
		Draws:     d,
		Search:    Search{Ply: ply},
		Outcome:   g.Result.For(p.Turn()),
		Ending:    g.Ending,
		PliesLeft: len(g.Moves) - ply,
	}
}

// checkEnding compares how g says it ended with how its last position stands.
func (g *Game) checkEnding(last rules.Outcome) error {
	switch g.Ending {
	case LengthCap:
		if g.Result != rules.Draw {
			return fmt.Errorf("%s, yet the result is %s: want draw", g.Ending, g.Result)
		}
		fallthrough
	case Adjudicated:
		if last.Rule != rules.NoRule {
			return fmt.Errorf("%s, yet the last position is decided: want ending %s", g.Ending, last.Rule)
		}
	default:
		if g.Ending != Ending(last.Rule) || g.Ending == 0 {
			return fmt.Errorf("%s, yet the rule that decides the last position is: %s", g.Ending, last.Rule)
		}
		if g.Result != last.Result {
			return fmt.Errorf("result %s: want %s, by %s", g.Result, last.Result, last.Rule)
		}
	}
	return nil
}

// errNoGames is what a shard without a game would be.
var errNoGames = errors.New("no games: a shard holds at least one")
