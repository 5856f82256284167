package rules

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// fenForms are texts and the form in which the position that they give is written.
func fenForms() map[string]string {
	start := Start().FEN()
	return map[string]string{
		"W:W31-50:B1-20":                       start,
		"W:B1-20:W31-50":                       start,
		"W:W31-50:B1-20.":                      start,
		" W : W 31 - 50 : B 1-20 . ":           start,
		"W:WK31-33:B1-4.":                      "W:WK31,K32,K33:B1,2,3,4",
		"B:W50:B":                              "B:W50:B",
		"W:W:BK2":                              "W:W:BK2",
		"W:WK01,07:B30":                        "W:W7,K1:B30",
		"B:WK27,28:B05,K10":                    "B:W28,K27:B5,K10",
		"W:W27,28:B5,10:H3:F12":                "W:W27,28:B5,10",
		"W:W27, 28, K 3 :B5":                   "W:W27,28,K3:B5",
		"W:W18,24,27,28,K10,K15:B12,16,20,K22": "W:W18,24,27,28,K10,K15:B12,16,20,K22",

		"w:w31-50:b1-20":                start,
		"b:bk1,2:wK31-32:h3:f12.":       "B:WK31,K32:B2,K1",
		"W:W31 32 33:B1 2":              "W:W31,32,33:B1,2",
		"W:WK31 K32 33 - 34:BK1 K2-4":   "W:W33,34,K31,K32:BK1,K2,K3,K4",
		"W:W31,\u00a032\t33 :B1":        "W:W31,32,33:B1",
		"W:W031:B01":                    "W:W31:B1",
		"W:W0031-000050:B001-0020":      start,
		"W:W31–35:B1–5":                 "W:W31,32,33,34,35:B1,2,3,4,5",
		"W:W31‐35,36‑40:B1‒5,6 − 10,11": "W:W31,32,33,34,35,36,37,38,39,40:B1,2,3,4,5,6,7,8,9,10,11",
	}
}

func TestParseFENForms(t *testing.T) {
	for text, want := range fenForms() {
		p, err := ParseFEN(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		} else if got := p.FEN(); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
	}
}

func TestParseFENRefusals(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		reason string // a part of it
	}{
		{"", 1, "empty"},
		{"W:W31,31:B1", 7, "square 31 is given twice"},
		{"W:W31:B31", 8, "square 31 is given twice"},
		{"W:W51:B1", 4, "no square 51"},
		{"W:W0:B1", 4, "no square 0"},
		{"W:W3x:B1", 5, `'x'`},
		{"X:W31:B1", 1, `'X'`},
		{"W31:B1", 1, "side to move is missing"},
		{"?:W31:B1", 1, "unknown"},
		{"W:W3:B30", 4, "own promotion row"},
		{"W:W33:B46-48", 8, "own promotion row"},
		{"W:W:W31-50:B1-20", 5, "given twice"},
		{"W:W31-50", 9, "ends before"},
		{"W:W50-31:B1", 4, "backwards"},
		{"W:Wc3,e3:Bd6", 4, "8x8"},
		{"W:W31:B1:G3", 10, "H and F"},
		{"W:W31:B1..", 10, "after the end"},
		{"W:W31:B1 x", 10, `'x'`},
		{"W:W31,:B1", 7, "square is due"},
		{"W:W000:B1", 4, "no square 000"},
		{"W:W0051:B1", 4, "no square 0051"},
		{"W:W313233:B1", 4, "no square 313233"},
		{"W:W99999999999999999999:B1", 4, "no square 99999999999999999999"},
		{"“W:W31:B1”", 1, "'“'"},
		{"W:W31–:B1", 7, "':' stands where a square is due"},
		{"W:W31é32:B1", 6, "'é' stands where a comma or a colon is due"},
		{"W:W31—35:B1", 6, "'—'"},
		{"W:W31 and 32:B1", 7, "'a' stands where a comma or a colon is due"},
		{"W:W31,and:B1", 7, "'a' stands where a square is due"},
		{"W:W31,B1,2", 7, "a colon before the letter of a side"},
		{"W:W31:B1\x00", 9, `'\x00' stands where`},
		{"W:W:B", 1, "no piece"},
		{"W:WK:B1", 5, "square is due"},
		{strings.Repeat("W", 5000), 1, "too many"},
	} {
		_, err := ParseFEN(c.text)
		var fault *FENError
		if !errors.As(err, &fault) {
			t.Errorf("%.40q: error %v, want a FENError", c.text, err)
		} else if fault.Column != c.column || !strings.Contains(fault.Reason, c.reason) {
			t.Errorf("%.40q: column %d, %q; want column %d and %q", c.text, fault.Column, fault.Reason, c.column, c.reason)
		}
	}
}

