package run

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"drafthorse/match"
	"drafthorse/net"
)

// Contestant is a player in a match of a run: a net of the run with the match's
// visits, or the fixed reference player.
type Contestant struct {
	Net   int // generation, if Depth is 0
	Depth int // of the reference player
}

// String names c, as "net 2" or "reference depth 3".
func (c Contestant) String() string {
	if c.Depth > 0 {
		return fmt.Sprintf("reference depth %d", c.Depth)
	}
	return fmt.Sprintf("net %d", c.Net)
}

// MatchLine is a line of matches.jsonl.
type MatchLine struct {
	First  string `json:"first"`  // whose score it is
	Second string `json:"second"` // the opponent
	Visits int    `json:"visits"` // of each search of a net
	match.Score
	Share  float64 `json:"share"`  // of the points, 0 to 1
	Margin float64 `json:"margin"` // half the width of its 95 % confidence interval
}

// Match lets two contestants play each other and writes the result into
// matches.jsonl, unless it stands there already.
func (r *Run) Match(ctx context.Context, first, second Contestant, workers int, report func(done int, s match.Score)) (MatchLine, error) {
	if line, ok := r.matchLine(first, second); ok {
		return line, nil
	}
	one, err := r.player(first)
	if err != nil {
		return MatchLine{}, err
	}
	other, err := r.player(second)
	if err != nil {
		return MatchLine{}, err
	}
	score, err := match.Play(ctx, r.Config.Match.Config, workers, one, other, func(_ match.Game, s match.Score) error {
		report(s.Games(), s)
		return nil
	})
	if err != nil {
		return MatchLine{}, err
	}
	line := MatchLine{first.String(), second.String(), r.Config.Match.Visits, score, score.Share(), score.Margin()}
	j, err := r.openJournal(matchesName, json.Valid)
	if err != nil {
		return line, err
	}
	j.append(line)
	return line, j.close()
}

// player returns a function that makes players for one worker each.
func (r *Run) player(c Contestant) (func() match.Player, error) {
	if c.Depth > 0 {
		return func() match.Player { return &match.Reference{Depth: c.Depth} }, nil
	}
	n, err := r.Net(c.Net)
	return func() match.Player {
		return match.NewSearcher(r.Config.Search, net.NewEvaluator(n), r.Endgames.Prove, r.Config.Match.Visits)
	}, err
}

func (r *Run) matchLine(first, second Contestant) (MatchLine, bool) {
	lines, _ := r.Matches()
	i := slices.IndexFunc(lines, func(l MatchLine) bool { return l.First == first.String() && l.Second == second.String() })
	if i < 0 {
		return MatchLine{}, false
	}
	return lines[i], true
}
