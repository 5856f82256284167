package words

import (
	"slices"
	"testing"
)

// What is lost was found by hand.
func TestLost(t *testing.T) {
	for _, c := range []struct {
		text, made string
		messages   []string
		want       []string
	}{
		{"{kra} 1. 32-28 bel *", "1. 32-28 {bel} *", nil, []string{`"kra" (1 of 1)`}},
		{"bel 1. 32-28 bel *", "1. 32-28 {bel} *", nil, []string{`"bel" (1 of 2)`}},
		{"bel 1. 32-28 *", "1. 32-28 *", []string{`text outside of a game is left out: "bel"`}, nil},
		{"1. 3228 7. 1923 2 *", "1. 32-28 19-23 *", nil, []string{`"7" (1 of 1)`}}, // 2 numbers no move
		{"5. 32-28 *", "1. 32-28 *", nil, []string{`"5" (1 of 1)`}},
		{"32-28 7.\xa0½ 9… .0 – 0", "32-28 1/2-1/2\n\n0-0", nil, nil},
		{"32-28 7. 1-19", "32-28 1-19", nil, []string{`"7" (1 of 1)`}},
		{"[Result \"4:06\"] 7. 4-6", "[Result \"4:06\"] 4-6", nil, nil},
		{"[Result \"4.6\"] 7. 4.6", "[Result \"4.6\"] 4-6", nil, nil},
		{"[Result 4:06] 7. 4-6", "[Result \"4:06\"] 4-6", nil, nil},
		{"[Result \"31:26\"] 7. 3126", "[Result \"31:26\"] 31-26", nil, nil},
		{"[Result \"4:6\"] 9. 4-7", "[Result \"4:6\"] 4-7", nil, []string{`"9" (1 of 1)`}},
		{"[Result \"2-0\"] 32-28 9. 28-23", "[Result \"2-0\"] 32-28 28-23", nil, []string{`"9" (1 of 1)`}}, // the 2 is no result
		{"1.0-0 [0[Result \"[\"", "{[0[Result \"[\"} 0-0", nil, nil},                                       // no such result
		{"0-7 2\x850\x960 *", "0-7 0-0", nil, nil},                                                         // in Latin-1, where 7 2…0 might be one as well
		{"2-011.32-28", "2-0 32-28", nil, []string{`"11" (1 of 1)`}},                                       // numbers no first move
		{"2-01.32-28", "2-0\n1. 32-28", nil, nil},
		{"2-11. foo", "{2-11. foo}", nil, nil},
		{"2-11. foo", "{2-. foo}", nil, []string{`"2-11."`}},
		{"0.5 0.5-1x1", "1/2-1/2 1. 5-1x1", nil, nil},
		{"0.5", "5", nil, []string{`"0.5"`}},
		{"1. 32-28 N *", "1. 32-28 $146 *", nil, nil},
	} {
		if got := Lost(c.text, c.made, c.messages); !slices.Equal(got, c.want) {
			t.Errorf("of %q and %q lost is %q, want %q", c.text, c.made, got, c.want)
		}
	}
}
