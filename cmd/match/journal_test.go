package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"drafthorse/cmd/internal/cli"
	"drafthorse/match"
	"drafthorse/rules"
	"drafthorse/run"
	"drafthorse/store"
)

// quick is a match of games that end in every way: on the board, cut, by a fault.
func quick() contest {
	m := contest{options: options{first: "ref:2", second: "ref:1", config: match.DefaultConfig()}}
	m.first.Name, m.second.Name = "one", "other"
	m.config.MaxPlies = 100
	return m
}

// quickGames are its first games, with times of whole microseconds, as a journal
// keeps them.
var quickGames = sync.OnceValue(func() (games []match.Game) {
	m := quick()
	m.config.Games = 12
	var now time.Time
	played := match.Match{
		Config: m.config, Workers: 1,
		Now: func() time.Time {
			now = now.Add(12345 * time.Microsecond)
			return now
		},
		First:  func() (match.Player, error) { return &match.Reference{Depth: 2}, nil },
		Second: func() (match.Player, error) { return &match.Reference{Depth: 1}, nil },
	}
	ends := map[string]bool{}
	_, err := played.Play(context.Background(), func(g match.Game, _ match.Score) error {
		if g.Number == 3 || g.Number == 6 {
			// The side to move after 7 plies fails in a way that is hard to write.
			board := rules.NewGame(rules.Start())
			for _, move := range g.Moves[:7] {
				board.Push(move)
			}
			g.Moves, g.Times = g.Moves[:7], g.Times[:4]
			g.Outcome = rules.Outcome{Result: rules.WonBy(board.Position().Turn().Opponent())}
			g.Fault = errors.New("says {\"x\":\n<&\xff>}")
		}
		ends[g.Outcome.Rule.String()] = true
		games = append(games, g)
		return nil
	})
	if err != nil || !ends["none"] || !ends["no pieces"] {
		panic(fmt.Sprintf("%v; the games end by %v: want some on the board and some not", err, ends))
	}
	return games
})

// texts returns games with their faults as a journal can hold them.
func texts(games []match.Game) []match.Game {
	var all []match.Game
	for _, g := range games {
		if g.Fault != nil {
			g.Fault = errors.New(strings.ToValidUTF8(g.Fault.Error(), "\ufffd"))
		}
		all = append(all, g)
	}
	return all
}

