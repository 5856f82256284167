package analysis

import (
	"slices"
	"strings"
	"testing"

	"drafthorse/pdn"
)

// Every threshold can be set by its name, and is told if it is not the default.
func TestSetThresholds(t *testing.T) {
	standard := DefaultThresholds()
	if changed := standard.Changed(); len(changed) > 0 {
		t.Errorf("the default has changed by %v", changed)
	}
	all := standard.Numbers()
	if len(all) != 14 { // fields of Thresholds but the dialect
		t.Errorf("%d numbers: %v", len(all), all)
	}
	seen := map[Thresholds]string{}
	for _, text := range all {
		name, _, _ := strings.Cut(text, "=")
		changed := standard
		value := "0.625"
		if name == "clear" {
			value = "7"
		}
		if err := changed.Set(name + "=" + value); err != nil {
			t.Fatal(err)
		}
		if got := changed.Changed(); !slices.Equal(got, []string{name + "=" + value}) {
			t.Errorf("%s=%s has changed %v", name, value, got)
		}
		if with, ok := seen[changed]; ok {
			t.Errorf("%s and %s set one number", name, with)
		}
		seen[changed] = name
	}
	set := standard
	if err := set.Set("very-bad=0.25"); err != nil || set.VeryBad != 0.25 {
		t.Errorf("very-bad=0.25 sets %v, %v", set.VeryBad, err)
	}
	for text, want := range map[string]string{
		"bad":       `"bad": want a number from 0 to 1, as in bad=0.1`,
		"bad=x":     `"bad=x": want a number from 0 to 1`,
		"clear=1.5": `"clear=1.5": want a number of plies`,
		"best=1":    `"best=1": want name=value, the name one of very-bad, bad,`,
		"":          `"": want name=value`,
	} {
		if err := set.Set(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// The signature tells settings apart, but not versions of the program.
func TestSignature(t *testing.T) {
	s := Settings{Net: "abc", Tables: "4", Limits: Limits{Visits: 500}}
	strict := DefaultThresholds()
	strict.Bad, strict.Dialect = 0.15, Chess
	if got, want := Signature(s, strict, "v1"), "net abc, 500 visits, dialect chess, bad=0.15, drafthorse v1"; got != want {
		t.Errorf("signature %q, want %q", got, want)
	}
	timed := Settings{Net: "abc", Tables: "4+3k-2k", Limits: Limits{Visits: MaxVisits, Millis: 50}}
	if got, want := Signature(timed, DefaultThresholds(), "v1"), "net abc, 50 ms a search (not repeatable), endgame tables 4+3k-2k, dialect fmjd, drafthorse v1"; got != want {
		t.Errorf("signature %q, want %q", got, want)
	}
	var g pdn.Game
	if SignedAlike(&g, Signature(s, strict, "v1")) {
		t.Error("a game without a tag is signed")
	}
	g.SetTag(TagName, Signature(s, strict, "v1"))
	if !SignedAlike(&g, Signature(s, strict, "v2")) {
		t.Error("another version is another signature")
	}
	if SignedAlike(&g, Signature(s, DefaultThresholds(), "v1")) || SignedAlike(&g, Signature(timed, strict, "v1")) {
		t.Error("other settings are the same signature")
	}
}
