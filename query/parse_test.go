package query

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"drafthorse/rules"
)

// TestParse has everything that a query may say. The capture is worked out by
// hand: the king on 16 jumps 21, 28 and 12 and lands on 1.
func TestParse(t *testing.T) {
	r, err := Parse([]byte(` {"id":"é\n","fen":"W:WK16,50:B12,21,28,44","moves":["16x1x28x12x21"],"turns":[1,0],
		"search":"alphabeta","depth":3,"nodes":4,"time_ms":5,"multipv":2,"priority":-3} `), 800)
	if err != nil {
		t.Fatal(err)
	}
	capture := rules.Move{From: 16, To: 1}
	for _, s := range []rules.Square{12, 21, 28} {
		capture.Captured |= s.Bit()
	}
	start, bad := rules.ParseFEN("W:WK16,50:B12,21,28,44")
	if bad != nil {
		t.Fatal(bad)
	}
	want := &Query{
		ID: "é\n", Start: start, Moves: []rules.Move{capture}, Turns: []Turn{{Ply: 1}, {Ply: 0}},
		Limits:  Limits{Search: AlphaBeta, Depth: 3, Nodes: 4, Time: 5 * time.Millisecond},
		MultiPV: 2, Priority: -3,
	}
	if !reflect.DeepEqual(r.Query, want) || r.Warnings != nil {
		t.Errorf("%+v, want %+v", r.Query, want)
	}
}

// TestDefaults has the limits that a query gets.
func TestDefaults(t *testing.T) {
	for _, test := range []struct {
		fields string
		want   Limits
	}{
		{``, Limits{Search: MCTS, Visits: 800}},
		{`,"search":"mcts","visits":5`, Limits{Search: MCTS, Visits: 5}},
		{`,"time_ms":250`, Limits{Search: MCTS, Visits: 2097152, Time: 250 * time.Millisecond}},
		{`,"time_ms":250,"visits":9`, Limits{Search: MCTS, Visits: 9, Time: 250 * time.Millisecond}},
		{`,"search":"alphabeta"`, Limits{Search: AlphaBeta, Nodes: 100_000}},
		{`,"search":"alphabeta","depth":9`, Limits{Search: AlphaBeta, Depth: 9}},
		{`,"search":"alphabeta","time_ms":1`, Limits{Search: AlphaBeta, Time: time.Millisecond}},
		{`,"search":"alphabeta","nodes":7,"depth":9`, Limits{Search: AlphaBeta, Depth: 9, Nodes: 7}},
	} {
		r, err := Parse([]byte(`{"id":"1"`+test.fields+`}`), 800)
		if err != nil {
			t.Errorf("%s: %v", test.fields, err)
		} else if r.Query.Limits != test.want {
			t.Errorf("%s: %+v, want %+v", test.fields, r.Query.Limits, test.want)
		}
	}
}

