package learn

import (
	"context"
	"encoding/json"

	"drafthorse/match"
	"drafthorse/net"
	"drafthorse/run"
)

// progress is the question that a match of two nets of the run answers: has
// the newer one become stronger? It is asked for information; the match is
// played to its end.
var progress = match.Test{Elo0: 0, Elo1: 50}

// match lets the newest net play an opponent for a number of games and writes the
// result into matches.jsonl.
func (s *site) match(ctx context.Context, opponent run.Player, games int, report func(s match.Score)) (run.MatchLine, error) {
	first := run.Player{Net: s.Generation()}
	line := run.MatchLine{First: first.String(), Second: opponent.String(), Visits: s.Config.Match.Visits}
	one, err := s.player(first, &line.FirstID)
	if err != nil {
		return run.MatchLine{}, err
	}
	other, err := s.player(opponent, &line.SecondID)
	if err != nil {
		return run.MatchLine{}, err
	}
	config := s.Config.Match.Config
	config.Games = games
	score, err := match.Play(ctx, config, s.Workers, one, other, func(_ match.Game, s match.Score) error {
		report(s)
		return nil
	})
	if err != nil {
		return run.MatchLine{}, err
	}
	line.Result = score.Result()
	if opponent.Depth == 0 {
		t := progress.Of(score)
		line.Test = &t
	}
	j, err := s.OpenJournal(run.MatchesName, json.Valid)
	if err != nil {
		return line, err
	}
	j.Append(line)
	return line, j.Close()
}

// player returns a function that makes players for one worker each. It tells
// the id of a net.
func (s *site) player(c run.Player, id *string) (func() (match.Player, error), error) {
	if c.Depth > 0 {
		return func() (match.Player, error) { return &match.Reference{Depth: c.Depth}, nil }, nil
	}
	n, err := s.Net(c.Net)
	if err != nil {
		return nil, err
	}
	*id = n.ID()
	return func() (match.Player, error) {
		return match.NewSearcher(s.Config.PlaySearch(), net.NewEvaluator(n), s.Endgames.Prove, s.Config.Match.Visits), nil
	}, nil
}
