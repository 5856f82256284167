package learn

import (
	"sort"

	"drafthorse/run"
	"drafthorse/store"
)

// State is what the next step of a run depends on. It is made of the records of the
// run's manifest, in their order ([State.Add]), and of its matches. No question to
// it takes longer in a longer run.
type State struct {
	Config     run.Config
	Newest     int             // number of the newest net, -1 before there is one
	CycleBegan int             // number of the net with which the last cycle ended, or 0
	Matches    []run.MatchLine // that were played
	Unplayable []run.Player    // opponents of the newest net whose files are damaged

	sums     []sums      // at i: of the first i shards
	playedBy []int       // nets, by shard
	ofNet    map[int]int // shards, by the net that played them
	seen     int         // how many of the shards the training of the newest net has seen
}

// sums are what some shards hold together.
type sums struct {
	games, rows, heldOut int
	taken                int // of a window: its rows, or 1 for a shard without any
}

// NewState returns the state of a run before its first record.
func NewState(c run.Config) *State {
	return &State{Config: c, Newest: -1, sums: []sums{{}}, ofNet: map[int]int{}}
}

// Add takes in the next record of the run's manifest.
func (s *State) Add(r store.Record) {
	switch r.Kind {
	case run.KindShard:
		last := s.sums[s.shards()]
		s.sums = append(s.sums, sums{
			games:   last.games + r.Facts.Games,
			rows:    last.rows + r.Facts.Rows,
			heldOut: last.heldOut + r.Facts.HeldOut,
			taken:   last.taken + max(1, r.Facts.Rows),
		})
		s.playedBy = append(s.playedBy, r.Facts.Generation)
		s.ofNet[r.Facts.Generation]++
	case run.KindNet:
		s.Newest, s.Unplayable = r.Facts.Generation, nil
		switch {
		case r.Facts.Generation == 0: // the run begins with it
		case r.Facts.Seen > 0:
			s.seen = r.Facts.Seen
		default: // by a program that did not record it
			s.seen = s.reach(s.seen, s.Config.Games)
		}
	case run.KindAnnotated:
		s.CycleBegan = r.Facts.Generation
	}
}

// shards returns how many there are.
func (s *State) shards() int { return len(s.playedBy) }

// between returns what the shards from one up to but without another hold.
func (s *State) between(from, to int) sums {
	a, b := s.sums[from], s.sums[to]
	return sums{b.games - a.games, b.rows - a.rows, b.heldOut - a.heldOut, b.taken - a.taken}
}

// reach returns how many of the run's shards it takes to have a number of games
// after the first seen ones: all if they have fewer.
func (s *State) reach(seen, games int) int {
	n := sort.Search(s.shards()-seen, func(i int) bool { return s.between(seen, seen+i).games >= games })
	return seen + n
}

// window returns the first of the shards that a window of most rows holds of the
// first end ones, as [drafthorse/datasets.LoadWindow] takes them.
func (s *State) window(end, most int) int {
	first := sort.Search(end, func(i int) bool { return s.between(i, end).taken <= most })
	if first > 0 && s.between(first-1, first).rows == 0 && s.between(first, end).taken == most {
		first-- // a shard without rows needs no room
	}
	return max(0, min(first, end-1))
}

// A training sees the run's shards in the order of their records, up to the one
// with which the games that no training has seen reach the run's number. If they
// hold too few positions for one step, it takes twice the number, and so on. A
// training that is asked for before that sees what there is. How many shards it
// sees stands in its checkpoint and in its net's record. So the manifest alone
// says which games a net was trained on and which are fresh, also where self-play
// goes on during a training. Where it does not, the fresh games are those that
// the newest net has played.

// trainableShards returns how many of the shards a training sees when the one
// before it has seen the first seen of them, and the number of games for which it
// waits.
func (s *State) trainableShards(seen int) (end, games int) {
	for games = s.Config.Games; ; games *= 2 {
		end = s.reach(seen, games)
		if s.between(seen, end).games < games || !s.needsMoreGames(end, seen) {
			return end, games
		}
	}
}

// needsMoreGames reports whether the training that sees the shards up to end has
// too few positions for one step, and more games would help.
func (s *State) needsMoreGames(end, seen int) bool {
	fresh := s.between(seen, end)
	return s.recordedSteps(end, seen) == 0 && neverTrainable(fresh.games, fresh.rows) == nil
}

// recordedSteps returns how many steps a training makes, by what the records say of
// the rows.
func (s *State) recordedSteps(end, seen int) int {
	w := s.between(s.window(end, windowRows(s.Config, s.between(0, end).rows)), end)
	return stepsOn(s.Config, rowBudget(s.between(seen, end).rows, w.rows, w.rows-w.heldOut))
}

// Fresh returns how many games no training has seen, and how many the next training
// is to have: the run's number, or more if they hold too few positions for a step.
func (s *State) Fresh() (games, wanted int) {
	_, wanted = s.trainableShards(s.seen)
	return s.between(s.seen, s.shards()).games, wanted
}

// FreshBy returns how many of the fresh games a net has played.
func (s *State) FreshBy(net int) int {
	games := 0
	for i := s.seen; i < s.shards(); i++ {
		if s.playedBy[i] == net {
			games += s.between(i, i+1).games
		}
	}
	return games
}

// ahead is how many generations of fresh games self-play may have at most: one
// for the training under way, one for the next.
const ahead = 2

// Room returns how many games self-play may play before it has to wait for a
// training.
func (s *State) Room() int {
	room, seen := 0, s.seen
	for range ahead {
		end, games := s.trainableShards(seen)
		room += max(0, games-s.between(seen, end).games)
		seen = end
	}
	return room
}

// Totals counts what a run has committed.
type Totals struct {
	Games int `json:"games"`
	Rows  int `json:"positions"` // searched for training
	Nets  int `json:"nets"`      // trained ones
}

// Totals counts the whole run.
func (s *State) Totals() Totals {
	all := s.between(0, s.shards())
	return Totals{all.games, all.rows, s.Newest}
}