// TestErrors has what is said of a line: the field, and words of the problem and
// of what would be right.
func TestErrors(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, test := range []struct{ line, id, field, problem string }{
		{`hello`, "", "", "not a JSON object: after byte 0: invalid character 'h'"},
		{`[{"id":"1"}]`, "", "", `want something like {"id":"1","moves":["32-28"]}`},
		{`"id"`, "", "", "not a JSON object"},
		{`{"id":"1"`, "1", "", "unexpected EOF"},
		{`{"id":"1","moves":[}`, "1", "", "after byte 18: invalid character '}'"},
		{`{"id":"1"} {"id":"2"}`, "1", "", "want one object a line"},
		{"{\"id\":\"\xff\"}", "", "", "not UTF-8"},
		{`{"id":"1","id":"2"}`, "1", "id", "there twice"},
		{`{}`, "", "id", "missing"},
		{`{"id":1}`, "", "id", `it is 1: want a text, as in "id":"1"`},
		{`{"id":null}`, "", "id", "it is null: want a text"},
		{`{"id":""}`, "", "id", "0 bytes: want 1 to 256"},
		{`{"id":"` + long + `"}`, "", "id", "300 bytes: want 1 to 256"},
		{`{"id":"1","fen":3}`, "1", "fen", `it is 3: want a position, as in "W:W31-50:B1-20"`},
		{`{"id":"1","fen":"W:W51:B1"}`, "1", "fen", "51"},
		{`{"id":"1","moves":"32-28"}`, "1", "moves", `it is "32-28": want a list of texts, as in ["32-28","19-23"]`},
		{`{"id":"1","moves":null}`, "1", "moves", "it is null: want a list"},
		{`{"id":"1","moves":["32-28",null]}`, "1", "moves[1]", "it is null: want a text"},
		{`{"id":"1","moves":["32-28","32-27"]}`, "1", "moves[1]", "there is no piece on 32, in B:W28,"},
		{`{"id":"1","moves":["32-28","32-27"]}`, "1", "moves[1]", "want one of 17-21 18-22 19-23 20-24 16-21 17-22 18-23 19-24 20-25"},
		{`{"id":"1","moves":["e4"]}`, "1", "moves[0]", "'e' is no part of a move"},
		{`{"id":"1","fen":"B:W46,41,47:B36","moves":["36-31"]}`, "1", "moves[0]", "the game is over"},
		{`{"id":"1","fen":"W:WK35:B11,23,29,30","moves":["35x6"]}`, "1", "moves[0]", "35x19x28x6 or 35x24x33x6"},
		{`{"id":"1","moves":["` + long + `"]}`, "1", "moves[0]", "..."},
		{`{"id":"1","moves":[` + strings.Repeat(`"32-28",`, 10_000) + `"32-28"]}`, "1", "moves", "10001 elements: want at most 10000"},
		{`{"id":"1","moves":["32-28"],"turns":[2]}`, "1", "turns[0]", "it is 2: want a whole number from 0 to 1"},
		{`{"id":"1","moves":["32-28"],"turns":[0,-1]}`, "1", "turns[1]", "want a whole number from 0 to 1"},
		{`{"id":"1","moves":["32-28"],"turns":[1,1]}`, "1", "turns[1]", "turn 1 is there twice"},
		{`{"id":"1","turns":[null]}`, "1", "turns[0]", "want a whole number"},
		{`{"id":"1","turns":[]}`, "1", "turns", "leave it out for the last position"},
		{`{"id":"1","turns":1}`, "1", "turns", "want a list of numbers"},
		{`{"id":"1","turns":[0,0]}`, "1", "turns", "want at most 1"},
		{`{"id":"1","search":"minimax"}`, "1", "search", `want "mcts" or "alphabeta"`},
		{`{"id":"1","visits":0}`, "1", "visits", "it is 0: want a whole number from 1 to 4194304"},
		{`{"id":"1","visits":1.5}`, "1", "visits", "it is 1.5: want a whole number"},
		{`{"id":"1","visits":"100"}`, "1", "visits", `it is "100": want a whole number`},
		{`{"id":"1","visits":99999999999999999999}`, "1", "visits", "want a whole number"},
		{`{"id":"1","search":"alphabeta","visits":100}`, "1", "visits", "want depth, nodes or time_ms"},
		{`{"id":"1","depth":9}`, "1", "depth", `it goes with "search":"alphabeta"`},
		{`{"id":"1","search":"alphabeta","depth":101}`, "1", "depth", "from 1 to 100"},
		{`{"id":"1","nodes":9}`, "1", "nodes", `it goes with "search":"alphabeta"`},
		{`{"id":"1","multipv":2}`, "1", "multipv", "says of every move what it is worth"},
		{`{"id":"1","time_ms":86400001}`, "1", "time_ms", "from 1 to 86400000"},
		{`{"id":"1","priority":"high"}`, "1", "priority", "from -1000000 to 1000000"},
		{`{"id":"1","root_moves":["32-28","19-23"]}`, "1", "root_moves[1]", "at turn 0: move \"19-23\": White is to move"},
		{`{"id":"1","moves":["32-28"],"turns":[0,1],"root_moves":["32-28"]}`, "1", "root_moves[0]", "at turn 1"},
		{`{"id":"1","root_moves":["32-28","32x28"]}`, "1", "root_moves[1]", "want one of"},
		{`{"id":"1","root_moves":["32-28","32‑28"]}`, "1", "root_moves[1]", "there twice"},
		{`{"id":"1","root_moves":[]}`, "1", "root_moves", "leave it out for all"},
		{`{"id":"1","action":"clear_cache"}`, "1", "action", "want one of terminate, terminate_all, query_version"},
		{`{"id":"1","action":7}`, "1", "action", "it is 7: want one of terminate"},
		{`{"id":"1","action":"terminate"}`, "1", "target", "want the id of the query to end"},
		{`{"id":"1","action":"terminate","target":1}`, "1", "target", "it is 1: want the id of the query to end"},
		{`{` + manyFields(70) + `}`, "", "", "more than 64 fields"},
	} {
		_, err := Parse([]byte(test.line), 800)
		switch {
		case err == nil:
			t.Errorf("%.100s: no error, want %q", test.line, test.problem)
		case err.ID != test.id || err.Field != test.field || !strings.Contains(err.Problem, test.problem):
			t.Errorf("%.100s: id %q, field %q, %q, want id %q, field %q, %q", test.line, err.ID, err.Field, err.Problem, test.id, test.field, test.problem)
		}
	}
}

