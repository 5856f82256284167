package rules

import (
	"errors"
	"strings"
	"testing"
)

func TestParseFENForms(t *testing.T) {
	start := Start().FEN()
	for text, want := range map[string]string{
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
	} {
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
		{"W:W031:B1", 4, "no square 031"},
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

func FuzzFEN(f *testing.F) {
	for _, s := range []string{"W:W31-50:B1-20", "B:WK1,K2-4:B30.", "W:W:B50", "W:W27:B5:H3:F12", "B:BK50:W"} {
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
