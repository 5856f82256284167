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
	First    string `json:"first"`               // whose score it is
	Second   string `json:"second"`              // the opponent
	FirstID  string `json:"first_id,omitempty"`  // of a net: what net.Network.ID says
	SecondID string `json:"second_id,omitempty"` // of a net
	Visits   int    `json:"visits"`              // of each search of a net
	match.Result
	Test *match.Tested `json:"sprt,omitempty"` // of two nets
}

// Match lets two contestants play each other for a number of games and writes the
// result into matches.jsonl, unless it stands there already.
func (r *Run) Match(ctx context.Context, first, second Contestant, games, workers int, report func(done int, s match.Score)) (MatchLine, error) {
	lines, err := r.Matches()
	if err != nil {
		return MatchLine{}, err
	}
	if line, ok := r.matchLine(lines, first, second, games); ok {
		return line, nil
	}
	line := MatchLine{First: first.String(), Second: second.String(), Visits: r.Config.Match.Visits}
	one, err := r.player(first, &line.FirstID)
	if err != nil {
		return MatchLine{}, err
	}
	other, err := r.player(second, &line.SecondID)
	if err != nil {
		return MatchLine{}, err
	}
	config := r.Config.Match.Config
	config.Games = games
	score, err := match.Play(ctx, config, workers, one, other, func(_ match.Game, s match.Score) error {
		report(s.Games(), s)
		return nil
	})
	if err != nil {
		return MatchLine{}, err
	}
	line.Result = score.Result()
	if first.Depth == 0 && second.Depth == 0 {
		t := progress.Of(score)
		line.Test = &t
	}
	j, err := r.openJournal(matchesName, json.Valid)
	if err != nil {
		return line, err
	}
	j.append(line)
	return line, j.close()
}

// player returns a function that makes players for one worker each. It tells
// the id of a net.
func (r *Run) player(c Contestant, id *string) (func() (match.Player, error), error) {
	if c.Depth > 0 {
		return func() (match.Player, error) { return &match.Reference{Depth: c.Depth}, nil }, nil
	}
	n, err := r.Net(c.Net)
	if err != nil {
		return nil, err
	}
	*id = n.ID()
	return func() (match.Player, error) {
		return match.NewSearcher(r.Config.PlaySearch(), net.NewEvaluator(n), r.Endgames.Prove, r.Config.Match.Visits), nil
	}, nil
}

// matchLine returns that of the lines of [Run.Matches] which tells of a match, if
// it has been played.
func (r *Run) matchLine(lines []MatchLine, first, second Contestant, games int) (MatchLine, bool) {
	i := slices.IndexFunc(lines, func(l MatchLine) bool {
		return l.First == first.String() && l.Second == second.String() && l.Score.Games() == games && l.Visits == r.Config.Match.Visits
	})
	if i < 0 {
		return MatchLine{}, false
	}
	return lines[i], true
}
