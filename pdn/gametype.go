package pdn

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrVariant is the cause of Replay's error for a game of another variant.
var ErrVariant = errors.New("not a game of international draughts")

// international and fromPosition are the GameTypes that are played by the rules
// of this program; lidraughts writes the second for games that begin from a FEN.
const (
	international = 20
	fromPosition  = 99
)

// variants names the other GameTypes of the PDN 3.0 standard, and those that
// lidraughts has added (96 to 98).
var variants = map[int]string{
	0:  "chess",
	1:  "xiangqi",
	21: "English draughts",
	22: "Italian draughts",
	23: "American pool checkers",
	24: "Spanish draughts",
	25: "Russian draughts",
	26: "Brazilian draughts",
	27: "Canadian draughts",
	28: "Portuguese draughts",
	29: "Czech draughts",
	30: "Turkish draughts",
	31: "Thai draughts",
	40: "Frisian draughts",
	41: "Spantsiretti",
	50: "Othello",
	96: "Breakthrough draughts",
	97: "Frysk!",
	98: "Antidraughts",
}

// Variant names the game that was played if it is not international draughts,
// and returns "" if it is or may be. The GameType's first number decides;
// writers disagree about the rest of it. Squares named by letters, in the FEN
// or in the main line, tell a game of a small board whatever its GameType says.
func (g *Game) Variant() string {
	first, _, _ := strings.Cut(g.Tag("GameType"), ",")
	if n, err := strconv.Atoi(strings.TrimSpace(first)); err == nil && n != international && n != fromPosition {
		if name, ok := variants[n]; ok {
			return fmt.Sprintf("%s (GameType %d)", name, n)
		}
		return fmt.Sprintf("an unknown game (GameType %d)", n)
	}
	const letters = "a game whose squares are named by letters, such as Russian draughts"
	for field := range strings.SplitSeq(g.Tag("FEN"), ":") {
		if namesLetters(strings.TrimSpace(field)) {
			return letters
		}
	}
	for m := range g.Moves() {
		if m.Text != "" && isFile(m.Text[0]) {
			return letters
		}
	}
	return ""
}

// namesLetters reports whether a part of a FEN, from one colon to the next, holds
// squares such as c3. The letter that it begins with names the side, as in b1-20.
func namesLetters(field string) bool {
	for i := 2; i < len(field); i++ {
		if field[i-1] >= 'a' && field[i-1] <= 'h' && field[i] >= '1' && field[i] <= '8' {
			return true
		}
	}
	return false
}

// isFile reports whether c names a column of an 8x8 board.
func isFile(c byte) bool { return c >= 'a' && c <= 'h' || c >= 'A' && c <= 'H' }
