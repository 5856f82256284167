package annotate

import (
	"context"
	"sync"

	"drafthorse/analysis"
	"drafthorse/rules"
)

// solutions solves the positions that look like puzzles. A position is solved once,
// by whichever worker asks first, and its solution is kept with the findings.
type solutions struct {
	known     *results // read only; nil if there are none
	results   *results
	key       analysis.SolutionKey // without its position
	newSolver func() *analysis.Solver
	ctx       context.Context // its end ends a search for a solution, which is worth nothing then

	mu  sync.Mutex
	way map[rules.Position]bool // positions after the first of the puzzles solved so far, White to move
}

// solve returns the puzzle that a position is, or nil.
type solve func(rules.Position) (*analysis.Puzzle, error)

// openSolutions returns what solves puzzles by the net of the options, as thoroughly as
// positions are searched within the limits.
func openSolutions(ctx context.Context, o *Options, kept *results, limits analysis.Limits) (*solutions, error) {
	n, endgames, err := o.Knowledge()
	if err != nil {
		return nil, err
	}
	nodes := limits.PuzzleNodes()
	s := &solutions{
		results: kept, key: analysis.SolutionKey{Net: n.ID(), Tables: endgames.ID(), Nodes: nodes}, ctx: ctx,
		newSolver: func() *analysis.Solver { return analysis.NetSolver(n, endgames, nodes) },
		way:       map[rules.Position]bool{},
	}
	if !kept.adding && kept.name != "" {
		s.known = kept
		s.results, err = passingResults()
	}
	return s, err
}

// newWorker returns what solves positions on one goroutine.
func (s *solutions) newWorker() solve {
	var solver *analysis.Solver // its table is large, and many games have no shot
	return func(p rules.Position) (*analysis.Puzzle, error) {
		key := s.key
		key.Position = p
		if s.known != nil {
			if found, err := s.known.solution(key, nil); err != errMissing {
				return found.Puzzle, err
			}
		}
		found, err := s.results.solution(key, func() (analysis.Solution, error) {
			if solver == nil {
				solver = s.newSolver()
				solver.StopWhen(func() bool { return s.ctx.Err() != nil })
			}
			found := analysis.Solution{SolutionKey: key}
			puzzle, none := solver.Solve(p)
			if none != nil {
				found.None = none.Error()
			} else {
				found.Puzzle = puzzle
			}
			return found, context.Cause(s.ctx)
		})
		return found.Puzzle, err
	}
}

// prepare returns what solves, on one goroutine, the positions that an output will
// probably ask for: not those on the way of a puzzle solved before.
func (s *solutions) prepare() func(rules.Position) error {
	if s == nil {
		return func(rules.Position) error { return nil }
	}
	solve := s.newWorker()
	return func(p rules.Position) error {
		if s.onTheWay(p) {
			return nil
		}
		puzzle, err := solve(p)
		if puzzle != nil {
			s.add(puzzle)
		}
		return err
	}
}

func (s *solutions) onTheWay(p rules.Position) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.way[whiteToMove(p)]
}

func (s *solutions) add(z *analysis.Puzzle) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := z.Position
	for _, m := range z.Line {
		p = p.Play(m)
		s.way[whiteToMove(p)] = true
	}
}

// whiteToMove returns the position, turned if Black is to move: it is the same
// puzzle.
func whiteToMove(p rules.Position) rules.Position {
	if p.Turn() == rules.Black {
		return p.Turned()
	}
	return p
}

// close gives back what only the solutions use.
func (s *solutions) close() error {
	if s == nil || s.known == nil {
		return nil
	}
	return s.results.close()
}
