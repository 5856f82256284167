package shipped

import (
	"testing"

	"drafthorse/alphabeta"
	"drafthorse/match"
	"drafthorse/mcts"
	"drafthorse/net"
)

// The net beats the reference player's three plies by far, which one of random
// weights never does: in a tree search with few visits, and in an alpha-beta
// search of as few plies.
func TestStrength(t *testing.T) {
	config := match.DefaultConfig()
	config.Games = 40
	for name, player := range map[string]func() (match.Player, error){
		"tree search": func() (match.Player, error) {
			return match.NewSearcher(mcts.DefaultConfig().ForPlay(), net.NewEvaluator(Net()), nil, 200), nil
		},
		"alpha-beta": func() (match.Player, error) {
			return &match.AlphaBeta{
				Searcher: alphabeta.NewSearcher(alphabeta.Config{}, Net(), nil, alphabeta.NewTable(1)),
				Limits:   alphabeta.Limits{Depth: 3},
			}, nil
		},
	} {
		reference := func() (match.Player, error) { return &match.Reference{Depth: 3}, nil }
		score, err := match.Play(t.Context(), config, 2, player, reference, func(match.Game, match.Score) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		if score.Share() < 0.7 {
			t.Errorf("%s: %v against depth 3, want 70 %% or more", name, score)
		}
	}
}