func manyFields(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`"f%d":0`, i)
	}
	return strings.Join(list, ",")
}

func TestWarnings(t *testing.T) {
	for line, want := range map[string][]string{
		`{"id":"1","visit":3,"Moves":[]}`:                       {"visit", "Moves"},
		`{"id":"1","moves":[],"visits":3}`:                      nil,
		`{"id":"1","action":"query_version","moves":["32-28"]}`: {"moves"},
	} {
		r, err := Parse([]byte(line), 800)
		var got []string
		for _, w := range r.Warnings {
			got = append(got, w.Field)
			if w.ID != "1" || !strings.Contains(w.Problem, "want one of id, ") {
				t.Errorf("%s: %+v", line, w)
			}
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, warnings about %v, want %v", line, err, got, want)
		}
	}
}

// written writes q as a query's line.
func written(q *Query) []byte {
	fields := map[string]any{
		"id": q.ID, "fen": q.Start.FEN(), "search": q.Limits.Search, "priority": q.Priority,
	}
	p := q.Start
	positions := []rules.Position{p}
	moves := []string{}
	for _, m := range q.Moves {
		moves = append(moves, p.RouteText(m))
		p = p.Play(m)
		positions = append(positions, p)
	}
	fields["moves"] = moves
	var turns []int
	for _, t := range q.Turns {
		turns = append(turns, t.Ply)
		var only []string
		for _, m := range t.Only {
			only = append(only, positions[t.Ply].RouteText(m))
		}
		if only != nil {
			fields["root_moves"] = only
		}
	}
	fields["turns"] = turns
	for name, n := range map[string]int64{
		"visits": int64(q.Limits.Visits), "depth": int64(q.Limits.Depth), "nodes": int64(q.Limits.Nodes),
		"time_ms": q.Limits.Time.Milliseconds(),
	} {
		if n > 0 {
			fields[name] = n
		}
	}
	if q.Limits.Search == AlphaBeta {
		fields["multipv"] = q.MultiPV
	}
	line, err := json.Marshal(fields)
	if err != nil {
		panic(err)
	}
	return line
}

// FuzzParse checks that any line is a query, an action or an error with words;
// that the moves of a query are legal; and that a query which is written and read
// again is the same.
func FuzzParse(f *testing.F) {
	for _, line := range []string{
		`{"id":"1"}`,
		`{"id":"a b","fen":"W:W27,K35:B11,23","search":"alphabeta","depth":9,"multipv":3}`,
		`{"id":"1","moves":["32-28","19-23","28x19"],"turns":[0,1,2,3],"visits":10,"priority":2}`,
		`{"id":"1","fen":"W:WK16:B12,21,28,44","root_moves":["16x1"],"time_ms":5}`,
		`{"id":"1","fen":"W:WK35:B11,23,29,30","moves":["35x19x28x6"]}`,
		`{"id":"1","action":"terminate","target":"2"}`,
		`{"id":"1","action":"query_version","x":1}`,
		`{"id":1}`, `[`, `{"id":"1","id":"2"}`, `{"id":"1","moves":["32-27",null]}`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := Parse(line, 800)
		if err != nil {
			if err.Problem == "" {
				t.Fatal("an error without words")
			}
			return
		}
		if r.Query == nil {
			if r.Action.ID == "" || r.Action.Name == "" {
				t.Fatalf("%+v", r.Action)
			}
			return
		}
		q := r.Query
		g := rules.NewGame(q.Start)
		for _, m := range q.Moves {
			if !slices.Contains(g.Moves(), m) {
				t.Fatalf("%+v is not legal in %s", m, g.Position().FEN())
			}
			g.Push(m)
		}
		if q.Turns[0].Only != nil && len(q.Turns) > 1 { // one text may be several moves
			return
		}
		again, err := Parse(written(q), 1)
		if err != nil {
			t.Fatalf("%s: %v", written(q), err)
		}
		if !reflect.DeepEqual(again.Query, q) {
			t.Fatalf("%+v, read again %+v", q, again.Query)
		}
	})
}
