package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"drafthorse/analysis"
	"drafthorse/endgame"
	"drafthorse/mcts"
	"drafthorse/net"
)

// A game that is as large as can be read has no room for the tag of its
// annotation. It is copied, and the next one is annotated.
func TestNoRoomForTheSignature(t *testing.T) {
	var full strings.Builder
	for i := range 1000 { // the most tags that a game holds, says package pdn
		fmt.Fprintf(&full, "[T%d   \"x\"]\n", i)
	}
	full.WriteString("1.32-28  *")
	path := write(t, "full.pdn", full.String()+"\n\n[Event \"Next\"]\n1. 32-28 19-23 *\n")

	n := net.Random(net.Size{Width: 16, Hidden: 8, Buckets: 1}, rand.New(rand.NewPCG(1, 1)))
	config := analysis.Config{Limits: analysis.Limits{Visits: 10}, Search: mcts.DefaultConfig()}
	b := batch{
		thresholds: analysis.DefaultThresholds(),
		newFinder:  func() *analysis.Finder { return analysis.NetFinder(config, n, &endgame.Tables{}) },
		signature:  "signed", stderr: io.Discard,
	}
	var out bytes.Buffer
	if err := b.run(context.Background(), 2, []string{path}, nil, &out); err != nil {
		t.Fatal(err)
	}
	if got := [...]int{b.games, b.annotated, b.before, b.refused.games}; got != [...]int{2, 1, 0, 1} {
		t.Errorf("games, annotated, before, copied are %v, want 2 1 0 1", got)
	}
	if text := out.String(); !strings.HasPrefix(text, full.String()+"\n\n[Event \"Next\"]\n[Drafthorse \"signed\"]\n") {
		t.Errorf("the output begins\n%s\n...\n%s", text[:50], text[max(0, len(text)-200):])
	}
}
