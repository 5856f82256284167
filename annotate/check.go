package annotate

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"drafthorse/internal/plural"
	"drafthorse/parallel"
	"drafthorse/pdn"
	"drafthorse/rules"
)

// schema is the version of the JSON that Check prints.
const schema = 1

// finding is one thing that Check reports: of the type warning, refusal or
// duplicate.
type finding struct {
	Schema  int    `json:"schema"`
	Type    string `json:"type"`
	File    string `json:"file"`
	Game    int    `json:"game,omitempty"` // none: it is about the file
	Line    int    `json:"line,omitempty"`
	Ply     int    `json:"ply,omitempty"`
	Problem string `json:"problem"`
	Want    string `json:"want,omitempty"`
	SameAs  *place `json:"same_as,omitempty"` // of a duplicate
}

// summary is what Check counts.
type summary struct {
	Schema       int            `json:"schema"`
	Type         string         `json:"type"`
	Files        int            `json:"files"`
	Games        int            `json:"games"`
	Plies        int            `json:"plies"` // replayed
	Encodings    map[string]int `json:"encodings"`
	Warnings     int            `json:"warnings"`
	Duplicates   int            `json:"duplicates"`
	RefusedGames int            `json:"refused_games"`
	RefusedFiles int            `json:"refused_files"`
}

// Check reads and replays the games of the inputs and reports what is wrong with them,
// and which are there twice, as JSON lines or for a person.
func Check(ctx context.Context, inputs []string, stdin io.Reader, out io.Writer, asJSON bool, workers int, progress func(label string, total int) Progress) error {
	if err := CheckThere(inputs); err != nil {
		return err
	}
	w := bufio.NewWriter(out)
	k := newChecker(w, asJSON)
	err := k.run(ctx, workers, inputs, stdin, progress)
	if unwritten := w.Flush(); err == nil {
		err = unwritten
	}
	if err != nil {
		return err
	}
	return k.refused.err("%s, %s")
}

// checker reads and replays games and reports what it finds.
type checker struct {
	out     io.Writer
	json    *json.Encoder // nil if the report is for a person
	refused refusals
	sum     summary
	seen    duplicates
}

func newChecker(out io.Writer, asJSON bool) *checker {
	k := &checker{out: out, seen: duplicates{first: map[uint64]ordinal{}}}
	k.sum = summary{Schema: schema, Type: "summary", Encodings: map[string]int{}}
	if asJSON {
		k.json = json.NewEncoder(out)
		k.json.SetEscapeHTML(false)
	}
	return k
}

// verdict is what a worker says of a game. It does not hold on to the game.
type verdict struct {
	place
	line     int
	encoding pdn.Encoding
	plies    int
	moves    uint64 // a hash of start and moves
	warnings []*pdn.Error
	refusal  *pdn.Error
}

func (k *checker) run(ctx context.Context, workers int, args []string, stdin io.Reader, progress func(label string, total int) Progress) error {
	bar := progress("checking", -1)
	newWorker := func() func(found) verdict { return examine }
	err := parallel.Ordered(ctx, workers, games(args, stdin), newWorker, func(v verdict) error {
		err := k.add(v)
		bar.Set(k.sum.Games, "")
		return err
	})
	if k.sum.Games > 0 {
		bar.End("")
	}
	if err != nil {
		return interrupted(ctx, err, k.sum.Games)
	}
	return k.summarize()
}

func examine(f found) verdict {
	g := f.game
	if g == nil {
		return verdict{refusal: f.err}
	}
	plies, err := g.Replay()
	return verdict{
		place:    place{g.File, g.Number},
		line:     g.Line,
		encoding: g.Encoding,
		plies:    len(plies),
		moves:    fingerprint(plies),
		warnings: g.Problems,
		refusal:  placed(err, g.File),
	}
}

// fingerprint returns a hash of the positions of a game. Games with the same
// start and the same moves have the same, whatever the texts of their moves are.
func fingerprint(plies []pdn.Ply) uint64 {
	h := sha256.New()
	var word [8]byte
	add := func(p rules.Position) {
		binary.LittleEndian.PutUint64(word[:], p.Hash())
		h.Write(word[:])
	}
	for i, ply := range plies {
		add(ply.Before)
		if i == len(plies)-1 {
			add(ply.Before.Play(ply.Move))
		}
	}
	return binary.LittleEndian.Uint64(h.Sum(nil))
}

func (k *checker) add(v verdict) error {
	isGame := v.Game > 0
	if isGame {
		k.sum.Games++
		k.sum.Plies += v.plies
		k.sum.Encodings[v.encoding.String()]++
	} else {
		k.sum.Files++
	}
	for _, w := range v.warnings {
		k.sum.Warnings++
		if err := k.report("warning", w, nil); err != nil {
			return err
		}
	}
	if v.refusal != nil {
		k.refused.add(v.refusal)
		return k.report("refusal", v.refusal, nil)
	}
	if !isGame || v.plies == 0 {
		return nil
	}
	if first, ok := k.seen.add(v.moves, v.place); ok {
		k.sum.Duplicates++
		same := fmt.Sprintf("the same start and moves as game %d of %s", first.Game, first.File)
		return k.report("duplicate", &pdn.Error{File: v.File, Game: v.Game, Line: v.line, Problem: same}, &first)
	}
	return nil
}

// report writes one finding. For a person, refusals wait for the table.
func (k *checker) report(kind string, e *pdn.Error, same *place) error {
	if k.json != nil {
		return k.json.Encode(finding{schema, kind, e.File, e.Game, e.Line, e.Ply, e.Problem, e.Want, same})
	}
	if kind == "refusal" {
		return nil
	}
	_, err := fmt.Fprintf(k.out, "%s: %s\n", kind, printable(e.Error()))
	return err
}

func (k *checker) summarize() error {
	k.sum.RefusedGames, k.sum.RefusedFiles = k.refused.games, k.refused.files
	if k.json != nil {
		return k.json.Encode(k.sum)
	}
	if err := k.refused.table(k.out); err != nil {
		return err
	}
	var encodings []string
	for _, name := range slices.Sorted(maps.Keys(k.sum.Encodings)) {
		encodings = append(encodings, fmt.Sprintf("%s %d", name, k.sum.Encodings[name]))
	}
	w := tabwriter.NewWriter(k.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "files\t%d\n", k.sum.Files)
	fmt.Fprintf(w, "games\t%d\n", k.sum.Games)
	fmt.Fprintf(w, "plies\t%d\n", k.sum.Plies)
	fmt.Fprintf(w, "encodings\t%s\n", strings.Join(encodings, ", "))
	fmt.Fprintf(w, "warnings\t%d\n", k.sum.Warnings)
	fmt.Fprintf(w, "duplicates\t%d\n", k.sum.Duplicates)
	fmt.Fprintf(w, "refused\t%s, %s\n", plural.Count(k.refused.games, "game"), plural.Count(k.refused.files, "file"))
	return w.Flush()
}