// TestJournalCutAnywhere cuts a journal in the middle, before and behind each of its
// newlines. What is read are the games whose lines are whole, and when the rest
// is added it is the same file again.
func TestJournalCutAnywhere(t *testing.T) {
	m := quick()
	games := quickGames()
	path := filepath.Join(t.TempDir(), "games.jsonl")
	write := func(skip int) {
		t.Helper()
		j, err := openJournal(path, m.header())
		if err != nil {
			t.Fatal(err)
		}
		if len(j.games) != skip || !reflect.DeepEqual(texts(j.games), texts(games[:skip])) {
			t.Fatalf("%d games are read that are not the %d written:\n%+v", len(j.games), skip, j.games)
		}
		for _, g := range games[skip:] {
			if err := j.add(g); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.close(); err != nil {
			t.Fatal(err)
		}
	}
	write(0)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(len(games))
	cuts := []int{0, 1}
	begin := 0
	for line := range bytes.Lines(whole) {
		end := begin + len(line)
		cuts = append(cuts, begin+len(line)/2, end-1, end)
		begin = end
	}
	for _, at := range cuts {
		if err := os.WriteFile(path, whole[:at], 0o666); err != nil {
			t.Fatal(err)
		}
		write(max(0, bytes.Count(whole[:at], []byte("\n"))-1))
		if again, err := os.ReadFile(path); err != nil || !bytes.Equal(again, whole) {
			t.Fatalf("cut at %d and continued it is another file, %v", at, err)
		}
	}
}

// TestDamagedJournal changes single words of a journal's lines.
func TestDamagedJournal(t *testing.T) {
	m := quick()
	lines := map[int]string{} // of games
	for _, g := range quickGames() {
		line, err := lineOf(g)
		if err != nil {
			t.Fatal(err)
		}
		lines[g.Number] = string(line)
	}
	last := lines[0]
	last = last[strings.LastIndex(last[:strings.Index(last, `],"us"`)], ","):strings.Index(last, `],"us"`)]
	for _, test := range []struct {
		game     int
		old, new string
		want     string
	}{
		{0, `"game":1,`, `"game":2,`, "it is game 2: want 1"},
		{1, `"white":"second"`, `"white":"first"`, "its moves make it"},
		{0, `"result":"`, `"result":"1`, "its moves make it"},
		{0, `"rule":"`, `"rule":"x`, "its moves make it"},
		{0, last, ``, "its moves make it"},
		{0, last, last + last, "there is no piece on"},
		{3, `"rule":"fault"`, `"rule":"none"`, "its moves make it"},
		{3, `"us":[`, `"us":[x`, "invalid character"},
		{3, `"us":[`, `"us":[0.5,`, "cannot unmarshal"},
		{0, "\n", " \n", "its moves make it"},
		{0, `{`, ``, "invalid character"},
	} {
		text := strings.Replace(lines[test.game], test.old, test.new, 1)
		g, err := gameOf([]byte(text), test.game)
		if text == lines[test.game] || err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("game %d with %s for %s is %+v, %v: want an error with %q", test.game, test.new, test.old, g, err, test.want)
		}
	}

	path := filepath.Join(t.TempDir(), "games.jsonl")
	j, err := openJournal(path, m.header())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openJournal(path, m.header()); !errors.Is(err, run.ErrLocked) {
		t.Errorf("opened twice: %v, want %v", err, run.ErrLocked)
	}
	j.add(quickGames()[0])
	j.add(quickGames()[2])
	j.close()
	if _, err := openJournal(path, m.header()); !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), path+": line 3: damaged: it is game 3: want 2") {
		t.Errorf("a game is missing: %v", err)
	}
}

// TestJournalOfAnotherMatch changes all that decides a match's games, one after
// the other.
func TestJournalOfAnotherMatch(t *testing.T) {
	dir := t.TempDir()
	for want, change := range map[string]func(*contest){
		`first.spec is "ref:2" there and "ref:3" here:`: func(m *contest) { m.options.first = "ref:3" },
		`second.id is nothing there and "123" here:`:    func(m *contest) { m.second.ID = "123" },
		`second.search is nothing there and "x" here:`:  func(m *contest) { m.second.Search = "x" },
		`first.name is "one" there and "two" here, seed is 1 there and 7 here:`: func(m *contest) {
			m.first.Name, m.config.Seed = "two", 7
		},
		"opening_plies is 4 there and 8 here":        func(m *contest) { m.config.OpeningPlies = 8 },
		"max_plies is 100 there and 150 here":        func(m *contest) { m.config.MaxPlies = 150 },
		`clock is "none" there and "5s a move" here`: func(m *contest) { m.control.Move = 5 * time.Second },
		`margin is "0s" there and "5s" here`:         func(m *contest) { m.margin = 5 * time.Second },
	} {
		path := filepath.Join(dir, "games.jsonl")
		m := quick()
		j, err := openJournal(path, m.header())
		if err != nil {
			t.Fatal(err)
		}
		j.close()
		change(&m)
		_, err = openJournal(path, m.header())
		if err == nil || !strings.Contains(err.Error(), "is the journal of another match: "+want) || cli.ExitCode(err) != cli.WrongUsage {
			t.Errorf("error %v: want %q", err, want)
		}
	}
	for text, want := range map[string]string{
		"notes":                        "it is not the journal of this match",
		"notes\n":                      "it is not the journal of a match",
		"{\"a\":1}\n":                  "it is not the journal of a match",
		"{\"journal\":2,\"seed\":1}\n": "journal is 2 there and 1 here",
	} {
		path := filepath.Join(dir, "other")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := openJournal(path, quick().header())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
		if left, err := os.ReadFile(path); err != nil || string(left) != text {
			t.Errorf("%q is now %q, %v: want it left alone", text, left, err)
		}
	}
	if _, err := openJournal(dir, quick().header()); err == nil || !strings.Contains(err.Error(), "is no file") {
		t.Errorf("a folder: %v", err)
	}
}

