package analysis

import (
	"drafthorse/mcts"
	"drafthorse/rules"
)

// Judgement is what is said of one move of a game. Scores are expected ones for
// the side that made the move, from 0 to 1.
type Judgement struct {
	Ply      int // of the main line, from 1
	Position rules.Position
	Played   rules.Move
	Forced   bool // there was no choice

	// Better is the move that both searches find better; if there is none, the one
	// of the highest score, which may be Played.
	Better rules.Move
	Line   []rules.Move // what is expected after Better, which it begins with
	Best   float32      // score of Better, the mean of the two searches; no less than Score
	Score  float32      // score of Played
	Loss   float32      // by which both searches find Better better, 0 or more; proofs outrank them
	Worse  bool         // Loss is more than [Thresholds].None: Played is not as good as Better

	Mark   Mark
	Only   bool   // every other move loses, this one does not
	Result Result // that is certain from here on, where it becomes certain
	Gain   int    // pieces that the side which began a shot or exchange has gained, at its end; or lost, if negative
	// AdLib: the capture may go by several routes to the same position.
	AdLib  bool
	Reason string // of Mark and Only, in a few words; or ""
	Fact   string // what is proved of the position after Played, where that is news; or ""

	BestProof, PlayedProof mcts.Proof // of Better and Played
	OthersLose             bool       // all other moves are proved to lose
	Certain                mcts.Proof // what is certain once Played has been made, counted from there
	Rule                   rules.Rule // that ends the game on the board after Played; or NoRule
}

// Over reports whether the game is over on the board after the move played.
func (j *Judgement) Over() bool { return j.Rule != rules.NoRule }

// Result is a certain result, as the side that made the move sees it.
type Result uint8

const (
	Open  Result = iota
	Won          // +
	Drawn        // =
)
