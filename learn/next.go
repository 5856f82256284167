package learn

import (
	"fmt"
	"slices"

	"drafthorse/run"
)

// Goal is what a loop works towards. The zero goal is never met: with it, two
// processes that have one role each wait for what the other brings about.
type Goal struct {
	Games bool // the games that the next training waits for
	Nets  int  // the net with this number, if it is not 0
	Cycle bool // and after it the end of the cycle: its matches and the annotated game

	// Early has the net trained on the games that there are, if it is too early
	// for a training, and nothing measured.
	Early bool
}

// Action is a kind of step.
type Action int

const (
	Done       Action = iota // the goal is met
	Play                     // the net plays games against itself
	Train                    // the net is trained on the first shards
	Match                    // the net plays a match
	Annotate                 // the net annotates the game that ends a cycle
	AwaitGames               // another process plays the games for the net
	AwaitNet                 // another process trains the net
)

// Step is what is to be done next.
type Step struct {
	Do       Action
	Net      int        // that plays, is trained, measured or waited for, or annotates
	Games    int        // that are to be played, or are missing
	Wanted   int        // fresh games, when these are played; 0 if it is not known
	Shards   int        // that a training sees; one that goes on sees those it began with
	Opponent run.Player // of a match
}

// String says what is to be done.
func (s Step) String() string {
	switch s.Do {
	case Play:
		return fmt.Sprintf("net %d plays %d games", s.Net, s.Games)
	case Train:
		return fmt.Sprintf("train net %d on %d shards", s.Net, s.Shards)
	case Match:
		return fmt.Sprintf("net %d plays %d games against %s", s.Net, s.Games, s.Opponent)
	case Annotate:
		return fmt.Sprintf("net %d annotates", s.Net)
	case AwaitGames:
		return fmt.Sprintf("wait for %d games for net %d", s.Games, s.Net)
	case AwaitNet:
		return fmt.Sprintf("wait for net %d", s.Net)
	}
	return "done"
}

// Next returns what a process with some roles does next towards a goal. It is the
// only place that decides this.
//
//   - The newest net is measured before anything else, when the monitor is due.
//   - A net is trained as soon as its games are there.
//   - Else games are played: those that the next training waits for, or, if the
//     training is another process, as many as may wait for it.
//   - What is another role's work is waited for.
func Next(s *State, roles run.Roles, g Goal) Step {
	training, playing := roles&run.Training != 0, roles&run.Playing != 0
	if training && !g.Early {
		if opponent, due := s.measurement(); due {
			return Step{Do: Match, Net: s.Newest, Opponent: opponent, Games: s.Config.Monitor.Games}
		}
	}
	if g.Nets > 0 && s.Newest >= g.Nets {
		if g.Cycle {
			return s.endOfCycle(g.Nets)
		}
		return Step{Do: Done}
	}
	fresh, wanted := s.Fresh()
	missing := max(0, wanted-fresh)
	switch {
	case g.Games && missing == 0:
		return Step{Do: Done}
	case training && (missing == 0 || g.Early):
		end, _ := s.trainableShards(s.seen)
		return Step{Do: Train, Net: s.Newest + 1, Shards: end}
	case playing && (training || g.Games):
		return Step{Do: Play, Net: s.Newest, Games: missing, Wanted: wanted}
	case playing && s.Room() > 0:
		return Step{Do: Play, Net: s.Newest, Games: s.Room()}
	case playing:
		return Step{Do: AwaitNet, Net: s.Newest + 1, Games: fresh}
	}
	return Step{Do: AwaitGames, Net: s.Newest + 1, Games: missing, Wanted: wanted}
}

// cycleOpponents are whom the newest net plays at the end of a cycle.
var cycleOpponents = []run.Player{{Net: 0}, {Depth: 1}, {Depth: 3}}

// endOfCycle returns what is left of a cycle that ends with a net.
func (s *State) endOfCycle(net int) Step {
	if s.CycleBegan >= net {
		return Step{Do: Done}
	}
	for _, opponent := range cycleOpponents {
		if s.unplayed(opponent, s.Config.Match.Games) {
			return Step{Do: Match, Net: s.Newest, Opponent: opponent, Games: s.Config.Match.Games}
		}
	}
	return Step{Do: Annotate, Net: s.Newest}
}

// CycleMatches returns the matches that the newest net has played at the end of a
// cycle.
func (s *State) CycleMatches() []run.MatchLine {
	var lines []run.MatchLine
	for _, opponent := range cycleOpponents {
		if line, played := s.line(s.Newest, opponent, s.Config.Match.Games); played {
			lines = append(lines, line)
		}
	}
	return lines
}

// CycleEnd returns the number of the net with which the cycle under way ends: the
// given number of nets after its beginning.
func (s *State) CycleEnd(nets int) int { return max(s.CycleBegan+nets, s.Newest) }

// unplayed reports whether the newest net could play a match and has not.
func (s *State) unplayed(opponent run.Player, games int) bool {
	_, played := s.line(s.Newest, opponent, games)
	return !played && !slices.Contains(s.Unplayable, opponent)
}

// line returns the match of a net against an opponent, if it was played.
func (s *State) line(net int, opponent run.Player, games int) (run.MatchLine, bool) {
	return run.FindMatch(s.Matches, run.Player{Net: net}, opponent, games, s.Config.Match.Visits)
}

// Beyond these shares of the points a match says next to nothing more.
const (
	oneSided = 0.97 // a depth that the net before scored more against is not played again
	hopeless = 0.03 // depths beyond one that the net scores less against are not played
)

// measurement returns the opponent of the match that the newest net is to play next
// for the monitor. The opponents are the net that was measured before it, or net 0,
// and the reference player at ascending depths. What was played is not played again.
func (s *State) measurement() (opponent run.Player, due bool) {
	m := s.Config.Monitor
	if m.Every == 0 || s.Newest <= 0 || s.Newest%m.Every != 0 {
		return run.Player{}, false
	}
	before := run.Player{Net: s.Newest - m.Every}
	if s.unplayed(before, m.Games) {
		return before, true
	}
	for _, d := range m.Depths {
		depth := run.Player{Depth: d}
		line, played := s.line(s.Newest, depth, m.Games)
		switch {
		case played && line.Share < hopeless:
			return run.Player{}, false
		case !played && !s.tooEasy(depth):
			return depth, true
		}
	}
	return run.Player{}, false
}

// tooEasy reports whether an earlier net than the newest was one-sidedly better than
// a player the last time.
func (s *State) tooEasy(p run.Player) bool {
	for _, l := range slices.Backward(s.Matches) {
		g, ok := l.FirstNet()
		if ok && g < s.Newest && l.Second == p.String() {
			return l.Share > oneSided
		}
	}
	return false
}
