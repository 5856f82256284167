package query

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"drafthorse/mcts"
	"drafthorse/rules"
)

// Request is what a line asks for: a query or an action.
type Request struct {
	Query  *Query // nil: it is an action
	Action Action
	// Warnings say which fields are not known and were passed over.
	Warnings []Warning
}

// Warning is about a field that is not known.
type Warning struct {
	ID      string `json:"id"`
	Problem string `json:"warning"`
	Field   string `json:"field"`
}

var (
	queryFields = []string{"id", "fen", "moves", "turns", "search", "visits", "depth", "nodes", "time_ms",
		"root_moves", "multipv", "priority"}
	actionFields = []string{"id", "action", "target"}
	actions      = []string{terminate, terminateAll, queryVersion}
)

// Parse reads a line. A tree search whose query has no limit gets the given
// number of visits.
func Parse(line []byte, visits int) (Request, *Error) {
	f, broken := split(line)
	id, err := identity(f)
	if broken != nil {
		broken.ID = id
		return Request{}, broken
	}
	if err != nil {
		return Request{}, err
	}
	r := Request{}
	known := queryFields
	if f.has("action") {
		known = actionFields
		r.Action, err = parseAction(f, id)
	} else {
		r.Query, err = parseQuery(f, id, visits)
	}
	if err != nil {
		err.ID = id
		return Request{}, err
	}
	for _, name := range f.names {
		if !slices.Contains(known, name) {
			r.Warnings = append(r.Warnings, Warning{
				ID: id, Field: shortened(name), Problem: "there is no such field, it is passed over: want one of " + strings.Join(known, ", "),
			})
		}
	}
	return r, nil
}

func identity(f fields) (string, *Error) {
	if !f.has("id") {
		return "", wrong("id", `it is missing: want a text that comes back with the answers, as in "id":"1"`)
	}
	id, err := f.text("id", `a text, as in "id":"1"`)
	if err == nil && (id == "" || len(id) > maxID) {
		return "", wrong("id", "it has %d bytes: want 1 to %d", len(id), maxID)
	}
	return id, err
}

func parseAction(f fields, id string) (Action, *Error) {
	want := "one of " + strings.Join(actions, ", ")
	name, err := f.text("action", want)
	if err != nil {
		return Action{}, err
	}
	a := Action{ID: id, Name: name}
	switch {
	case !slices.Contains(actions, name):
		return a, wrong("action", "there is no action %q: want %s", shortened(name), want)
	case name != terminate:
		return a, nil
	case !f.has("target"):
		return a, wrong("target", "it is missing: want the id of the query to end")
	}
	a.Target, err = f.text("target", "the id of the query to end, a text")
	return a, err
}

func parseQuery(f fields, id string, visits int) (*Query, *Error) {
	q := &Query{ID: id, Start: rules.Start()}
	if f.has("fen") {
		fen, err := f.text("fen", `a position, as in "W:W31-50:B1-20"`)
		if err != nil {
			return nil, err
		}
		p, bad := rules.ParseFEN(fen)
		if bad != nil {
			return nil, wrong("fen", "%v", bad)
		}
		q.Start = p
	}
	positions, err := q.parseMoves(f)
	if err != nil {
		return nil, err
	}
	if err := q.parseTurns(f); err != nil {
		return nil, err
	}
	if err := q.parseRootMoves(f, positions); err != nil {
		return nil, err
	}
	if err := q.parseLimits(f, visits); err != nil {
		return nil, err
	}
	priority, err := f.number("priority", -maxUrgency, maxUrgency)
	q.Priority = int(priority)
	return q, err
}

// parseMoves reads the moves and returns the positions before each and after
// the last.
func (q *Query) parseMoves(f fields) ([]rules.Position, *Error) {
	texts, err := f.texts("moves", maxMoves, `as in ["32-28","19-23"]`)
	if err != nil {
		return nil, err
	}
	positions := []rules.Position{q.Start}
	for i, text := range texts {
		p := positions[i]
		m, err := parseMove(p, text, element("moves", i))
		if err != nil {
			return nil, err
		}
		q.Moves = append(q.Moves, m)
		positions = append(positions, p.Play(m))
	}
	return positions, nil
}

