package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"drafthorse/store"
)

// begunWith returns the folder of a run that began with the text as run.toml, at
// a moment when nothing else was there yet.
func begunWith(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	m, err := store.OpenManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	_, err = m.Commit(KindConfig, configName, store.Facts{}, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// with adds lines to the sections of a configuration: "search.considered = 16".
func with(c Config, lines ...string) string {
	text := string(c.TOML())
	for _, line := range lines {
		section, line, _ := strings.Cut(line, ".")
		text = strings.Replace(text, "["+section+"]\n", "["+section+"]\n"+line+"\n", 1)
	}
	return text
}

// The configurations of published runs, the first of which is of an earlier
// version, are read for every use, and the published net can be the newest of such a run.
func TestPublishedRuns(t *testing.T) {
	files, err := filepath.Glob("../results/*/run.toml")
	if err != nil || len(files) < 2 {
		t.Fatalf("%v, %v: want two configurations or more", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		given := DefaultConfig()
		if err := given.ParseConfig(file, text); err != nil {
			t.Errorf("as the configuration of a new run: %v", err)
		}
		dir := begunWith(t, string(text))
		c, ok, err := ReadConfig(dir)
		if err != nil || !ok || c.Seed != 1 || c.Net.Width != 256 || c.SelfPlay.QuickVisits != 24 {
			t.Fatalf("%s: %+v, %t, %v: want seed 1, width 256, 24 visits in quick searches", file, c, ok, err)
		}
		if _, err := TrialConfig(dir, []string{"net.width = 32"}); err != nil {
			t.Errorf("as the run of a trial: %v", err)
		}
		r := as(t, dir, c, Playing|Training)
		nets, err := filepath.Glob(filepath.Join(filepath.Dir(file), "*.safetensors"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range nets {
			published, err := ReadNet(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.CommitNet(published, 0); err != nil {
				t.Fatal(err)
			}
			newest, err := NewestNet(dir)
			if err != nil || newest.ID() != published.ID() {
				t.Fatalf("the newest net is %v, %v: want that of %s", newest, err, file)
			}
		}
	}
}

// With any other value a key that is gone stops only what it decided, and the
// error says what to do.
func TestGoneKeysThatDecide(t *testing.T) {
	for line, decides := range map[string]use{
		"search.considered = 8":          0,
		"training.value_visits = 30.0":   0,
		"selfplay.gumbel = true":         selfPlay,
		"search.prior_power = 0.6":       selfPlay | matches,
		"training.value_scale = 0.25":    trainings,
		"training.reply_weight = 0.1":    trainings,
		"training.plies_weight = 1":      trainings,
		"training.gain_weight = 0.3":     trainings,
		"selfplay.alphabeta_share = 0.3": selfPlay,
		"selfplay.alphabeta_depth = 6":   0,
		"net.buckets = 4":                anything,
	} {
		c := smallConfig()
		text := with(c, line)
		dir := begunWith(t, text)
		_, _, reading := ReadConfig(dir)
		_, trial := TrialConfig(dir, nil)
		opening := func(roles Roles) error {
			r, err := Open(dir, c, "test", roles)
			if err == nil {
				err = r.Close()
			}
			return err
		}
		playing := opening(Playing)
		if playing != nil { // so that there is a net
			m, err := store.OpenManifest(dir)
			if err != nil {
				t.Fatal(err)
			}
			n, err := c.firstNet()
			if err != nil {
				t.Fatal(err)
			}
			if err := (&Run{Config: c, Manifest: m}).CommitNet(n, 0); err != nil {
				t.Fatal(err)
			}
			m.Close()
		}
		given := DefaultConfig()
		for what, test := range map[string]struct {
			err error
			of  use
		}{
			"matches":              {reading, matches},
			"a trial":              {trial, trainings},
			"self-play":            {playing, selfPlay | matches},
			"training":             {opening(Training), trainings | matches},
			"a new run's --config": {given.ParseConfig("x.toml", []byte(text)), anything},
			"a trial's --set":      {errOf(TrialConfig(begunWith(t, string(c.TOML())), []string{line})), anything},
		} {
			if want := test.of&decides != 0; (test.err != nil) != want {
				t.Errorf("%s, %s: error %v, want one: %t", line, what, test.err, want)
			}
			key, _, _ := strings.Cut(line, " ")
			if test.err != nil && !(errors.Is(test.err, ErrConfig) && strings.Contains(test.err.Error(), key) && strings.Contains(test.err.Error(), "--init-from")) {
				t.Errorf("%s, %s: %v, want a configuration error with the key and what to do", line, what, test.err)
			}
		}
	}
}

func errOf(_ Config, err error) error { return err }

// A refused key names the commit that can still do what the key did.
func TestGoneKeyNamesACommit(t *testing.T) {
	for line, commit := range map[string]string{
		"selfplay.alphabeta_share = 0.3": "4cbaaa4",
		"training.value_scale = 0.25":    "40fc82e",
	} {
		c := DefaultConfig()
		if err := c.ParseConfig("x.toml", []byte(with(c, line))); err == nil || !strings.Contains(err.Error(), "commit "+commit) {
			t.Errorf("%s: error %v, want one with commit %s", line, err, commit)
		}
	}
}

// A trial on the games of a run whose trainings were others goes without.
func TestTrialWithoutAGoneKey(t *testing.T) {
	dir := begunWith(t, with(smallConfig(), "training.value_scale = 0.25", "training.plies_weight = 0.3"))
	if _, err := TrialConfig(dir, []string{"training.value_scale = 0.0"}); !errors.Is(err, ErrConfig) || !strings.Contains(err.Error(), "training.plies_weight") {
		t.Errorf("error %v: want one about the other key", err)
	}
	c, err := TrialConfig(dir, []string{"training.value_scale = 0.0", "training.plies_weight = 0", "seed = 9"})
	if err != nil || c.Seed != 9 {
		t.Errorf("%+v, %v: want the run's configuration with seed 9", c, err)
	}
}

// Every key of an earlier version may stand in a run.toml with the value that
// decided nothing: the run is one without it.
func TestRunOfAnEarlierVersion(t *testing.T) {
	var lines []string
	for _, k := range goneKeys {
		value := any(7)
		if k.neutral != nil {
			value = k.neutral
		}
		lines = append(lines, fmt.Sprintf("%s = %v", k.key, value))
	}
	c := smallConfig()
	dir := begunWith(t, with(c, lines...))
	if r := open(t, dir, c); !reflect.DeepEqual(r.Config, c) {
		t.Errorf("the configuration with the keys of earlier versions is %+v, want %+v", r.Config, c)
	}
	if tried, err := TrialConfig(dir, nil); err != nil || !reflect.DeepEqual(tried, c) {
		t.Errorf("TrialConfig = %+v, %v: want %+v", tried, err, c)
	}
}
