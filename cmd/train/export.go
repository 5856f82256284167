package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"drafthorse/cmd/internal/cli"
	"drafthorse/cmd/internal/runflags"
	"drafthorse/run"
	"drafthorse/store"
)

// export writes the newest net of a run as an ONNX model. The run may be in use.
func export(c *cobra.Command, settings *runflags.Settings, file string) error {
	if file == "" {
		return cli.Usage("--export-onnx is empty: want a file")
	}
	if c.Flags().Changed("workers") {
		return cli.Usage("--workers has no effect with --export-onnx, which trains nothing: give one of the two")
	}
	if err := cli.CheckOutput("export-onnx", file, ".onnx"); err != nil {
		return err
	}
	n, err := run.NewestNet(settings.Dir)
	if cli.IsMissing(err) {
		return cli.Usage("%s: there is no run: begin one by go run ./cmd/selfplay --run %s", settings.Dir, cli.Quote(settings.Dir))
	}
	if err != nil {
		return err
	}
	if err := store.ReplaceFile(file, n.WriteONNX); err != nil {
		return err
	}
	return cli.Print(c.OutOrStdout(), settings.JSON, exported{1, settings.Dir, n.Generation, n.ID(), file}, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "net %d: %s\n", n.Generation, file)
		return err
	})
}

// exported is what an export ends with.
type exported struct {
	Schema     int    `json:"schema"`
	Run        string `json:"run"`
	Generation int    `json:"generation"`
	ID         string `json:"id"`
	File       string `json:"file"`
}
