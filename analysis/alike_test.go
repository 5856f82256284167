package analysis

import (
	"fmt"
	"slices"
	"testing"
)

// Names as tournament files have them; which may be one person's is said by a person.
func TestAlike(t *testing.T) {
	same := [][2]string{
		{"KALFON Gilbert", "KALFON Gillbert"}, // a letter too much
		{"KALFON Gilbert", "Gilbert Kalfon"},
		{"Kalfon, Gilbert", "Gilbert KALFON"},
		{"Kalfon, Gilbert", "Calfon, Gilbert"}, // another first letter
		{"Kalfon, Gilbert", "Kalfon, Gilbetr"}, // two letters changed places
		{"Georgiev, Alexander", "Georgiev, Aleksander"},
		{"Müller, Hans", "Muller Hans"},
		{"Mueller, Hans", "Müller, Hans"},
		{"Łukasz Zieliński", "Zielinski, Lukasz"},
		{"Jean-Luc Perrin", "Jean Luc Perrin"},
		{"D\\'Almeida, Jean", "D'Almeida, Jean"},
		{"De Boer, Jan", "Deboer, Jan"},
		{"G. Kalfon", "Gilbert Kalfon"},
		{"Sijbrands, Ton", "Ton Sybrands"},
		{"Müller", "Mu\u0308ller,"}, // composed or not
	}
	for _, pair := range same {
		if got := Alike(pair[:]); fmt.Sprint(got) != "[[1] [0]]" {
			t.Errorf("%q are not alike: %v", pair, got)
		}
	}
	others := [][2]string{
		{"Jan Bos", "Jan Vos"}, // as short as that they are two names
		{"SCAN 3.1", "SCAN 3.0"},
		{"Player 12", "Player 13"},
		{"Katny, Tymoteusz", "Katny, Samuel"},
		{"A", "B"},
		{"A. Smit", "B. Smit"},
		{"Jan de Boer", "Jan de Ruiter"},
		{"...", "---"},
		{"Jansen, Piet", "Hansen, Bert"},
	}
	for _, pair := range others {
		if got := Alike(pair[:]); fmt.Sprint(got) != "[[] []]" {
			t.Errorf("%q are alike: %v", pair, got)
		}
	}
	list := Alike([]string{"Anna", "Kalfon Gilbert", "Bob", "Gilbert Kalfon", "Kalfon, Gillbert"})
	if fmt.Sprint(list) != "[[] [3 4] [] [1 4] [1 3]]" {
		t.Errorf("of five names %v", list)
	}
}

// Alike is symmetric, in order, and never names a name itself, whatever the names.
func FuzzAlike(f *testing.F) {
	f.Add("Kalfon Gilbert", "Gilbert Kalfon", "\xff")
	f.Add("", "  ", "İ ß ﬁ")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		alike := Alike([]string{a, b, c})
		for i, others := range alike {
			if !slices.IsSorted(others) || len(slices.Compact(slices.Clone(others))) != len(others) {
				t.Errorf("%q: %v", []string{a, b, c}, alike)
			}
			for _, k := range others {
				if k == i || !slices.Contains(alike[k], i) {
					t.Errorf("%q: %v", []string{a, b, c}, alike)
				}
			}
		}
	})
}

// BenchmarkAlike has as many names as a large collection.
func BenchmarkAlike(b *testing.B) {
	var names []string
	for i := range 20000 {
		names = append(names, fmt.Sprintf("%s%s, %s%s", syllables[i%20], syllables[i/20%20], syllables[i/400%20], syllables[i/8000]))
	}
	for b.Loop() {
		Alike(names)
	}
}

var syllables = []string{"ba", "cor", "dim", "fel", "gus", "ha", "jor", "kil", "lem", "mun", "na", "por", "ris", "sel", "tun", "va", "wor", "xi", "yen", "zul"}
