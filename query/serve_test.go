package query

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"drafthorse/rules"
)

func server(workers int) Server {
	return Server{Analyst: newAnalyst, Workers: workers, Visits: 50, Program: "of tests"}
}

// served returns the lines that come back for the input's, sorted.
func served(t *testing.T, workers int, input string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := server(workers).Serve(t.Context(), io.NopCloser(strings.NewReader(input)), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	slices.Sort(lines)
	return lines
}

// queries returns so many queries about random games, of both searches and with
// all kinds of limits but time.
func queries(count int) []string {
	rng := rand.New(rand.NewPCG(5, 5))
	limits := []string{`"visits":40`, `"search":"alphabeta","depth":3`, `"search":"alphabeta","nodes":900,"multipv":2`, `"visits":25,"priority":3`}
	var list []string
	for len(list) < count {
		g := rules.NewGame(rules.Start())
		var moves []string
		for end := rng.IntN(80); g.Ply() < end && g.Outcome().Result == rules.Undecided; {
			legal := g.Moves()
			m := legal[rng.IntN(len(legal))]
			moves = append(moves, g.Position().RouteText(m))
			g.Push(m)
		}
		text, err := json.Marshal(moves)
		if err != nil {
			panic(err)
		}
		fields := fmt.Sprintf(`"moves":%s,%s`, text, limits[rng.IntN(len(limits))])
		if moves == nil {
			fields = limits[0]
		}
		switch rng.IntN(3) {
		case 0:
			fields += fmt.Sprintf(`,"turns":[%d,%d]`, len(moves), len(moves)/2)
			if len(moves) < 2 {
				continue
			}
		case 1:
			if legal := g.Moves(); len(legal) > 0 {
				fields += fmt.Sprintf(`,"root_moves":[%q]`, g.Position().MoveText(legal[rng.IntN(len(legal))]))
			}
		}
		list = append(list, fmt.Sprintf(`{"id":"%d",%s}`, len(list), fields))
	}
	return list
}

// TestThousandQueries has a thousand queries in flight: all are written before any
// answer is read. Each answer is what a new analyst says of that query alone, one
// bad query among them is an error, and with other workers and another order the
// bytes are the same.
func TestThousandQueries(t *testing.T) {
	list := queries(1000)
	if testing.Short() {
		list = list[:100]
	}
	var want []string
	for _, line := range list {
		q := parsed(t, line)
		for _, turn := range q.Turns {
			answer, err := json.Marshal(newAnalyst().Answer(q, turn, never))
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, string(answer))
		}
	}
	bad := len(list) / 2
	list = slices.Insert(list, bad, `{"id":"bad","moves":["32-28","32-28"]}`)
	problem := &Error{ID: "bad", Field: "moves[1]", Line: bad + 1}
	if _, err := Parse([]byte(list[bad]), 1); err != nil {
		problem.Problem = err.Problem
	}
	refusal, err := json.Marshal(problem)
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, string(refusal))
	slices.Sort(want)

	in, feed := io.Pipe()
	answers, out := io.Pipe()
	failed := make(chan error, 1)
	go func() {
		err := server(3).Serve(t.Context(), in, out)
		out.Close()
		failed <- err
	}()
	for _, line := range list {
		fmt.Fprintln(feed, line)
	}
	feed.Close()
	var got []string
	for s := bufio.NewScanner(answers); s.Scan(); {
		got = append(got, s.Text())
	}
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	compare(t, got, want)

	slices.Reverse(list)
	compare(t, served(t, 1, strings.Join(list, "\n")), slices.Collect(func(yield func(string) bool) {
		for _, line := range want {
			if line == string(refusal) { // its number is another
				line = strings.Replace(line, fmt.Sprintf(`"line":%d`, bad+1), fmt.Sprintf(`"line":%d`, len(list)-bad), 1)
			}
			if !yield(line) {
				return
			}
		}
	}))
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("line %d is\n%s\nwant\n%s", i, got[i], want[i])
		}
	}
}

// unending is a query that only an action ends.
const unending = `{"id":"long","search":"alphabeta","time_ms":86400000,"priority":9}`

func TestTerminate(t *testing.T) {
	got := served(t, 1, strings.Join([]string{
		unending,
		`{"id":"next","moves":["32-28","19-23"],"turns":[0,1,2]}`,
		`{"id":"a","action":"terminate","target":"next"}`,
		`{"id":"b","action":"terminate","target":"next"}`,
		`{"id":"c","action":"terminate","target":"long"}`,
	}, "\n"))
	var ended []string
	for _, line := range got {
		if strings.Contains(line, `"id":"long"`) {
			if !strings.Contains(line, `"terminated":true`) {
				t.Errorf("%s: it does not say that it was ended", line)
			}
			continue
		}
		ended = append(ended, line)
	}
	if len(ended) != len(got)-1 {
		t.Errorf("%d answers to the query that was under way, want 1", len(got)-len(ended))
	}
	compare(t, ended, []string{
		`{"id":"a","action":"terminate","target":"next","answers":3}`,
		`{"id":"b","error":"no query \"next\" waits for an answer: want the id of one that does","field":"target","line":4}`,
		`{"id":"c","action":"terminate","target":"long","answers":1}`,
		`{"id":"next","turn":0,"terminated":true}`,
		`{"id":"next","turn":1,"terminated":true}`,
		`{"id":"next","turn":2,"terminated":true}`,
	})
}

