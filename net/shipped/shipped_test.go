package shipped

import (
	"testing"

	"drafthorse/match"
	"drafthorse/mcts"
	"drafthorse/net"
)

// With few visits the net beats the reference player's three plies by far, which
// one of random weights never does.
func TestStrength(t *testing.T) {
	config := match.DefaultConfig()
	config.Games = 40
	searcher := func() match.Player {
		return match.NewSearcher(mcts.DefaultConfig().ForPlay(), net.NewEvaluator(Net()), nil, 200)
	}
	reference := func() match.Player { return &match.Reference{Depth: 3} }
	score, err := match.Play(t.Context(), config, 1, searcher, reference, func(match.Game, match.Score) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if score.Share() < 0.8 {
		t.Errorf("%v against depth 3, want 80 %% or more", score)
	}
}