// An error names all that is wrong, so that a text need not be mended twice.
func TestParseFENFaults(t *testing.T) {
	for text, want := range map[string]string{
		"W:W51,31:B1,60":       `column 4: there is no square 51: want 1 to 50; column 13: there is no square 60: want 1 to 50`,
		"X:W31,31:B1":          `column 1: the side to move is 'X': want W or B; column 7: square 31 is given twice`,
		"?:W31:B1:G3":          `column 1: the side to move is unknown (?): want W or B; column 10: want nothing more here than the counters H and F`,
		"W31:B1,1":             `column 1: the side to move is missing: want W: or B: before the pieces; column 8: square 1 is given twice`,
		"W:W35-31,x,7 8:Bé,50": `column 4: the range 35-31 runs backwards; column 10: 'x' stands where a square is due; column 17: 'é' stands where a square is due; column 19: a Black man cannot stand on 50, its own promotion row`,
		"W:W:W31:B0":           `column 5: the pieces of White are given twice; column 10: there is no square 0: want 1 to 50`,
		"W:W51,52,53,54,55,56": `column 4: there is no square 51: want 1 to 50; column 7: there is no square 52: want 1 to 50; column 10: there is no square 53: want 1 to 50; column 13: there is no square 54: want 1 to 50; column 16: there is no square 55: want 1 to 50`,
		"":                     `column 1: empty: want something like W:W31-50:B1-20`,
		"W":                    `column 2: the text ends before both sides' pieces were given`,
	} {
		_, err := ParseFEN(text)
		if err == nil || err.Error() != fmt.Sprintf("FEN %q, %s", text, want) {
			t.Errorf("%s: %v\nwant %s", text, err, want)
		}
	}
}

// TestParseFENLooks writes random positions in all the looks that are read.
func TestParseFENLooks(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 12))
	squares := regexp.MustCompile("[0-9]+")
	pick := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	for range 2000 {
		var b strings.Builder
		var sides [2][]string
		occupied := map[int]bool{}
		for range 1 + random.IntN(20) {
			s, c := 6+random.IntN(40), random.IntN(2)
			if occupied[s] {
				continue
			}
			occupied[s] = true
			sides[c] = append(sides[c], pick("", "K")+strconv.Itoa(s))
		}
		fmt.Fprintf(&b, "W:W%s:B%s", strings.Join(sides[0], ","), strings.Join(sides[1], ","))
		want, err := ParseFEN(b.String())
		if err != nil {
			t.Fatalf("%s: %v", b.String(), err)
		}
		text := b.String()
		if random.IntN(2) == 0 {
			text = strings.ToLower(text)
		}
		text = strings.ReplaceAll(text, ",", pick(",", " ", ", ", " , ", "\n", "\u00a0"))
		text = squares.ReplaceAllStringFunc(text, func(s string) string { return pick("", "", "0", "00") + s })
		text = squares.ReplaceAllStringFunc(text, func(s string) string {
			if hyphen := pick("", "", "-", "–", " − "); hyphen != "" {
				return s + hyphen + s
			}
			return s
		})
		if got, err := ParseFEN(text); err != nil || got != want {
			t.Fatalf("%q is read as %v (error %v), want %v", text, got, err, want)
		}
	}
}

func FuzzFEN(f *testing.F) {
	for text := range fenForms() {
		f.Add(text)
	}
	for _, s := range []string{"W:W:B50", "W:W31,31:B1", "X:W31:B1", "W31:B1", "W:W31é32:B1,,B", "W:Wc3,e3:Bd6", "“W:W31:B1”"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseFEN(text)
		if err != nil {
			return
		}
		again, err := ParseFEN(p.FEN())
		if err != nil || again != p {
			t.Errorf("%q is written as %q, which is read as %v (error %v)", text, p.FEN(), again, err)
		}
	})
}