// parseMove reads a move of p that stands at the given place of the query.
func parseMove(p rules.Position, text, place string) (rules.Move, *Error) {
	m, bad := p.ParseMove(text)
	if bad == nil {
		return m, nil
	}
	explained := shortened(bad.Error())
	if e, ok := bad.(*rules.MoveError); ok {
		explained = fmt.Sprintf("move %q: %s", shortened(text), e.Reason)
	}
	legal := p.AppendMoves(nil)
	if len(legal) == 0 {
		return m, wrong(place, "%s, in %s", explained, p.FEN())
	}
	names := make([]string, len(legal))
	for i, l := range legal {
		names[i] = p.MoveText(l)
	}
	return m, wrong(place, "%s, in %s: want one of %s", explained, p.FEN(), strings.Join(names, " "))
}

func (q *Query) parseTurns(f fields) *Error {
	if !f.has("turns") {
		q.Turns = []Turn{{Ply: len(q.Moves)}}
		return nil
	}
	list, err := f.list("turns", len(q.Moves)+1, "numbers of moves played, as in [0,1,2]")
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return wrong("turns", "it is empty: want one number at least, or leave it out for the last position")
	}
	seen := make([]bool, len(q.Moves)+1)
	for i, value := range list {
		ply, err := number(element("turns", i), value, 0, int64(len(q.Moves)))
		if err != nil {
			return err
		}
		if seen[ply] {
			return wrong(element("turns", i), "turn %d is there twice: want it once", ply)
		}
		seen[ply] = true
		q.Turns = append(q.Turns, Turn{Ply: int(ply)})
	}
	return nil
}

// parseRootMoves reads the moves to look at, which must be legal at each turn.
func (q *Query) parseRootMoves(f fields, positions []rules.Position) *Error {
	texts, err := f.texts("root_moves", maxMoves, `as in ["32-28","31-26"]`)
	if err != nil {
		return err
	}
	if f.has("root_moves") && len(texts) == 0 {
		return wrong("root_moves", "it is empty: want one move at least, or leave it out for all")
	}
	for t := range q.Turns {
		turn := &q.Turns[t]
		for i, text := range texts {
			m, err := parseMove(positions[turn.Ply], text, element("root_moves", i))
			if err != nil {
				err.Problem = fmt.Sprintf("at turn %d: %s", turn.Ply, err.Problem)
				return err
			}
			if slices.Contains(turn.Only, m) {
				return wrong(element("root_moves", i), "the move %q is there twice: want it once", shortened(text))
			}
			turn.Only = append(turn.Only, m)
		}
	}
	return nil
}

func (q *Query) parseLimits(f fields, visits int) *Error {
	l := &q.Limits
	l.Search = MCTS
	if f.has("search") {
		name, err := f.text("search", `"mcts" or "alphabeta"`)
		if err != nil {
			return err
		}
		if l.Search = Search(name); l.Search != MCTS && l.Search != AlphaBeta {
			return wrong("search", `there is no search %q: want "mcts" or "alphabeta"`, shortened(name))
		}
	}
	foreign := []string{"depth", "nodes", "multipv"}
	want := `it goes with "search":"alphabeta": want visits or time_ms with a tree search, which says of every move what it is worth`
	if l.Search == AlphaBeta {
		foreign = []string{"visits"}
		want = `it goes with "search":"mcts": want depth, nodes or time_ms with alpha-beta`
	}
	for _, name := range foreign {
		if f.has(name) {
			return wrong(name, "%s", want)
		}
	}
	var numbers [5]int64
	for i, n := range []struct {
		name string
		most int64
	}{{"visits", MaxVisits}, {"depth", maxDepth}, {"nodes", maxNodes}, {"time_ms", maxTime.Milliseconds()}, {"multipv", maxMultiPV}} {
		var err *Error
		if numbers[i], err = f.number(n.name, 1, n.most); err != nil {
			return err
		}
	}
	l.Visits, l.Depth, l.Nodes = int(numbers[0]), int(numbers[1]), uint64(numbers[2])
	l.Time = time.Duration(numbers[3]) * time.Millisecond
	q.MultiPV = max(1, int(numbers[4]))
	switch {
	case l.Search == MCTS && l.Visits == 0 && l.Time == 0:
		l.Visits = visits
	case l.Search == MCTS && l.Visits == 0:
		l.Visits = mcts.MostVisits
	case l.Search == AlphaBeta && l.Depth == 0 && l.Nodes == 0 && l.Time == 0:
		l.Nodes = defaultNodes
	}
	return nil
}
