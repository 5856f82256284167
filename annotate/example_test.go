package annotate_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"strings"

	"drafthorse/analysis"
	"drafthorse/annotate"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/net/shipped"
)

// quiet shows no progress.
type quiet struct{}

func (quiet) Set(int, ...string) {}
func (quiet) Skip(int)           {}
func (quiet) End(string)         {}

// A program annotates a game by 100 visits a position.
func ExampleRun() {
	var annotated bytes.Buffer
	err := annotate.Run(context.Background(), &annotate.Options{
		Inputs: []string{"-"}, Stdin: strings.NewReader("1. 32-28 19-23 2. 28x19 14x23 *"),
		Stdout: &annotated, Stderr: io.Discard,
		Config:     analysis.Config{Limits: analysis.Limits{Visits: 100}, Search: mcts.DefaultConfig().ForPlay()},
		Thresholds: analysis.DefaultThresholds(),
		Knowledge: func() (*net.Network, *endgame.Tables, error) {
			tables, err := endgame.Embedded()
			return shipped.Net(), tables, err
		},
		Workers: 2, Program: "example",
		Progress: func(string, int) annotate.Progress { return quiet{} },
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Count(annotated.String(), "[%eval"), "evaluations")
	// Output: 4 evaluations
}
