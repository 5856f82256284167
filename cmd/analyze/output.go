package main

import (
	"os"

	"drafthorse/cmd/internal/collection"
	"drafthorse/cmd/internal/console"
)

// keepInput refuses an output that is one of the inputs.
func keepInput(out string, args []string) error {
	target, err := os.Stat(out)
	if err != nil {
		return nil // it does not exist
	}
	for _, arg := range args {
		if collection.Holds(arg, target) {
			return console.Usage("--out %s is one of the files to read: choose another name, the input is never changed", out)
		}
	}
	return nil
}
