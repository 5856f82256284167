// Package cmd has a folder for each program. Its tests run them as a person does: by
// scripts, on a terminal, with a full disk, killed in the middle of their work.
package cmd
