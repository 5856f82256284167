package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"drafthorse/cmd/internal/tablefiles"
	"drafthorse/hub"
	"drafthorse/match"
	"drafthorse/mcts"
	"drafthorse/net"
	"drafthorse/run"
)

func TestParseSpec(t *testing.T) {
	for _, test := range []struct {
		text   string
		want   spec // without its settings
		search search
	}{
		{"ref:5", spec{depth: 5}, search{}},
		{"a/b.safetensors", spec{file: "a/b.safetensors"}, search{}},
		{"runs/demo", spec{run: "runs/demo", net: newest}, search{}},
		{"runs/demo@12", spec{run: "runs/demo", net: 12}, search{}},
		{"a@b/c@0", spec{run: "a@b/c", net: 0}, search{}},
		{"runs/demo@12,visits=1600", spec{run: "runs/demo", net: 12}, search{visits: 1600}},
		{"x.safetensors,cpuct=0.5,fpu_reduction=0.25,visits=3", spec{file: "x.safetensors"},
			search{visits: 3, config: mcts.Config{CPUCT: 0.5, FPUReduction: 0.25}}},
	} {
		got, err := parseSpec(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		var with search
		for _, apply := range got.settings {
			apply(&with)
		}
		if got.depth != test.want.depth || got.file != test.want.file || got.run != test.want.run || got.net != test.want.net || with != test.search {
			t.Errorf("%q is read as %+v with %+v: want %+v with %+v", test.text, got, with, test.want, test.search)
		}
	}
	for text, want := range map[string]string{
		"":                          "there is no player",
		",visits=3":                 "there is no player",
		"ref:":                      `"ref:": want ref: and the depth`,
		"ref:0":                     `"ref:0": want ref: and the depth`,
		"ref:16":                    `"ref:16": want at most ref:15`,
		"ref:99":                    `"ref:99": want at most ref:15: each ply takes some three times as long`,
		"runs/demo,table=0":         `"table=0": want a number from 1 on`,
		"runs/demo,depth=121":       `"depth=121": want at most 120`,
		"ref:5,visits=3":            "the reference player has no settings",
		"runs/demo@":                `"runs/demo@": want a run and the number`,
		"runs/demo@-1":              "want a run and the number",
		"runs/demo@x":               "want a run and the number",
		"@3":                        "want a run and the number",
		"runs/demo,":                `"": there is no such setting: want search, visits`,
		"runs/demo,visit=3":         `"visit=3": there is no such setting`,
		"runs/demo,visits":          `"visits": want a number from 1 on`,
		"runs/demo,visits=0":        `"visits=0": want a number from 1 on`,
		"runs/demo,visits=20000000": `"visits=20000000": want at most 16777216`,
		"runs/demo,threads=65":      `"threads=65": want at most 64`,
		"runs/demo,cpuct=x":         `"cpuct=x": want a number, as in cpuct=0.6`,
		"runs/demo,cpuct=1=2":       "want a number",
		"ref:3,":                    "the reference player has no settings",
		"a.safetensors,temp=0.3":    "there is no such setting",
		"a.safetensors,time=5":      "as in time=100ms",
		"runs/demo,search=dfs":      "want search=mcts or search=alphabeta",
		"runs/demo,nodes=-1":        "want a number from 1 on",
	} {
		if s, err := parseSpec(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %+v, %v: want an error with %q", text, s, err, want)
		}
	}
}

// TestOpen takes the search of a run's net from the run, that of a file from the
// defaults, and lets a setting change either.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	config := run.DefaultConfig()
	config.Net.Width, config.Net.Hidden = 16, 8
	config.Search.CPUCT = 2
	r, err := run.Open(filepath.Join(dir, "r"), config, "test", run.Playing|run.Training)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	zero, err := r.Net(0)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, "x.safetensors"))
	if err != nil {
		t.Fatal(err)
	}
	if err := net.Write(f, zero); err != nil {
		t.Fatal(err)
	}
	f.Close()
	endgames, err := tablefiles.Load("", os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ text, name string }{
		{"r", "r net 0 (" + zero.ID() + "), 30 visits"},
		{"r@0,visits=7", "r net 0 (" + zero.ID() + "), 7 visits"},
		{"x.safetensors", "x.safetensors (" + zero.ID() + "), 30 visits"},
		{"x.safetensors,time=100ms", "x.safetensors (" + zero.ID() + "), 100ms"},
		{"r,threads=2", "r net 0 (" + zero.ID() + "), 30 visits, 2 threads"},
		{"r,visits=50,time=1s", "r net 0 (" + zero.ID() + "), 50 visits, 1s"},
		{"r,search=alphabeta,depth=3,nodes=1000", "r net 0 (" + zero.ID() + "), alpha-beta, depth 3, 1000 nodes"},
		{"r,search=alphabeta,depth=3,table=2", "r net 0 (" + zero.ID() + "), alpha-beta, depth 3, table of 2 MiB"},
	} {
		s, err := parseSpec(filepath.Join(dir, test.text))
		if err != nil {
			t.Fatal(err)
		}
		p, err := s.open(t.Context(), 30, endgames)
		if got := strings.ReplaceAll(p.String(), dir+string(filepath.Separator), ""); err != nil || got != test.name {
			t.Errorf("%s is %q, %v: want %q", test.text, got, err, test.name)
		}
	}
	for text, want := range map[string]string{
		"r@1":                      "has no net 1",
		"none":                     "there is no run",
		"none.safetensors":         "none.safetensors",
		"r,cpuct=0":                "cpuct is 0",
		"x.safetensors,cpuct=nan":  "cpuct is NaN",
		"r,fpu_reduction=2":        "fpu_reduction is 2",
		"x.safetensors,cpuct=-Inf": "cpuct is -Inf",
		"r,prior_power=0":          "prior_power is 0",
		"r,search=alphabeta":       "has no limit",
		"r,depth=3":                "go with search=alphabeta",
		"r,table=64":               "goes with search=alphabeta",

		"r,search=alphabeta,visits=3": "goes with search=mcts",
	} {
		s, err := parseSpec(filepath.Join(dir, text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.open(t.Context(), 30, endgames); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s opens with %v: want an error with %q", text, err, want)
		}
	}
	// With a clock for the match no other limit is needed, but those given count.
	for text, want := range map[string]string{
		"r":                          "by the clock",
		"r,visits=7":                 "7 visits, by the clock",
		"r,search=alphabeta":         "alpha-beta, by the clock",
		"r,search=alphabeta,depth=3": "alpha-beta, depth 3, by the clock",
	} {
		s, err := parseSpec(filepath.Join(dir, text))
		if err != nil {
			t.Fatal(err)
		}
		s.timed = true
		if p, err := s.open(t.Context(), 0, endgames); err != nil || p.Search != want {
			t.Errorf("%s by the clock has %q, %v: want %q", text, p.Search, err, want)
		}
	}
	with := search{config: mcts.DefaultConfig()}
	if _, err := (spec{run: r.Dir, net: newest}).network(&with.config); err != nil || with.config != config.PlaySearch() {
		t.Errorf("a net of the run searches by %+v, %v: want the run's %+v", with.config, err, config.PlaySearch())
	}
}

