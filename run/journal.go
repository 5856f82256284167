package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"drafthorse/training"
)

// MetricsLine is a line of metrics.jsonl.
type MetricsLine struct {
	Generation int                  `json:"generation"` // of the net that the training makes
	Step       int                  `json:"step"`       // of this training
	Steps      int                  `json:"steps"`      // planned
	Train      *training.Metrics    `json:"train,omitempty"`
	HeldOut    *training.Evaluation `json:"held_out,omitempty"`
}

// Trained is what a training did.
type Trained struct {
	Generation int                 `json:"generation"` // of the net it made
	Steps      int                 `json:"steps"`
	Before     training.Evaluation `json:"before"` // on the held-out rows
	After      training.Evaluation `json:"after"`
	Waited     float64             `json:"-"` // share of the time of this call that steps waited for their rows, 0 to 1
	Faults     []error             `json:"-"` // shards that had to be left out
}

// Journal is a file of JSON lines that is only added to. It is a record for
// people and plots; the run does not depend on it.
type Journal struct {
	file *os.File
	err  error // the first one
}

// readJournal returns the lines of a journal, without one that a crash has cut.
func (r *Run) readJournal(name string) ([][]byte, error) {
	content, err := os.ReadFile(filepath.Join(r.Dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	lines := bytes.SplitAfter(content, []byte("\n"))
	return lines[:len(lines)-1], nil
}

// OpenJournal opens a journal for adding to it, after it has dropped the lines
// that keep refuses and one that a crash has cut.
func (r *Run) OpenJournal(name string, keep func(line []byte) bool) (*Journal, error) {
	lines, err := r.readJournal(name)
	if err != nil {
		return nil, err
	}
	err = r.Manifest.Replace(name, func(w io.Writer) error {
		for _, line := range lines {
			if !keep(line) {
				continue
			}
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(r.Dir, name), os.O_WRONLY|os.O_APPEND, 0)
	return &Journal{file: f}, err
}

// Append adds a line. After an error nothing more is added: the line may stand
// there in part, and the next would be taken for the rest of it.
func (j *Journal) Append(line any) {
	if j.err != nil {
		return
	}
	text, err := json.Marshal(line)
	if err == nil {
		_, err = j.file.Write(append(text, '\n'))
	}
	j.err = err
}

// Sync returns when all lines are on the disk, or why one is not.
func (j *Journal) Sync() error {
	if j.err == nil {
		j.err = j.file.Sync()
	}
	return j.err
}

// Close syncs the journal and closes it.
func (j *Journal) Close() error { return errors.Join(j.Sync(), j.file.Close()) }

// OpenMetrics opens metrics.jsonl for a training that has made the given number
// of steps. What an earlier try reported beyond them is dropped.
func (r *Run) OpenMetrics(generation, done int) (*Journal, error) {
	return r.OpenJournal(MetricsName, func(text []byte) bool {
		var line MetricsLine
		if json.Unmarshal(text, &line) != nil {
			return false
		}
		return line.Generation < generation || line.Generation == generation && done > 0 && line.Step <= done
	})
}

// SelfPlay returns the lines of selfplay.jsonl in their order.
func (r *Run) SelfPlay() ([]GenerationLine, error) { return decoded[GenerationLine](r, SelfPlayName) }

// Metrics returns the lines of metrics.jsonl in their order.
func (r *Run) Metrics() ([]MetricsLine, error) { return decoded[MetricsLine](r, MetricsName) }

// Matches returns the lines of matches.jsonl in their order, but those that tell
// of nets of another run. What a score says is computed anew, for JSON has one null
// for both infinities.
func (r *Run) Matches() ([]MatchLine, error) {
	lines, err := decoded[MatchLine](r, MatchesName)
	ours := func(number int, isNet bool, id string) bool {
		if !isNet {
			return true
		}
		is, failure := r.CouldBeOurs(number, id)
		err = errors.Join(err, failure)
		return is
	}
	lines = slices.DeleteFunc(lines, func(l MatchLine) bool {
		first, isNet := l.FirstNet()
		second, bothNets := l.SecondNet()
		return !ours(first, isNet, l.FirstID) || !ours(second, bothNets, l.SecondID)
	})
	for i := range lines {
		lines[i].Result = lines[i].Score.Result()
	}
	return lines, err
}

// decoded returns the lines of a journal that can be read.
func decoded[T any](r *Run, name string) ([]T, error) {
	lines, err := r.readJournal(name)
	var list []T
	for _, text := range lines {
		var line T
		if json.Unmarshal(text, &line) == nil {
			list = append(list, line)
		}
	}
	return list, err
}

// History returns what metrics.jsonl says of the run's trainings, the one under
// way included, by ascending generation.
func (r *Run) History() ([]Trained, error) {
	lines, err := r.Metrics()
	var trainings []Trained
	for _, line := range lines {
		if line.HeldOut == nil {
			continue
		}
		if n := len(trainings); n == 0 || trainings[n-1].Generation != line.Generation {
			trainings = append(trainings, Trained{Generation: line.Generation})
		}
		last := &trainings[len(trainings)-1]
		if line.Step == 0 {
			last.Before = *line.HeldOut
		}
		last.Steps, last.After = line.Step, *line.HeldOut
	}
	return trainings, err
}

// WriteReport replaces the run's report.
func (r *Run) WriteReport(write func(io.Writer) error) error {
	return r.Manifest.Replace(ReportName, write)
}