func TestTerminateAll(t *testing.T) {
	got := served(t, 2, unending+"\n"+strings.Replace(unending, "long", "longer", 1)+"\n"+
		`{"id":"x","turns":[0]}`+"\n"+`{"id":"a","action":"terminate_all"}`)
	ids := map[string]int{}
	for _, line := range got {
		var a struct {
			ID         string
			Answers    int
			Terminated bool
		}
		if err := json.Unmarshal([]byte(line), &a); err != nil || !a.Terminated && a.Answers != 3 {
			t.Errorf("%s: %v", line, err)
		}
		ids[a.ID]++
	}
	if len(got) != 4 || len(ids) != 4 {
		t.Errorf("%d lines of %v, want one for each id", len(got), ids)
	}
}

// TestPriority has one worker, which is busy until all have come.
func TestPriority(t *testing.T) {
	var out bytes.Buffer
	input := unending + `
{"id":"low","priority":-1}
{"id":"first","visits":1}
{"id":"high","priority":5}
{"id":"second","visits":1}
{"id":"a","action":"terminate","target":"long"}`
	if err := server(1).Serve(t.Context(), io.NopCloser(strings.NewReader(input)), &out); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		id := strings.Split(line, `"`)[3]
		if id != "a" && id != "long" {
			got = append(got, id)
		}
	}
	if want := []string{"high", "first", "second", "low"}; !slices.Equal(got, want) {
		t.Errorf("answered in the order %v, want %v", got, want)
	}
}

// TestWhatIsSaid has lines that are answered without a search.
func TestWhatIsSaid(t *testing.T) {
	got := served(t, 1, "\ufeff"+unending+"\r\n\n   \n"+
		`{"id":"long"}`+"\n"+
		`{"id":"v","action":"query_version","depth":3}`+"\n"+
		strings.Repeat("x", maxLine+1)+"\n"+
		`not JSON`+"\n"+
		`{"id":"a","action":"terminate_all"}`)
	got = slices.DeleteFunc(got, func(line string) bool { return strings.Contains(line, "terminated") })
	compare(t, got, []string{
		`{"error":"the line has more than 1048576 bytes: want a shorter query","line":6}`,
		`{"error":"the line is not a JSON object: after byte 0: invalid character 'o' in literal null (expecting 'u'): want something like {\"id\":\"1\",\"moves\":[\"32-28\"]}","line":7}`,
		`{"id":"a","action":"terminate_all","answers":1}`,
		`{"id":"long","error":"\"long\" is the id of a query that is not answered yet: want another","field":"id","line":4}`,
		`{"id":"v","action":"query_version","version":"of tests","format":1}`,
		`{"id":"v","warning":"there is no such field, it is passed over: want one of id, action, target","field":"depth"}`,
	})
}

// An id may come again when its query is answered.
func TestIDComesAgain(t *testing.T) {
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		server(1).Serve(t.Context(), in, out)
		out.Close()
	}()
	s := bufio.NewScanner(answers)
	for range 3 {
		fmt.Fprintln(feed, `{"id":"1","visits":1}`)
		if !s.Scan() || strings.Contains(s.Text(), "error") {
			t.Fatalf("%q, %v", s.Text(), s.Err())
		}
	}
	feed.Close()
	if s.Scan() {
		t.Errorf("one more line: %s", s.Text())
	}
}

var errGone = errors.New("gone")

// gone is an output whose reader has gone.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, errGone }

// TestOutputFails: the session ends though the input does not, with a search under
// way that would not.
func TestOutputFails(t *testing.T) {
	in, feed := io.Pipe()
	go func() {
		fmt.Fprintln(feed, unending)
		fmt.Fprintln(feed, `{"id":"2"}`)
	}()
	if err := server(2).Serve(t.Context(), in, gone{}); !errors.Is(err, errGone) {
		t.Errorf("%v, want the output's error", err)
	}
}

// TestInputFails: what has come is answered.
func TestInputFails(t *testing.T) {
	in, feed := io.Pipe()
	go func() {
		fmt.Fprintln(feed, `{"id":"1","visits":1}`)
		feed.CloseWithError(errBroken)
	}()
	var out bytes.Buffer
	if err := server(1).Serve(t.Context(), in, &out); !errors.Is(err, errBroken) || !strings.HasPrefix(out.String(), `{"id":"1","turn":0,`) {
		t.Errorf("%v, want the input's error, after the answer %s", err, &out)
	}
}

// TestCancel: Ctrl-C ends a search under way and the wait for lines.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	go func() {
		fmt.Fprintln(feed, unending)
		fmt.Fprintln(feed, `{"id":"2","action":"query_version"}`)
		bufio.NewReader(answers).ReadString('\n')
		cancel(errGone)
	}()
	if err := server(1).Serve(ctx, in, out); !errors.Is(err, errGone) {
		t.Errorf("%v, want the cause", err)
	}
}

// TestReadingPauses: with nobody to read the answers, thousands of lines are taken
// in, and then no more until an answer is read.
func TestReadingPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		unread, out := io.Pipe()
		in := &counting{}
		done := make(chan error)
		go func() { done <- server(1).Serve(ctx, in, out) }()
		synctest.Wait()
		first := in.lines
		if least, most := maxWaiting/2048, maxWaiting/1024; first < least || first > most {
			t.Errorf("%d lines are taken in, want %d to %d", first, least, most)
		}
		for range 5000 { // the input is buffered
			bufio.NewReader(unread).ReadString('\n')
		}
		synctest.Wait()
		if in.lines == first {
			t.Error("reading does not go on")
		}
		cancel(errGone)
		unread.Close()
		if err := <-done; !errors.Is(err, errGone) {
			t.Error(err)
		}
	})
}

// counting is an input that goes on for longer than there is room.
type counting struct{ lines int }

func (c *counting) Read(b []byte) (int, error) {
	if c.lines++; c.lines > maxWaiting/256 {
		return 0, io.EOF
	}
	return copy(b, fmt.Sprintf(`{"id":"%d","visits":1}`+"\n", c.lines)), nil
}

func (c *counting) Close() error { return nil }
