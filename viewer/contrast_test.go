package viewer

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// luminance and contrast are those of WCAG 2.2, 1.4.3.
func luminance(t *testing.T, color string) float64 {
	hex := strings.TrimPrefix(color, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	rgb, err := strconv.ParseUint(hex, 16, 24)
	if err != nil {
		t.Fatalf("%q is no colour", color)
	}
	linear := func(shift int) float64 {
		v := float64(rgb>>shift&255) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}

func contrast(t *testing.T, a, b string) float64 {
	la, lb := luminance(t, a), luminance(t, b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// Text has a contrast of at least 4.5, what else has to be told apart 3: level AA.
func TestContrast(t *testing.T) {
	light, dark, ok := strings.Cut(style, "prefers-color-scheme: dark")
	if !ok {
		t.Fatal("the style sheet has no dark scheme")
	}
	dark, _, _ = strings.Cut(dark, "} } }")
	variable := regexp.MustCompile(`(--[a-z-]+): (#[0-9a-f]+);`)
	colors := map[string]string{}
	for scheme, text := range []string{light, dark} {
		for _, m := range variable.FindAllStringSubmatch(text, -1) {
			colors[m[1]] = m[2]
		}
		for _, pair := range []struct {
			front, back string
			least       float64
		}{
			{"--ink", "--page", 4.5}, {"--ink", "--card", 4.5}, {"--ink", "--hover", 4.5}, {"--ink", "--accent-soft", 4.5},
			{"--soft", "--page", 4.5}, {"--soft", "--card", 4.5}, {"--soft", "--hover", 4.5},
			{"--accent", "--page", 4.5}, {"--accent", "--card", 4.5}, {"--accent", "--accent-soft", 4.5}, {"--accent", "--hover", 4.5},
			{"--good", "--card", 4.5}, {"--only", "--card", 4.5}, {"--slip", "--card", 4.5}, {"--bad", "--card", 4.5},
			{"--good", "--hover", 4.5}, {"--only", "--hover", 4.5}, {"--slip", "--hover", 4.5}, {"--bad", "--hover", 4.5},
			{"--good", "--accent-soft", 4.5}, {"--only", "--accent-soft", 4.5}, {"--slip", "--accent-soft", 4.5}, {"--bad", "--accent-soft", 4.5},
			{"--on-mark", "--good", 4.5}, {"--on-mark", "--only", 4.5}, {"--on-mark", "--slip", 4.5}, {"--on-mark", "--bad", 4.5},
			{"--number", "--dark", 4.5}, {"--number", "--from", 4.5}, {"--number", "--to", 4.5},
			{"--focus", "--page", 3}, {"--focus", "--card", 3},
			{"--white-top", "--dark", 3}, {"--black-top", "--dark", 3}, {"--route", "--light", 3},
			{"--area-white", "--area-draw", 3}, {"--area-draw", "--area-black", 3},
		} {
			front, back := colors[pair.front], colors[pair.back]
			if got := contrast(t, front, back); got < pair.least {
				t.Errorf("scheme %d: %s (%s) on %s (%s) has a contrast of %.2f: want %.1f", scheme, pair.front, front, pair.back, back, got, pair.least)
			}
		}
	}
	if got := contrast(t, "#000", "#fff"); math.Abs(got-21) > 1e-9 { // by the definition
		t.Errorf("black on white has a contrast of %v: want 21", got)
	}
}