func TestResultTellsFaults(t *testing.T) {
	var r result
	r.Thinking = new(thinking)
	for n := range 30 {
		g := match.Game{Number: n, White: n%2 == 0, Outcome: rules.Outcome{Result: rules.WhiteWins}}
		g.Times = []time.Duration{10 * time.Millisecond, 30 * time.Millisecond, 20 * time.Millisecond} // White first, behind 4 plies
		if !g.White {
			g.Times = []time.Duration{30 * time.Millisecond, 10 * time.Millisecond}
		}
		if n%2 == 1 || n == 0 {
			g.Fault = errors.New("no\n\tanswer")
		}
		r.count(g, 4)
	}
	if f := r.Faults; f.First != 15 || f.Second != 1 || len(f.Games) != 10 {
		t.Errorf("%+v: want 15 of the first player, who has Black in them, and 1 of the second", f)
	}
	first, second := r.Thinking.First, r.Thinking.Second
	if first.Moves != 45 || math.Abs(first.Mean-40./3) > 1e-9 || first.Most != 20 {
		t.Errorf("the first player: %+v, want 30 moves of 10 ms and 15 of 20", first)
	}
	if second.Moves != 30 || math.Abs(second.Mean-30) > 1e-9 || second.Most != 30 {
		t.Errorf("the second player: %+v, want 30 moves of 30 ms", second)
	}
	var b bytes.Buffer
	r.faultRows(&b)
	for _, want := range []string{"faults\t15 of the first player, 1 of the second\n", "\tgame 1, second: no answer\n", "\tgame 2, first: no answer\n", "\tand 6 more\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table has no %q:\n%s", want, b.String())
		}
	}
}

// TestJournalIsNotOverwritten names the file of the journal, or of its lock, once more
// for the games, in all ways that there are.
func TestJournalIsNotOverwritten(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.Mkdir("sub", 0o777); err != nil {
		t.Fatal(err)
	}
	played := func(journal, pdn string) (int, string) {
		var out, stderr bytes.Buffer
		args := []string{"--first", "ref:1", "--second", "ref:1", "--games", "2", "--journal", journal, "--pdn", pdn}
		return cli.Run(t.Context(), command(), args, &out, &stderr), stderr.String()
	}
	if code, said := played("there", "games"); code != cli.Done {
		t.Fatalf("%d, %s", code, said)
	}
	content, err := os.ReadFile("there")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink("there", "soft"), os.Link("there", "hard"), os.Symlink("sub", "way")); err != nil {
		t.Skip(err)
	}
	for _, names := range [][2]string{
		{"new", "new"}, {"new", "./new"}, {"new", filepath.Join(dir, "new")}, {"sub/new", "way/new"}, {"new", "sub/../new"},
		{"new", "new.lock"}, {"there", "there"}, {"there", "soft"}, {"soft", "there"}, {"there", "hard"}, {"there", "there.lock"},
	} {
		code, said := played(names[0], names[1])
		if want := "--pdn " + names[1] + " is a file of --journal " + names[0] + ": want another"; code != cli.WrongUsage || !strings.Contains(said, want) {
			t.Errorf("%q: %d, %s: want %d, %s", names, code, said, cli.WrongUsage, want)
		}
	}
	if now, err := os.ReadFile("there"); err != nil || !bytes.Equal(now, content) {
		t.Errorf("the journal is changed, %v", err)
	}
	if _, err := os.Stat("new"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a journal was begun: %v", err)
	}
}
