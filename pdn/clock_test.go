package pdn

import (
	"slices"
	"testing"
)

// The forms are those of lidraughts, Windragon and PGN.
func TestClocks(t *testing.T) {
	at := func(h, m, s float64) float64 { return h*3600 + m*60 + s }
	tests := []struct {
		comment Comment
		want    []Clock
	}{
		{"[%clk 1:55:21]", []Clock{{"clk", 0, false, at(1, 55, 21)}}},
		{"[%clock w0:00:10 B0:00:03]", []Clock{{"clock", 'W', false, at(0, 0, 10)}, {"clock", 'B', true, at(0, 0, 3)}}},
		{"[%clock W1:28:09 b0:09:01]", []Clock{{"clock", 'W', true, at(1, 28, 9)}, {"clock", 'B', false, at(0, 9, 1)}}},
		{"[%clock 0:00:10]", []Clock{{"clock", 0, false, at(0, 0, 10)}}},
		{"[%eval 0.17] [%clk 0:0:9.56]", []Clock{{"clk", 0, false, 9.56}}},
		{"[%drgnode 8 9][%inbook][%eval -0.048][%egt 0:0:9.56][%depth 12]", []Clock{{"egt", 0, false, 9.56}}},
		{"thinks [%emt 12:05] a while, [%mct 2:00:00] left", []Clock{{"emt", 0, false, at(0, 12, 5)}, {"mct", 0, false, at(2, 0, 0)}}},
		{"[%emt 7]", []Clock{{"emt", 0, false, at(0, 0, 7)}}},
		{"[%clk]", nil},
		{"[%clk soon]", nil},
		{"[%clk 1:99:00]", nil},
		{"[%clk -1:00:00]", nil},
		{"[%clk 1:2:3:4]", nil},
		{"[%clk w]", nil},
		{"[%clk NaN]", nil},
		{"[%clk 1e9]", nil},
		{"[%clk 99999999999:00:00]", nil},
		{"[%clk 1:00:00", nil},
		{"[% ]", nil},
		{"1:55:21", nil},
	}
	for _, test := range tests {
		if got := test.comment.Clocks(); !slices.Equal(got, test.want) {
			t.Errorf("%q tells of %v, want %v", test.comment, got, test.want)
		}
	}
}
