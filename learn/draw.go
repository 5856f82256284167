package learn

import (
	"io"

	"drafthorse/report"
)

// Draw draws the page of the run.
func (s *site) Draw() error {
	var j report.Journals
	var err error
	if j.Metrics, err = s.Metrics(); err != nil {
		return err
	}
	if j.Matches, err = s.Matches(); err != nil {
		return err
	}
	if j.SelfPlay, err = s.Generations(); err != nil {
		return err
	}
	about := report.About{Run: s.Dir, Program: s.Program, Config: s.Config}
	return s.WriteReport(func(w io.Writer) error { return report.Write(w, about, j) })
}
