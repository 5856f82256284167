package pdn

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// encodedForms are games whose bytes are not all UTF-8.
var encodedForms = []struct {
	name, text string
	want       string // as describe shows the game
	copied     string // what Copy writes; "" if what Write does
}{
	{"quotes and dashes of Windows", "[White \"O\x92Neill \x96 the \x93Bear\x94\"] {5 \x80uro\x85} 1. 32-28 *",
		"White=O’Neill – the “Bear” | {5 €uro…} 32-28 *", "[White \"O’Neill – the “Bear”\"] {5 €uro…} 1. 32-28 *\n"},
	{"letters of Windows", "[Event \"\x8Aibenik \x9Fuvre \x8C\"] [\x8Eupa \"x\"] 1. 32-28 *", "Event=Šibenik Ÿuvre Œ Župa=x | 32-28 *",
		"[Event \"Šibenik Ÿuvre Œ\"] [Župa \"x\"] 1. 32-28 *\n"},
	{"curly quotes of Windows around a value", "[White \x93A\x94] [FEN \x84W:W28:B23\x93] 1. 28x19 *", "White=A FEN=W:W28:B23 | 28x19 *", "[White “A”] [FEN „W:W28:B23“] 1. 28x19 *\n"},
	{"dashes and dots of Windows in the movetext", "1\x85 32\x9628 19-23 2\x85 28\xd719 1\x961 *", "| 32-28 19-23 28x19 1-1", "1… 32–28 19-23 2… 28×19 1–1\n"},
	{"a draw, and again", "1. 32-28 \xbd-\xbd \xbd-\xbd", "| 32-28 {½-½} 1/2-1/2", "1. 32-28 ½-½ ½-½\n"},
	{"a name in Latin-1, others in UTF-8", "[White \"J\xF6rg\"]\r\n[Black \"Frédéric\"]\r\n\r\n1. 32-28 {café} 19-23 {\x80} *",
		"White=Jörg Black=Frédéric | 32-28 {café} 19-23 {€} *", "[White \"Jörg\"]\r\n[Black \"Frédéric\"]\r\n\r\n1. 32-28 {café} 19-23 {€} *\n"},
	{"a comment in Latin-1, tags in UTF-8", "[Événement \"été\"] 1. 32-28 {\xe9t\xe9} (31-26 {ete}) 19-23 \xe9t\xe9 été\r*",
		"Événement=été | 32-28 {été} (31-26 {ete}) 19-23 {été été} *", "[Événement \"été\"] 1. 32-28 {été} (31-26 {ete}) 19-23 été été\r*\n"},
	{"blanks and skipped lines in the other encoding", "% \xe9\n1. 32-28\xa0{é} 19-23 % é\n\u00a0{\xe9} *", "| 32-28 {é} 19-23 {% é} {é} *", "1. 32-28\u00a0{é} 19-23 % é\n\u00a0{é} *\n"},
	{"bytes that happen to be UTF-8", "[White \"\x93CAF\xC9\x94\"] 1. 32-28 *", "White=“CAFÉ” | 32-28 *", "[White \"“CAFÉ”\"] 1. 32-28 *\n"},
	{"a text in both", "[White \"J\xF6rg Müller\"] {é} 1. 32-28 *", "White=Jörg MÃ¼ller | {é} 32-28 *", ""},
	{"a setup", "1. 32-28 /FEN \"\xe9\"/ {é} *", "| 32-28 /é/ {é} *", "1. 32-28 /FEN \"é\"/ {é} *\n"},
	{"bytes that stand for nothing", "{a\x81\x8d\x8f\x90\x9dz} 1. 32-28 *", "| {a\ufffd\ufffd\ufffd\ufffd\ufffdz} 32-28 *", "{a\ufffd\ufffd\ufffd\ufffd\ufffdz} 1. 32-28 *\n"},
}

func TestEncodings(t *testing.T) {
	for _, test := range encodedForms {
		t.Run(test.name, func(t *testing.T) {
			games := readAll(t, test.text)
			if len(games) != 1 || describe(games[0]) != test.want || games[0].Encoding != Latin1 {
				t.Fatalf("%q is read as %d games, in %v:\n%s\nwant\n%s", test.text, len(games), games[0].Encoding, describe(games[0]), test.want)
			}
			copied := test.copied
			if copied == "" {
				copied = writeAll(t, games)
			}
			var b strings.Builder
			if err := NewWriter(&b).Copy(games[0]); err != nil || b.String() != copied {
				t.Errorf("%q is copied as\n%q, error %v, want\n%q", test.text, b.String(), err, copied)
			}
			checkRoundTrip(t, games)
			checkCopies(t, games)
		})
	}
}

// The table of Windows-1252 is that of the WHATWG's Encoding Standard, but for the
// five bytes which that makes control characters.
func TestWindows1252(t *testing.T) {
	const want = "20ac 0081 201a 0192 201e 2026 2020 2021 02c6 2030 0160 2039 0152 008d 017d 008f" +
		" 0090 2018 2019 201c 201d 2022 2013 2014 02dc 2122 0161 203a 0153 009d 017e 0178"
	undefined := []string{"0081", "008d", "008f", "0090", "009d"}
	for i, code := range strings.Fields(want) {
		if slices.Contains(undefined, code) {
			code = "fffd"
		}
		if got := fmt.Sprintf("%04x", latin1(byte(0x80+i))); got != code {
			t.Errorf("0x%02x is U+%s, want U+%s", 0x80+i, got, code)
		}
	}
	for c := 0xA0; c <= 0xFF; c++ {
		if latin1(byte(c)) != rune(c) {
			t.Errorf("0x%02x is U+%04x", c, latin1(byte(c)))
		}
	}
}

// No control character comes of a byte that is no UTF-8, wherever it stands.
func TestNoControlCharacters(t *testing.T) {
	for c := 0x80; c <= 0xFF; c++ {
		x := string([]byte{byte(c)})
		for _, text := range []string{"[A" + x + " \"" + x + "\"] {" + x + "} 1. 32-28 " + x + " {é} (" + x + "19-23 /FEN \"" + x + "\"/) *", "1. 32-28 * " + x} {
			for _, g := range readAll(t, text) {
				for _, r := range describe(g) {
					if r >= 0x80 && r < 0xA0 {
						t.Errorf("0x%02x becomes U+%04x in %s", c, r, describe(g))
					}
				}
			}
		}
	}
}
