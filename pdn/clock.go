package pdn

import (
	"strconv"
	"strings"
)

// Clock is a time that a comment tells of, as in [%clk 1:55:21] or
// [%clock w0:00:10 B0:00:03].
type Clock struct {
	Command string  // without the %: clk, clock, mct, egt or emt
	Side    byte    // 'W' or 'B'; 0 if it is the side that has just moved
	Running bool    // this side's clock runs from here on
	Seconds float64 // left on the clock, but with egt and emt elapsed
}

// clockCommands are the embedded commands whose arguments are times.
var clockCommands = map[string]bool{"clk": true, "clock": true, "mct": true, "egt": true, "emt": true}

// Clocks returns the times that a comment tells of, in the order found. What is
// no such command, or no time, is passed over: the comment itself is kept as it
// is, whatever stands in it.
func (c Comment) Clocks() []Clock {
	var clocks []Clock
	for text := string(c); ; {
		_, rest, ok := strings.Cut(text, "[%")
		if !ok {
			return clocks
		}
		command, after, ok := strings.Cut(rest, "]")
		if !ok {
			return clocks
		}
		text = after
		words := strings.Fields(command)
		if len(words) == 0 || !clockCommands[words[0]] {
			continue
		}
		for _, word := range words[1:] {
			if clock, ok := parseClock(word); ok {
				clock.Command = words[0]
				clocks = append(clocks, clock)
			}
		}
	}
}

// parseClock reads a time, perhaps behind the letter of a side, which is a
// capital where that side's clock runs.
func parseClock(word string) (c Clock, ok bool) {
	if strings.IndexByte("wWbB", word[0]) >= 0 {
		c.Side = word[0] &^ 0x20
		c.Running = c.Side == word[0]
		word = word[1:]
	}
	c.Seconds, ok = parseTime(word)
	return c, ok
}

// parseTime reads [[H]H:]MM:SS[.s], or seconds alone; each part may lack its
// leading zero.
func parseTime(text string) (seconds float64, ok bool) {
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return 0, false
	}
	for i, part := range parts {
		n, err := strconv.ParseFloat(part, 64)
		fraction := strings.Contains(part, ".") && i < len(parts)-1
		if err != nil || fraction || len(part) > 6 || strings.Trim(part, ".0123456789") != "" || i > 0 && n >= 60 {
			return 0, false
		}
		seconds = seconds*60 + n
	}
	return seconds, true
}
