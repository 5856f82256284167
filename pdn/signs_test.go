package pdn

import "testing"

// The numbers are those of the PGN standard, and the signs those of Chess Informant
// with what is typed in their place.
func TestSigns(t *testing.T) {
	for sign, want := range map[string]string{
		"□": "$7", "=": "$10", "∞": "$13",
		"⩲": "$14", "+=": "$14", "+/=": "$14", "⩱": "$15", "=+": "$15", "=/+": "$15",
		"±": "$16", "+/-": "$16", "+/−": "$16", "∓": "$17", "-/+": "$17", "−/+": "$17",
		"+-": "$18", "+−": "$18", "+–": "$18", "-+": "$19", "−+": "$19", "–+": "$19",
		"⨀": "$22", "N": "$146", "+": "{+}", "+1": "{+1}", "-2": "{-2}", "a.l.": "{a.l.}", "#": "{#}",
		"\xb1": "$16",
	} {
		for _, gap := range []string{" ", "! ", "\n"} {
			text := "1. 32-28" + gap + sign + " 19-23 " + sign + " *"
			mark := ""
			if gap == "! " {
				mark = "!"
			}
			games := readAll(t, text)
			if got, want := describe(games[0]), "| 32-28"+mark+" "+want+" 19-23 "+want+" *"; got != want || len(games[0].Problems) > 0 {
				t.Errorf("%q is read as %s with problems %v, want %s", text, got, games[0].Problems, want)
			}
			checkRoundTrip(t, games)
		}
	}
	for _, glued := range []string{"+=", "±", "=+", "∓", "+/-"} {
		if g := readAll(t, "1. 32-28"+glued+" 19-23 *")[0]; len(g.Movetext) != 3 || !isNAG(g.Movetext[1]) {
			t.Errorf("32-28%s is read as %s", glued, describe(g))
		}
	}
}
