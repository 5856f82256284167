package run

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"

	"drafthorse/datasets"
	"drafthorse/store"
)

const selfPlayName = "selfplay.jsonl"

// GenerationLine is a line of selfplay.jsonl: what the games of one net are like.
// All shares are in [0, 1].
type GenerationLine struct {
	Net         int     `json:"net"`
	ID          string  `json:"id"`        // of the net: what net.Network.ID says
	Games       int     `json:"games"`     // but those in damaged shards
	Positions   int     `json:"positions"` // searched for training
	MeanPlies   float64 `json:"mean_plies"`
	WhiteWins   float64 `json:"white_wins"`
	Draws       float64 `json:"draws"`
	BlackWins   float64 `json:"black_wins"`
	Adjudicated float64 `json:"adjudicated"` // ended by an endgame table
	Capped      float64 `json:"capped"`      // cut at the length cap, which counts as a draw
	Unique10    float64 `json:"unique_10"`   // whose position after ten plies no earlier game of the net had
	Unique20    float64 `json:"unique_20"`   // the same after twenty
}

// Generations returns the lines of selfplay.jsonl, by ascending net. It first
// brings the file up to date with the games that the run holds, by reading the
// shards of the nets that have played more since. The newest net is left out
// until it has played its number of games, for of fewer games more are new.
func (r *Run) Generations() ([]GenerationLine, error) {
	lines, err := decoded[GenerationLine](r, selfPlayName)
	if err != nil {
		return nil, err
	}
	shards, played := map[int][]store.Record{}, map[int]int{} // by net, the games they hold
	for _, s := range r.shards() {
		shards[s.Facts.Generation] = append(shards[s.Facts.Generation], s)
		played[s.Facts.Generation] += s.Facts.Games
	}
	if newest := r.Generation(); played[newest] < r.Config.Games {
		delete(shards, newest)
	}
	var failure error
	right := func(l GenerationLine) bool {
		if shards[l.Net] == nil || played[l.Net] != l.Games {
			return false
		}
		is, err := r.mayBe(l.Net, l.ID)
		failure = errors.Join(failure, err)
		return is
	}
	sound := slices.DeleteFunc(slices.Clone(lines), func(l GenerationLine) bool { return !right(l) })
	if failure != nil {
		return nil, failure
	}
	if len(sound) == len(lines) && len(sound) == len(shards) {
		return lines, nil
	}
	lines = sound
	j, err := r.openJournal(selfPlayName, func(text []byte) bool {
		var l GenerationLine
		return json.Unmarshal(text, &l) == nil && right(l)
	})
	if err != nil {
		return nil, err
	}
	for g := range r.Generation() + 1 {
		told := slices.ContainsFunc(sound, func(l GenerationLine) bool { return l.Net == g })
		if shards[g] != nil && !told {
			line, err := r.count(g, shards[g])
			if err != nil {
				return nil, errors.Join(err, j.close())
			}
			if line.Games == 0 {
				continue // no shard can be read
			}
			j.append(line)
			lines = append(lines, line)
		}
	}
	slices.SortStableFunc(lines, func(a, b GenerationLine) int { return a.Net - b.Net })
	return lines, j.close()
}

// count counts the games in the shards of a net, but the damaged ones.
func (r *Run) count(net int, shards []store.Record) (GenerationLine, error) {
	line := GenerationLine{Net: net}
	var p Played
	for _, record := range shards {
		shard, err := datasets.OpenShard(r.Dir, record)
		if _, unread := errors.AsType[*fs.PathError](err); unread {
			return line, err
		}
		if err != nil {
			continue // training reports it
		}
		line.ID = shard.Metadata.Net
		for g, err := range shard.Games() {
			if err != nil {
				break
			}
			p.add(g)
		}
	}
	line.Games, line.Positions, line.MeanPlies = p.Games, p.Rows, p.MeanPlies()
	line.WhiteWins, line.Draws, line.BlackWins = p.Share(p.WhiteWins), p.Share(p.Draws), p.Share(p.BlackWins)
	line.Adjudicated, line.Capped = p.Share(p.Adjudicated), p.Share(p.Capped)
	line.Unique10, line.Unique20 = p.Unique10(), p.Unique20()
	return line, nil
}
