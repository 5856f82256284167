package annotate

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"

	"drafthorse/pdn"
	"drafthorse/pdnfiles"
)

// found is a game of a collection; or, if game is nil, the end of a file, with
// the error that kept the rest of it from being read.
type found struct {
	game *pdn.Game
	err  *pdn.Error
}

var errNoGame = errors.New("it is empty: want games")

// games yields what is found in the files that the arguments name.
func games(args []string, stdin io.Reader) iter.Seq[found] {
	return func(yield func(found) bool) {
		for f, err := range pdnfiles.Files(args, stdin) {
			name := inUTF8(f.Name)
			if err == nil {
				r := pdn.NewReader(f, name)
				any := false
				for g := range r.All() {
					any = true
					if !yield(found{game: g}) {
						return
					}
				}
				if err = r.Err(); err == nil && !any {
					err = errNoGame
				}
			}
			if !yield(found{err: placed(err, name)}) {
				return
			}
		}
	}
}

// countGames returns how many games the arguments name, by reading them, or -1 if
// not all of them can be read twice. That takes a thousandth of the time that a
// search of the games does.
func countGames(ctx context.Context, args []string) int {
	for _, arg := range args {
		if info, err := os.Stat(arg); arg == "-" || err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			return -1
		}
	}
	n := 0
	for f := range games(args, nil) {
		if f.game != nil {
			n++
		}
		if ctx.Err() != nil {
			return -1
		}
	}
	return n
}

// first yields what is found up to the n-th game.
func first(n int, all iter.Seq[found]) iter.Seq[found] {
	return func(yield func(found) bool) {
		left := n
		for f := range all {
			if !yield(f) {
				return
			}
			if f.game != nil {
				left--
			}
			if left == 0 {
				return
			}
		}
	}
}

// placed returns err as one that knows its file.
func placed(err error, file string) *pdn.Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*pdn.Error](err); ok {
		return e
	}
	return &pdn.Error{File: file, Problem: err.Error(), Err: err}
}
