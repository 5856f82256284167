package dxp

import (
	"fmt"
	"strings"

	"drafthorse/rules"
)

// Port is where a program listens by habit.
const Port = "27531"

// longest is the most characters that a message has, without the NUL behind it.
const longest = 127

// nameWidth is the characters of a name with the blanks behind it.
const nameWidth = 32

// Message is one of the seven kinds of messages. Messages compare by ==.
type Message interface{ text() string }

// GameRequest proposes a game (GAMEREQ).
type GameRequest struct {
	Version  int            // 1; of a message of another version nothing else is read
	Name     string         // the Initiator's: 1 to 32 printable characters, no blank at its ends
	Follower rules.Color    // what the Follower plays
	Minutes  int            // each player's for the whole game, 0 to 999; 0 is no limit
	Moves    int            // each player's, 0 to 999; 0 is no limit
	Start    rules.Position // the first position

	mistake error // what is wrong with it behind its version, of one that cannot be played
}

// GameAnswer answers a GameRequest (GAMEACC).
type GameAnswer struct {
	Name string // the Follower's, as in GameRequest
	Code AnswerCode
}

// AnswerCode says whether a game is accepted.
type AnswerCode uint8

const (
	Accepted       AnswerCode = iota
	UnknownVersion            // of the protocol
	RefusedGame               // another one may be proposed
	RefusedAll                // no game at all
)

func (c AnswerCode) String() string {
	return [...]string{"accepted", "it does not know this version of the protocol", "it refuses this game", "it refuses all games"}[c]
}

// Move is a move of the side to move (MOVE).
type Move struct {
	Seconds  int // used for it, 0 to 9999: for information
	From, To rules.Square
	Captured rules.Bitboard // empty for a quiet move
}

// String writes m as engine protocols do: 32-28, or 28x19x23 with the captured
// squares behind.
func (m Move) String() string {
	if m.Captured == 0 {
		return fmt.Sprintf("%v-%v", m.From, m.To)
	}
	text := fmt.Sprintf("%vx%v", m.From, m.To)
	for s := range m.Captured.Squares() {
		text += fmt.Sprintf("x%v", s)
	}
	return text
}

// GameEnd ends a game instead of a move, or answers that (GAMEEND).
type GameEnd struct {
	Reason Reason
	Stop   bool // the sender wants no further game
}

// Reason is how a game ended for who says it.
type Reason uint8

const (
	NoReason Reason = iota
	Lost            // or resigned
	Drawn
	Won
)

// Chat is a word to the other side (CHAT): 1 to 126 characters.
type Chat string

// BackRequest asks to take moves back (BACKREQ) to where Turn was to make its move
// with that number. A number stands for a move of White and the next of Black, as
// in a game record, and the game's first move has number 1.
type BackRequest struct {
	Number int // 0 to 999
	Turn   rules.Color
}

// BackAnswer answers a BackRequest (BACKACC).
type BackAnswer struct{ Code BackCode }

// BackCode says whether moves are taken back.
type BackCode uint8

const (
	BackGranted  BackCode = iota
	BackRefused           // the game stays as it is
	BackContinue          // let us go on, which is no either
)

// MessageError says where and why a message cannot be read.
type MessageError struct {
	Text   string // the whole message, cut behind the longest possible one
	Column int    // 1 is the first character
	Reason string // what is wrong and what would be right
}

func (e *MessageError) Error() string {
	return fmt.Sprintf("message %q, column %d: %s", e.Text, e.Column, e.Reason)
}

// Parse reads a message, without the NUL behind it. The error is a *[MessageError].
func Parse(text string) (Message, error) {
	s := scanner{text: text}
	var m Message
	if s.checkCharacters(); s.err == nil {
		m = s.message()
	}
	if s.err == nil && s.at < len(text) {
		s.fault("it goes on with %q: want its end, after %d characters", text[s.at:], s.at)
	}
	if s.err != nil {
		return nil, s.err
	}
	return m, nil
}

// Append appends m as a message, without the NUL behind it, to dst. It refuses what
// would not be read as the same message, as a number with too many digits; captured
// squares are in ascending order.
func Append(dst []byte, m Message) ([]byte, error) {
	text := m.text()
	read, err := Parse(text)
	if err != nil {
		return dst, fmt.Errorf("%#v is no message: %w", m, err)
	}
	if read != m {
		return dst, fmt.Errorf("%#v would be read as %#v: want values in their ranges", m, read)
	}
	return append(dst, text...), nil
}

// colorLetters are the letters of White and Black.
const colorLetters = "WZ"

// squareLetters are the letters of an empty square, White's and Black's men and
// kings.
const squareLetters = "ewzWZ"

func (r GameRequest) text() string {
	text := fmt.Sprintf("R%02d%-*s%c%03d%03d", r.Version, nameWidth, r.Name, colorLetters[r.Follower], r.Minutes, r.Moves)
	if r.Start == rules.Start() {
		return text + "A"
	}
	return text + "B" + positionText(r.Start)
}

func (a GameAnswer) text() string { return fmt.Sprintf("A%-*s%d", nameWidth, a.Name, a.Code) }

func (m Move) text() string {
	text := fmt.Sprintf("M%04d%02d%02d%02d", m.Seconds, m.From, m.To, m.Captured.Count())
	for s := range m.Captured.Squares() {
		text += fmt.Sprintf("%02d", s)
	}
	return text
}

func (e GameEnd) text() string {
	if e.Stop {
		return fmt.Sprintf("E%d1", e.Reason)
	}
	return fmt.Sprintf("E%d0", e.Reason)
}

func (c Chat) text() string { return "C" + string(c) }

func (b BackRequest) text() string { return fmt.Sprintf("B%03d%c", b.Number, colorLetters[b.Turn]) }

func (b BackAnswer) text() string { return fmt.Sprintf("K%d", b.Code) }

// positionText writes the side to move and the 50 squares.
func positionText(p rules.Position) string {
	text := []byte(colorLetters[p.Turn():p.Turn()+1] + strings.Repeat("e", 50))
	put := func(squares rules.Bitboard, letter byte) {
		for s := range squares.Squares() {
			text[s] = letter
		}
	}
	put(p.Men(rules.White), 'w')
	put(p.Men(rules.Black), 'z')
	put(p.Kings(rules.White), 'W')
	put(p.Kings(rules.Black), 'Z')
	return string(text)
}
