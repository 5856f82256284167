package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"drafthorse/cmd/internal/cli"
	"drafthorse/match"
	"drafthorse/rules"
	"drafthorse/run"
	"drafthorse/store"
)

// header is the first line of a journal: all that decides the games.
type header struct {
	Journal      int     `json:"journal"` // version of the format
	First        entrant `json:"first"`
	Second       entrant `json:"second"`
	Seed         uint64  `json:"seed"`
	OpeningPlies int     `json:"opening_plies"`
	MaxPlies     int     `json:"max_plies"`
	Clock        string  `json:"clock"`
	Margin       string  `json:"margin"`
	Endgames     string  `json:"endgames,omitempty"` // if they are more than the built-in ones
}

// entrant is a player as it was named and what that stands for.
type entrant struct {
	Spec string `json:"spec"`
	player
}

// header returns the first line of the match's journal.
func (m contest) header() header {
	return header{
		Journal: 1,
		First:   entrant{m.options.first, m.first}, Second: entrant{m.options.second, m.second},
		Seed: m.config.Seed, OpeningPlies: m.config.OpeningPlies, MaxPlies: m.config.MaxPlies,
		Clock: m.control.String(), Margin: m.margin.String(), Endgames: m.tables,
	}
}

// gameLine is a game as a line of a journal.
type gameLine struct {
	Game   int      `json:"game"`            // from 1
	White  string   `json:"white"`           // "first" or "second"
	Result string   `json:"result"`          // "2-0", "1-1" or "0-2"
	Rule   string   `json:"rule"`            // a rules.Rule, or cutShort or lostByFault
	Fault  string   `json:"fault,omitempty"` // why
	Moves  []string `json:"moves"`
	Times  []int64  `json:"us"` // see match.Game.Times, in microseconds
}

// The ends of a game that are not on the board.
const (
	cutShort    = "too long"
	lostByFault = "fault"
)

// lineOf returns the line of a game, with its newline.
func lineOf(g match.Game) ([]byte, error) {
	l := gameLine{Game: g.Number + 1, White: "second", Result: resultText(g), Rule: g.Outcome.Rule.String(), Moves: []string{}}
	if g.White {
		l.White = "first"
	}
	switch {
	case g.Fault != nil:
		l.Rule, l.Fault = lostByFault, strings.ToValidUTF8(g.Fault.Error(), "\ufffd")
	case g.Outcome.Result == rules.Undecided:
		l.Rule = cutShort
	}
	p := rules.Start()
	for _, m := range g.Moves {
		l.Moves = append(l.Moves, p.MoveText(m))
		p = p.Play(m)
	}
	for _, d := range g.Times {
		l.Times = append(l.Times, d.Microseconds())
	}
	line, err := json.Marshal(l)
	return append(line, '\n'), err
}

// gameOf reads the line of the game with the given number. The moves are played
// again, and they must make the line what it is.
func gameOf(line []byte, number int) (match.Game, error) {
	var l gameLine
	if err := json.Unmarshal(line, &l); err != nil {
		return match.Game{}, err
	}
	if l.Game != number+1 {
		return match.Game{}, fmt.Errorf("it is game %d: want %d", l.Game, number+1)
	}
	board := rules.NewGame(rules.Start())
	for _, text := range l.Moves {
		m, err := board.Position().ParseMove(text)
		if err != nil {
			return match.Game{}, err
		}
		if o := board.Outcome(); o.Result != rules.Undecided {
			return match.Game{}, fmt.Errorf("%s comes after the end by %v", text, o.Rule)
		}
		board.Push(m)
	}
	g := match.Game{Number: number, White: number%2 == 0, Outcome: board.Outcome(), Moves: board.Played()}
	if l.Rule == lostByFault {
		g.Fault = errors.New(l.Fault)
		g.Outcome = rules.Outcome{Result: rules.WonBy(board.Position().Turn().Opponent())}
	}
	for _, us := range l.Times {
		g.Times = append(g.Times, time.Duration(us)*time.Microsecond)
	}
	again, err := lineOf(g)
	if err == nil && !bytes.Equal(again, line) {
		err = fmt.Errorf("its moves make it %s", bytes.TrimSpace(again))
	}
	return g, err
}

