package learn

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"

	"drafthorse/datasets"
	"drafthorse/run"
	"drafthorse/store"
)

// Generations returns the lines of selfplay.jsonl, by ascending net. It first
// brings the file up to date with the games that the run holds, by reading the
// shards of the nets that have played more since. The newest net is left out
// until it has played its number of games, for of fewer games more are new.
func (s *site) Generations() ([]run.GenerationLine, error) {
	lines, err := s.SelfPlay()
	if err != nil {
		return nil, err
	}
	shards, played := map[int][]store.Record{}, map[int]int{} // by net, the games they hold
	for _, record := range s.Shards() {
		net := record.Facts.Generation
		shards[net] = append(shards[net], record)
		played[net] += record.Facts.Games
	}
	if newest := s.Generation(); played[newest] < s.Config.Games {
		delete(shards, newest)
	}
	var failure error
	right := func(line run.GenerationLine) bool {
		if shards[line.Net] == nil || played[line.Net] != line.Games {
			return false
		}
		is, err := s.CouldBeOurs(line.Net, line.ID)
		failure = errors.Join(failure, err)
		return is
	}
	sound := slices.DeleteFunc(slices.Clone(lines), func(line run.GenerationLine) bool { return !right(line) })
	if failure != nil {
		return nil, failure
	}
	if len(sound) == len(lines) && len(sound) == len(shards) {
		return lines, nil
	}
	lines = sound
	j, err := s.OpenJournal(run.SelfPlayName, func(text []byte) bool {
		var line run.GenerationLine
		return json.Unmarshal(text, &line) == nil && right(line)
	})
	if err != nil {
		return nil, err
	}
	for g := range s.Generation() + 1 {
		told := slices.ContainsFunc(sound, func(line run.GenerationLine) bool { return line.Net == g })
		if shards[g] != nil && !told {
			line, err := s.count(g, shards[g])
			if err != nil {
				return nil, errors.Join(err, j.Close())
			}
			if line.Games == 0 {
				continue // no shard can be read
			}
			j.Append(line)
			lines = append(lines, line)
		}
	}
	slices.SortStableFunc(lines, func(a, b run.GenerationLine) int { return a.Net - b.Net })
	return lines, j.Close()
}

// count counts the games in the shards of a net, but the damaged ones.
func (s *site) count(net int, shards []store.Record) (run.GenerationLine, error) {
	line := run.GenerationLine{Net: net}
	var p SelfPlayStats
	for _, record := range shards {
		shard, err := datasets.OpenShard(s.Dir, record)
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
