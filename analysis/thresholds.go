package analysis

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Thresholds are what the marks are set by, in points of expected score: a win is
// 1, a draw a half. [DefaultThresholds] has been calibrated on games of people.
type Thresholds struct {
	Dialect Dialect // which slight losses get a mark

	VeryBad float32 // a loss from here on is a blunder, ??
	Bad     float32 // ... is bad, ?
	Slight  float32 // ... gets !? if the move looks good
	None    float32 // a move that loses no more is as good as the best

	Gap       float32 // by which every other move must be worse than a good one
	LooksBad  float32 // by which a shallow look puts a move below another that looks bad
	LooksGood float32 // by which it may put a move that looks good below another
	Hard      float32 // the net's probability below which a good move is hard to find
	Unlikely  float32 // ... below which a move may look bad
	Obvious   float32 // ... from which on a good move is obvious

	Lost    float32 // an expected score at or below it counts as a loss
	Saved   float32 // ... at or above it does not
	Decided float32 // where more than one move scores this much, or none its complement, the game is decided
	Clear   int     // plies within which a proved result must be reached to be clear
}

// DefaultThresholds returns the numbers in use.
func DefaultThresholds() Thresholds {
	return Thresholds{
		VeryBad: 0.20, Bad: 0.10, Slight: 0.05, None: 0.02,
		Gap: 0.10, LooksBad: 0.10, LooksGood: 0.02, Hard: 0.05, Unlikely: 0.10, Obvious: 0.75,
		Lost: 0.05, Saved: 0.25, Decided: 0.90, Clear: 40,
	}
}

// numbers are the thresholds by the names that people give them.
func (t *Thresholds) numbers() []threshold {
	return []threshold{
		{"very-bad", &t.VeryBad}, {"bad", &t.Bad}, {"slight", &t.Slight}, {"none", &t.None},
		{"gap", &t.Gap}, {"looks-bad", &t.LooksBad}, {"looks-good", &t.LooksGood},
		{"hard", &t.Hard}, {"unlikely", &t.Unlikely}, {"obvious", &t.Obvious},
		{"lost", &t.Lost}, {"saved", &t.Saved}, {"decided", &t.Decided},
	}
}

type threshold struct {
	name  string
	value *float32
}

// Set changes one threshold, as in "bad=0.15": a field's name in lower case, its
// words joined by a hyphen, and its value.
func (t *Thresholds) Set(text string) error {
	name, value, _ := strings.Cut(text, "=")
	if name == "clear" {
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("%q: want a number of plies, as in clear=40", text)
		}
		t.Clear = n
		return nil
	}
	var names []string
	for _, n := range t.numbers() {
		if n.name == name {
			x, err := strconv.ParseFloat(value, 32)
			if err != nil {
				return fmt.Errorf("%q: want a number from 0 to 1, as in %s=%v", text, name, *n.value)
			}
			*n.value = float32(x)
			return nil
		}
		names = append(names, n.name)
	}
	return fmt.Errorf("%q: want name=value, the name one of %s, clear", text, strings.Join(names, ", "))
}

// Numbers returns all thresholds as Set takes them.
func (t Thresholds) Numbers() (texts []string) {
	for _, n := range t.numbers() {
		texts = append(texts, fmt.Sprintf("%s=%v", n.name, *n.value))
	}
	return append(texts, fmt.Sprintf("clear=%d", t.Clear))
}

// Changed returns the thresholds that are not the default, as Set takes them.
func (t Thresholds) Changed() []string {
	standard := DefaultThresholds().Numbers()
	return slices.DeleteFunc(t.Numbers(), func(text string) bool { return slices.Contains(standard, text) })
}

// Validate refuses numbers out of order.
func (t Thresholds) Validate() error {
	inRange := func(x float32) bool { return x > 0 && x <= 1 }
	switch {
	case !inRange(t.None) || !(t.None <= t.Slight && t.Slight <= t.Bad && t.Bad <= t.VeryBad && t.VeryBad <= 1):
		return fmt.Errorf("none=%v, slight=%v, bad=%v, very-bad=%v: want them in ascending order, the first above 0 and the last at most 1", t.None, t.Slight, t.Bad, t.VeryBad)
	case !inRange(t.Gap) || !inRange(t.LooksBad) || !(t.LooksGood >= 0 && t.LooksGood <= 1) || !(t.Hard >= 0 && t.Hard <= 1):
		return fmt.Errorf("gap %v, looks bad %v, looks good %v, hard %v: want 0 to 1, the first two more than 0", t.Gap, t.LooksBad, t.LooksGood, t.Hard)
	case !(t.Hard <= t.Unlikely && t.Unlikely < t.Obvious && t.Obvious <= 1):
		return fmt.Errorf("probabilities hard %v, unlikely %v, obvious %v: want them in ascending order, at most 1", t.Hard, t.Unlikely, t.Obvious)
	case !(t.Lost >= 0 && t.Lost < t.Saved && t.Saved <= 0.5):
		return fmt.Errorf("lost %v, saved %v: want 0 or more, the second larger and at most 0.5", t.Lost, t.Saved)
	case !(t.Decided > 0.5 && t.Decided <= 1):
		return fmt.Errorf("decided is %v: want more than 0.5 and at most 1", t.Decided)
	case t.Clear < 1:
		return fmt.Errorf("clear is %d: want 1 ply or more", t.Clear)
	}
	return nil
}
