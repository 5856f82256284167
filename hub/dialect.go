package hub

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"drafthorse/rules"
)

// dialect is how a version of the protocol says what a [Player] has to say.
type dialect interface {
	// set sets a parameter.
	set(name, value string) string
	// newGame says that the next position is in another game.
	newGame() string
	// position sets the moves from a position up, and its level.
	position(p rules.Position, moves []rules.Move, l Level) []string
	// think asks for a move.
	think() string
	// hear takes apart what an engine says.
	hear(line string) said
}

// said is a line of an engine.
type said struct {
	kind string // wait, ready, name, param, error, done, or hub by who echoes; another one says nothing
	text string // the name of the engine or of a parameter, the error, the move
}

// version2 has names for its arguments.
type version2 struct{}

func (version2) set(name, value string) string {
	return Line{Command: "set-param"}.with("name", name).with("value", value).String()
}

func (version2) newGame() string { return "new-game" }

func (version2) position(p rules.Position, moves []rules.Move, l Level) []string {
	pos := Line{Command: "pos"}.with("pos", PositionText(p))
	if len(moves) > 0 {
		pos = pos.with("moves", texts(moves))
	}
	all := []string{pos.String()}
	for _, line := range l.lines() {
		all = append(all, line.String())
	}
	return all
}

func (version2) think() string { return "go think" }

func (version2) hear(text string) said {
	l, err := ParseLine(text)
	if err != nil {
		return said{}
	}
	s := said{kind: l.Command}
	switch l.Command {
	case "id":
		name, _ := l.Value("name")
		version, _ := l.Value("version")
		s.kind, s.text = "name", strings.TrimSpace(name+" "+version)
	case "param":
		s.text, _ = l.Value("name")
	case "error":
		s.text, _ = l.Value("message")
	case "done":
		s.text, _ = l.Value("move")
	}
	return s
}

// version1 is the dialect of Scan 2.0: arguments by their places, times in
// milliseconds, the side to move in lower case. It has no limit by nodes.
type version1 struct{}

func (version1) set(name, value string) string { return "set " + name + " " + value }

func (version1) newGame() string { return "new" }

func (version1) position(p rules.Position, moves []rules.Move, l Level) []string {
	text := PositionText(p)
	all := []string{"pos " + strings.ToLower(text[:1]) + text[1:]}
	for _, m := range moves {
		all = append(all, "move "+MoveText(m))
	}
	if l.Depth > 0 {
		all = append(all, "depth "+strconv.Itoa(l.Depth))
	}
	if l.Move > 0 {
		all = append(all, fmt.Sprintf("time %d", max(1, l.Move.Milliseconds())))
	}
	if l.Time > 0 {
		all = append(all, fmt.Sprintf("level %d %d %d", l.Moves, max(1, l.Time.Milliseconds()), l.Increment.Milliseconds()))
	}
	return all
}

func (version1) think() string { return "go" }

func (version1) hear(text string) said {
	command, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	s := said{kind: command, text: strings.TrimSpace(rest)}
	if command == "move" { // perhaps with the reply it expects
		s.kind = "done"
		if i := strings.IndexFunc(s.text, unicode.IsSpace); i >= 0 {
			s.text = s.text[:i]
		}
	}
	return s
}
