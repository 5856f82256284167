package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"drafthorse/store"
)

// What the manifest of a run records.
const (
	KindShard     store.Kind = "shard"
	KindNet       store.Kind = "net"
	KindConfig    store.Kind = "config"    // run.toml
	KindAnnotated store.Kind = "annotated" // the annotated game that ends a cycle
)

const configName = "run.toml"

// Files of a run that have no records.
const (
	MetricsName    = "metrics.jsonl"
	MatchesName    = "matches.jsonl"
	SelfPlayName   = "selfplay.jsonl"
	ReportName     = "report.html"
	CheckpointName = "train/checkpoint"
)

// ShardName returns the name of a shard of a net's games.
func ShardName(generation, number int) string {
	return fmt.Sprintf("games/%05d-%04d.arrow", generation, number)
}

func netName(generation int) string { return fmt.Sprintf("nets/%05d.safetensors", generation) }

// AnnotatedName returns the name of the game that a net has annotated.
func AnnotatedName(generation int) string { return fmt.Sprintf("annotated/%05d.pdn", generation) }

// Records returns the records of the manifest of the run in folder dir. A
// manifest that lacks what it should know of is damaged: to go on from it would
// write other files over those that are there. It may be called while processes
// work on the run.
func Records(dir string) ([]store.Record, error) {
	names, err := written(dir) // before the manifest, which then has all of them but those under way
	if err != nil {
		return nil, err
	}
	records, err := store.ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	lost := unaccounted(names, records)
	if len(lost) == 0 {
		return records, nil
	}
	more := ""
	if n := len(lost) - 1; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return nil, fmt.Errorf("%s: %w: it does not know of %s%s, so it was lost, cut or copied before them: put the whole one back or, to go on without these files, move them out of the folder",
		filepath.Join(dir, "MANIFEST"), store.ErrDamaged, lost[0], more)
}

// written returns the names of all files that lie in the folders of a run.
func written(dir string) ([]string, error) {
	var names []string
	for _, folder := range []string{"annotated", "games", "nets", "train"} {
		entries, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if e.IsDir() {
				continue
			}
			names = append(names, folder+"/"+e.Name())
		}
	}
	return names, nil
}

// unaccounted returns those of the files whose record is lost. A process that
// dies leaves at most one file of each kind that has no record yet: the next net,
// the next shard of the net that played, the game annotated by the newest net.
func unaccounted(names []string, records []store.Record) []string {
	newest := -1
	recorded, shards := map[string]bool{}, map[int]int{}
	for _, r := range records {
		recorded[r.Name] = true
		switch r.Kind {
		case KindNet:
			newest = r.Facts.Generation
		case KindShard:
			shards[r.Facts.Generation]++
		}
	}
	var lost []string
	for _, name := range names {
		var g, number int
		fine := true
		switch {
		case recorded[name]:
		case name == CheckpointName:
			fine = newest >= 0
		case scan(name, "games/%d-%d.arrow", &g, &number) && name == ShardName(g, number):
			fine = g <= newest && number <= shards[g]
		case scan(name, "nets/%d.safetensors", &g) && name == netName(g):
			fine = g <= newest+1
		case scan(name, "annotated/%d.pdn", &g) && name == AnnotatedName(g):
			fine = g <= newest
		}
		if !fine {
			lost = append(lost, name)
		}
	}
	return lost
}

func scan(name, format string, numbers ...any) bool {
	_, err := fmt.Sscanf(name, format, numbers...)
	return err == nil
}
