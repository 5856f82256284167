package dxp

import (
	"fmt"
	"strings"

	"drafthorse/rules"
)

// scanner reads the fields of a message one after another. After its first error
// all that it reads is zero.
type scanner struct {
	text string
	at   int
	err  error // a *MessageError
}

// fault notes what is wrong at the current column, if nothing was wrong before.
func (s *scanner) fault(format string, args ...any) {
	if s.err == nil {
		s.err = &MessageError{Text: s.text[:min(len(s.text), longest)], Column: s.at + 1, Reason: fmt.Sprintf(format, args...)}
	}
}

// checkCharacters looks at what holds for messages of all kinds.
func (s *scanner) checkCharacters() {
	switch {
	case s.text == "":
		s.fault("it is empty: want one of R, A, M, E, C, B and K first")
	case len(s.text) > longest:
		s.at = longest
		s.fault("%d characters are too many: want at most %d", len(s.text), longest)
	}
	for i, c := range []byte(s.text) {
		if s.err == nil && (c == 0 || c > 127) {
			s.at = i
			s.fault("the byte %#02x: want characters of ASCII without NUL", c)
		}
	}
}

func (s *scanner) message() Message {
	switch kind := s.letter("RAMECBK", "the kind of the message"); kind {
	case 'R':
		return s.gameRequest()
	case 'A':
		return GameAnswer{Name: s.name(), Code: AnswerCode(s.number(1, 0, 3, "the answer's code"))}
	case 'M':
		return s.move()
	case 'E':
		return GameEnd{Reason: Reason(s.number(1, 0, 3, "the reason")), Stop: s.number(1, 0, 1, "the stop code") == 1}
	case 'C':
		if s.at == len(s.text) {
			s.fault("a chat without text: want 1 to %d characters", longest-1)
		}
		return Chat(s.field(len(s.text)-s.at, "the text"))
	case 'B':
		return BackRequest{Number: s.number(3, 0, 999, "the move number"), Turn: s.color("the colour to move")}
	default:
		return BackAnswer{Code: BackCode(s.number(1, 0, 2, "the answer's code"))}
	}
}

func (s *scanner) gameRequest() GameRequest {
	r := GameRequest{Version: s.version()}
	if r.Version != 1 {
		s.at = len(s.text)
		return r
	}
	r.Name = s.name()
	r.Follower = s.color("the follower's colour")
	r.Minutes = s.number(3, 0, 999, "the minutes")
	r.Moves = s.number(3, 0, 999, "the number of moves")
	if s.letter("AB", "where the game begins") == 'A' {
		r.Start = rules.Start()
	} else {
		r.Start = s.position()
	}
	return r
}

func (s *scanner) move() Move {
	m := Move{Seconds: s.number(4, 0, 9999, "the seconds"), From: s.square("the origin"), To: s.square("the target")}
	for range s.number(2, 0, (longest-11)/2, "the number of captured squares") {
		at := s.at
		captured := s.square("a captured square")
		if s.err != nil {
			break
		}
		if m.Captured.Has(captured) {
			s.at = at
			s.fault("square %v is captured twice: want each once", captured)
		}
		m.Captured |= captured.Bit()
	}
	return m
}

// field reads n characters.
func (s *scanner) field(n int, what string) string {
	if left := len(s.text) - s.at; s.err == nil && left < n {
		s.at = len(s.text)
		s.fault("the message ends in %s, with %d of %d characters: want all", what, left, n)
	}
	if s.err != nil {
		return ""
	}
	s.at += n
	return s.text[s.at-n : s.at]
}

// number reads a number of n digits from low to high, padded with zeros.
func (s *scanner) number(n, low, high int, what string) int {
	at, value := s.at, 0
	text := s.field(n, what)
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			s.at = at
			s.fault("%s is %q: want %d digits", what, text, n)
			return 0
		}
		value = 10*value + int(c-'0')
	}
	if s.err == nil && (value < low || value > high) {
		s.at = at
		s.fault("%s is %q: want %0*d to %0*d", what, text, n, low, n, high)
		return 0
	}
	return value
}

func (s *scanner) version() int { return s.number(2, 0, 99, "the version") }

func (s *scanner) square(what string) rules.Square { return rules.Square(s.number(2, 1, 50, what)) }

// letter reads one of the given letters.
func (s *scanner) letter(letters, what string) byte {
	text := s.field(1, what)
	if s.err != nil {
		return 0
	}
	if !strings.Contains(letters, text) {
		s.at--
		s.fault("%s is %q: want one of %s", what, text, strings.Join(strings.Split(letters, ""), ", "))
		return 0
	}
	return text[0]
}

func (s *scanner) color(what string) rules.Color {
	if s.letter(colorLetters, what) == colorLetters[rules.Black] {
		return rules.Black
	}
	return rules.White
}

// name reads a name without the blanks behind it.
func (s *scanner) name() string {
	at := s.at
	text := s.field(nameWidth, "the name")
	for i, c := range []byte(text) {
		if c < ' ' || c > '~' {
			s.at = at + i
			s.fault("the character %q in the name: want printable ones", c)
			return ""
		}
	}
	if strings.HasPrefix(text, " ") {
		s.at = at
		s.fault("the name begins with a blank: want blanks on its right only, up to %d characters", nameWidth)
	}
	return strings.TrimRight(text, " ")
}

// position reads the side to move and the 50 squares.
func (s *scanner) position() rules.Position {
	turn := s.color("the side to move")
	at := s.at
	var squares [len(squareLetters)]rules.Bitboard
	for n := rules.Square(1); n <= 50; n++ {
		letter := s.letter(squareLetters, fmt.Sprintf("square %v", n))
		if s.err != nil {
			return rules.Position{}
		}
		squares[strings.IndexByte(squareLetters, letter)] |= n.Bit()
	}
	p, err := rules.NewPosition(rules.Pieces{WhiteMen: squares[1], BlackMen: squares[2], WhiteKings: squares[3], BlackKings: squares[4]}, turn)
	if err != nil {
		s.at = at
		s.fault("the position: %v", err)
	}
	return p
}