func TestParseEngine(t *testing.T) {
	s, err := parseSpec("hub:engines/scan hub,time=100ms,depth=9,nodes=1000,dir=a b,margin=3s,param.threads=1,param.book=")
	if err != nil {
		t.Fatal(err)
	}
	e := s.engine
	if !slices.Equal(e.command, []string{"engines/scan", "hub"}) || e.dir != "a b" || e.Version != 2 || e.Margin != 3*time.Second {
		t.Errorf("read as %+v", e)
	}
	if l := e.Level; l.Depth != 9 || l.Nodes != 1000 || l.Move != 100*time.Millisecond {
		t.Errorf("its limits are %+v", l)
	}
	if want := []hub.Argument{{Name: "threads", Value: "1"}, {Name: "book"}}; !slices.Equal(e.Parameters, want) {
		t.Errorf("its parameters are %+v, want %+v", e.Parameters, want)
	}
	for text, want := range map[string]string{
		"hub:":                       "there is no program",
		"hub: ,time=1s":              "there is no program",
		"hub:scan,version=3,time=1s": `"version=3": want 1 or 2`,
		"hub:scan,version=1,nodes=5": "version 1 has no nodes",
		"hub:scan,time=5":            `"time=5": want a time for each move`,
		"hub:scan,margin=0s,time=1s": `"margin=0s": want how late`,
		"hub:scan,depth=0":           `"depth=0": want a number from 1 on`,
		"hub:scan,nodes=x":           `"nodes=x": want a number from 1 on`,
		"hub:scan,dir=,time=1s":      `"dir=": want a folder`,
		"hub:scan,time=1s,visits=5":  `"visits=5": an engine has no such setting: want version`,
		"hub:scan,time=1s,":          `"": an engine has no such setting`,
	} {
		if s, err := parseSpec(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is read as %+v, %v: want an error with %q", text, s.engine, err, want)
		}
	}
}

func TestParseTest(t *testing.T) {
	if got, err := parseTest("-5,7.5"); err != nil || got.Elo0 != -5 || got.Elo1 != 7.5 {
		t.Errorf("%+v, %v: want -5 and 7.5", got, err)
	}
	for _, text := range []string{"", "5", "5,", "x,3", "1,2,3", "5,5", "9,3", "0,301", "NaN,3"} {
		if got, err := parseTest(text); err == nil {
			t.Errorf("%q is read as %+v: want an error", text, got)
		}
	}
}

// TestTablesFitIntoMemory counts a table for each game at once and each player that has
// one: two players with four games have eight.
func TestTablesFitIntoMemory(t *testing.T) {
	const gib = 1 << 30
	large, small, none := player{memory: 4096}, player{memory: tableSize}, player{}
	for _, test := range []struct {
		first, second player
		workers       int
		memory        uint64
		want          string // of the error
	}{
		{large, none, 1, 8 * gib, ""},
		{large, none, 2, 8 * gib, "8192 MiB for tables: this machine has room for at most 6144: want a smaller table, or fewer --workers"},
		{large, large, 1, 8 * gib, "8192 MiB for tables"},
		{none, large, 1, 4 * gib, "4096 MiB for tables: this machine has room for at most 3072"},
		{large, large, 4, 64 * gib, ""},
		{large, small, 4, 32 * gib, ""}, // 16,448 of 24,576 MiB
		{large, small, 4, 21 * gib, "16448 MiB for tables"},
		{small, small, 64, gib, ""}, // as without a setting
		{large, none, 1, 0, ""},
	} {
		m := contest{first: test.first, second: test.second}
		m.workers, m.config = test.workers, match.DefaultConfig()
		err := m.checkMemory(test.memory)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d and %d MiB in %d games, %d bytes: %v, want %q", test.first.memory, test.second.memory, test.workers, test.memory, err, test.want)
		}
	}
}