// journal is a file that keeps the games of a match as JSON lines: a header and
// the games in their order. A game is in it when its line is on the disk, newline
// included.
type journal struct {
	file  *os.File
	lock  *flock.Flock
	games []match.Game // that stood in it when it was opened
}

// openJournal opens the journal of a match for adding to it, and makes it if there
// is none. It drops a last line that a crash has cut. A lock, on a file of its own
// beside it, keeps other processes from adding as well.
func openJournal(path string, h header) (*journal, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, cli.Usage("%s is no file: want the name of one", path)
	}
	j := &journal{lock: flock.New(path + ".lock")}
	if ok, err := j.lock.TryLock(); err != nil {
		return nil, fmt.Errorf("locking %s: %w", path, err)
	} else if !ok {
		return nil, fmt.Errorf("%s is %w by another match", path, run.ErrLocked)
	}
	err := j.open(path, h)
	if err != nil {
		return nil, errors.Join(err, j.close())
	}
	return j, nil
}

func (j *journal) open(path string, h header) (err error) {
	if j.file, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return err
	}
	content, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	size, err := j.read(content, h)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if size < len(content) {
		if err := j.file.Truncate(int64(size)); err != nil {
			return err
		}
	}
	if size == 0 {
		line, err := json.Marshal(h)
		if err != nil {
			return err
		}
		if _, err := j.file.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	if err := j.file.Sync(); err != nil {
		return err
	}
	return store.SyncFolder(filepath.Dir(path))
}

// read takes up the lines of a journal and returns the bytes they have, without
// a last line that was not written to its end. It refuses a file that is not the
// journal of this match.
func (j *journal) read(content []byte, h header) (size int, err error) {
	want, err := json.Marshal(h)
	if err != nil {
		return 0, err
	}
	first, rest, whole := bytes.Cut(content, []byte("\n"))
	if !whole {
		if !bytes.HasPrefix(want, first) {
			return 0, cli.Usage("it is not the journal of this match: want the name of a new file")
		}
		return 0, nil
	}
	if !bytes.Equal(first, want) {
		return 0, refuse(first, want)
	}
	size = len(first) + 1
	for len(rest) > 0 {
		end := bytes.IndexByte(rest, '\n') + 1
		if end == 0 {
			break
		}
		g, err := gameOf(rest[:end], len(j.games))
		if err != nil {
			return 0, fmt.Errorf("line %d: %w: %w", len(j.games)+2, store.ErrDamaged, err)
		}
		j.games = append(j.games, g)
		size, rest = size+end, rest[end:]
	}
	return size, nil
}

// refuse says in what a journal's first line is not the one that is wanted.
func refuse(got, want []byte) error {
	there, here := map[string]string{}, map[string]string{}
	if flatten(there, "", got) != nil || there["journal"] == "" {
		return cli.Usage("it is not the journal of a match: want the name of a new file")
	}
	if err := flatten(here, "", want); err != nil {
		return err
	}
	var differences []string
	keys := maps.Clone(there)
	maps.Copy(keys, here)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if there[key] != here[key] {
			differences = append(differences, fmt.Sprintf("%s is %s there and %s here", key, orNothing(there[key]), orNothing(here[key])))
		}
	}
	return cli.Usage("it is the journal of another match: %s: want the command that began it, or a new file", strings.Join(differences, ", "))
}

func orNothing(value string) string {
	if value == "" {
		return "nothing"
	}
	return value
}

// flatten enters the fields of a JSON object and of the objects in it.
func flatten(to map[string]string, prefix string, object []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		return err
	}
	for key, value := range fields {
		if flatten(to, prefix+key+".", value) != nil {
			to[prefix+key] = string(value)
		}
	}
	return nil
}

// add writes a game. It is on the disk when add returns.
func (j *journal) add(g match.Game) error {
	line, err := lineOf(g)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(line); err != nil {
		return err
	}
	return j.file.Sync()
}

func (j *journal) close() error {
	var err error
	if j.file != nil {
		err = j.file.Close()
	}
	return errors.Join(err, j.lock.Close())
}
