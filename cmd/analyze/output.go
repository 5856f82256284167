package main

import (
	"os"

	"drafthorse/cmd/internal/collection"
	"drafthorse/cmd/internal/console"
)

// keepInput refuses an output, named by a flag, that is one of the inputs.
func keepInput(flag, out string, args []string) error {
	target, err := os.Stat(out)
	if err != nil {
		return nil // it does not exist
	}
	for _, arg := range args {
		if collection.Holds(arg, target) {
			return console.Usage("--%s %s is one of the files to read: choose another name, the input is never changed", flag, out)
		}
	}
	return nil
}

// part and journal return the names of what belongs to a file that is being
// written: as much of it as there is, and the findings that go into it.
func part(out string) string    { return out + ".partial" }
func journal(out string) string { return part(out) + ".jsonl" }
