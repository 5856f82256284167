package datasets

import (
	"fmt"

	"drafthorse/rules"
)

// Search is what the search of one position of a game found.
type Search struct {
	Ply        int         // moves played before the position
	Candidates []Candidate // every legal move, in the order of rules.Position.AppendMoves

	// The verdict at the root, for the side to move; the sum is 1.
	Win, Draw, Loss float32

	Weight float32 // of the row in training
}

// Candidate is a legal move and the search's statistics of it.
type Candidate struct {
	Move   rules.Move
	Visits uint32
	Prior  float32 // probability before the search
	Q      float32 // expected points of the side to move, -1 to 1
}

// Row is a searched position with all that training wants to know of its game.
type Row struct {
	GameID   uint64
	Position rules.Position
	Draws    rules.DrawCounters
	Search
	Played    int // index in Candidates of the move that was played
	Outcome   int // the game's points for the side to move: 1, 0 or -1
	Ending    Ending
	PliesLeft int // moves from here to the end of the game
}

// Decided reports whether the outcome was decided on the board or is known. The
// draw of a game that the length cap stopped is neither: it says nothing of who
// stood better.
func (r *Row) Decided() bool { return r.Ending != LengthCap }

// tolerance is the rounding allowed in sums and bounds of float32 values.
const tolerance = 1e-3

// checkSearch checks the search of r against the legal moves of its position and
// finds the move played among the candidates.
func (r *Row) checkSearch(legal []rules.Move, played rules.Move) error {
	if len(r.Candidates) != len(legal) {
		return fmt.Errorf("%d candidates: want the %d legal moves", len(r.Candidates), len(legal))
	}
	for i, c := range r.Candidates {
		if c.Move != legal[i] {
			return fmt.Errorf("candidate %d is %s: want %s", i, moveText(c.Move), moveText(legal[i]))
		}
		if c.Move == played {
			r.Played = i
		}
	}
	return r.Search.check()
}

// check checks the numbers of s. Comparisons are written so that NaN fails them.
func (s *Search) check() error {
	var visits uint64
	for i := range s.Candidates {
		c := &s.Candidates[i]
		visits += uint64(c.Visits)
		if !(c.Prior >= 0 && c.Prior <= 1+tolerance) {
			return fmt.Errorf("prior %v of candidate %d: want 0 to 1", c.Prior, i)
		}
		if !(c.Q >= -1-tolerance && c.Q <= 1+tolerance) {
			return fmt.Errorf("q %v of candidate %d: want -1 to 1", c.Q, i)
		}
	}
	if visits == 0 {
		return fmt.Errorf("no visits in %d candidates: want at least one", len(s.Candidates))
	}
	sum := s.Win + s.Draw + s.Loss
	if !(s.Win >= 0 && s.Draw >= 0 && s.Loss >= 0 && sum >= 1-tolerance && sum <= 1+tolerance) {
		return fmt.Errorf("win, draw, loss %v, %v, %v: want probabilities with sum 1", s.Win, s.Draw, s.Loss)
	}
	return checkWeight(s.Weight)
}

func checkWeight(w float32) error {
	const most = 1e6
	if !(w >= 0 && w <= most) {
		return fmt.Errorf("weight %v: want 0 to %g", w, most)
	}
	return nil
}

// bare reports whether r only keeps a game in which nothing was searched.
func (r *Row) bare() bool { return len(r.Candidates) == 0 }

// moveText names m where no legal position of it is at hand.
func moveText(m rules.Move) string {
	if m.IsCapture() {
		return fmt.Sprintf("%dx%d (taking %d)", m.From, m.To, m.Captured.Count())
	}
	return fmt.Sprintf("%d-%d", m.From, m.To)
}

// check checks what a stored row says by itself.
func (r *Row) check() error {
	if r.Outcome < -1 || r.Outcome > 1 {
		return fmt.Errorf("outcome %d: want 1, 0 or -1", r.Outcome)
	}
	if r.Ending < NoPieces || r.Ending > Adjudicated {
		return fmt.Errorf("%s: want %d to %d", r.Ending, NoPieces, Adjudicated)
	}
	if r.Draws.Sixteen < rules.NotCounting || r.Draws.Five < rules.NotCounting {
		return fmt.Errorf("draw counters %d and %d: want -1 or more", r.Draws.Sixteen, r.Draws.Five)
	}
	if r.bare() {
		if r.Ply != 0 || r.Played != 0 || r.Win != 0 || r.Draw != 0 || r.Loss != 0 || r.Weight != 0 {
			return fmt.Errorf("no candidates, yet the row is not bare: want zeros")
		}
		return nil
	}
	if r.Played >= len(r.Candidates) {
		return fmt.Errorf("move %d was played of %d candidates", r.Played, len(r.Candidates))
	}
	turn := r.Position.Turn()
	us, them, empty := r.Position.Side(turn), r.Position.Side(turn.Opponent()), r.Position.Empty()
	for i := range r.Candidates {
		m := &r.Candidates[i].Move
		from, to := m.From.Bit(), m.To.Bit() // no squares off the board: us and empty lack them
		if us&from == 0 || (empty|from)&to == 0 || m.Captured&^them != 0 {
			return fmt.Errorf("candidate %d is %s: no move of %s", i, moveText(*m), r.Position.FEN())
		}
	}
	return r.Search.check()
}
