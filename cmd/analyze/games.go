package main

import (
	"errors"
	"io"
	"iter"

	"drafthorse/cmd/internal/collection"
	"drafthorse/pdn"
)

// found is a game of a collection; or, if game is nil, the end of a file, with
// the error that kept the rest of it from being read.
type found struct {
	game *pdn.Game
	err  *pdn.Error
}

// games yields what is found in the files that the arguments name.
func games(args []string, stdin io.Reader) iter.Seq[found] {
	return func(yield func(found) bool) {
		for f, err := range collection.Files(args, stdin) {
			if err == nil {
				r := pdn.NewReader(f, f.Name)
				for g := range r.All() {
					if !yield(found{game: g}) {
						return
					}
				}
				err = r.Err()
			}
			if !yield(found{err: placed(err, f.Name)}) {
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
