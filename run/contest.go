package run

import (
	"context"
	"encoding/json"

	"drafthorse/match"
	"drafthorse/net"
)

// MatchLine is a line of matches.jsonl: a match between two nets of the run.
type MatchLine struct {
	First  int `json:"first"`  // generation of the net that the score belongs to
	Second int `json:"second"` // ... and of its opponent
	Visits int `json:"visits"` // of each search of both
	match.Score
	Share  float64 `json:"share"`  // of the points, 0 to 1
	Margin float64 `json:"margin"` // half the width of its 95 % confidence interval
}

// Match lets two nets of the run play each other, unless matches.jsonl has the
// result already, and writes it there.
func (r *Run) Match(ctx context.Context, first, second, workers int, report func(done int, s match.Score)) (MatchLine, error) {
	if line, ok := r.matchLine(first, second); ok {
		return line, nil
	}
	one, err := r.Net(first)
	if err != nil {
		return MatchLine{}, err
	}
	other, err := r.Net(second)
	if err != nil {
		return MatchLine{}, err
	}
	player := func(n *net.Network) func() match.Player {
		return func() match.Player {
			return match.NewSearcher(r.Config.Search, net.NewEvaluator(n), r.Config.Match.Visits)
		}
	}
	score, err := match.Play(ctx, r.Config.Match.Config, workers, player(one), player(other), func(_ match.Game, s match.Score) error {
		report(s.Games(), s)
		return nil
	})
	if err != nil {
		return MatchLine{}, err
	}
	line := MatchLine{first, second, r.Config.Match.Visits, score, score.Share(), score.Margin()}
	j, err := r.openJournal(matchesName, json.Valid)
	if err != nil {
		return line, err
	}
	j.append(line)
	return line, j.close()
}

func (r *Run) matchLine(first, second int) (MatchLine, bool) {
	lines, _ := r.readJournal(matchesName)
	for _, text := range lines {
		var line MatchLine
		if json.Unmarshal(text, &line) == nil && line.First == first && line.Second == second {
			return line, true
		}
	}
	return MatchLine{}, false
}
