package dxp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"drafthorse/match"
	"drafthorse/rules"
)

// Config says how a [Session] behaves.
type Config struct {
	Name string // ours: 1 to 32 printable characters of ASCII, no blank at its ends

	// Patience is how long the peer may take for what it owes: an answer, a new game,
	// the reading of a message. For a move it has what is left of its time besides.
	Patience time.Duration

	KeepMoves bool               // refuse to take moves back
	Heard     func(text string)  // told what the peer chats; may be nil
	Refused   func(reason error) // told why a game that the peer proposed is refused; may be nil
}

// Terms are what two peers agree on before a game.
type Terms struct {
	Own     rules.Color // what we play
	Start   rules.Position
	Minutes int // each player's for the whole game, 0 to 999; 0 is no limit
	Moves   int // each player's, 0 to 999; 0 is no limit
}

// ErrStopped says that a side has ended the session: there are no more games.
var ErrStopped = errors.New("no more games: a side has ended the session")

// RefusedError says why the peer does not play the game that was proposed.
type RefusedError struct{ Code AnswerCode }

func (e *RefusedError) Error() string { return "the peer refuses the game: " + e.Code.String() }

// Session is a connection to a peer, for one game after another. It is for one
// goroutine.
//
// Between games the Initiator calls Propose and the Follower Accept. In a game,
// who is to move calls Move, or End, and who is not calls Receive. An error of
// another kind than ErrStopped and *[RefusedError] ends the session and closes the
// connection: the peer is gone or silent, what it says is not in order, or the
// context is cancelled. What does no harm is borne: a chat of any bytes or none, a
// proposal with mistakes behind its version, which is refused, and the end of a game
// out of turn.
type Session struct {
	// Last says that this side wants no game after the one under way.
	Last bool

	config  Config
	conn    io.ReadWriteCloser
	inbox   chan incoming // what the peer has sent
	closed  chan struct{}
	reading sync.WaitGroup
	close   func() error
	broken  error // why the session has ended
	stopped bool  // a side wants no more games
	peer    string

	terms   Terms
	game    *rules.Game // nil before the first one
	playing bool
	granted int              // requests to take moves back in this game
	owed    bool             // the peer's answer to such a request of ours in this game
	used    [2]time.Duration // by White and Black
	since   time.Time        // when the side to move came to move
}

// incoming is a message, or the error that ends the reading.
type incoming struct {
	message Message
	err     error
}

// NewSession begins a session on a connection, which it owns from then on. Closing
// the connection must end a Read or Write under way, as it does with a [net.Conn].
func NewSession(conn io.ReadWriteCloser, c Config) *Session {
	s := &Session{config: c, conn: conn, inbox: make(chan incoming, 16), closed: make(chan struct{})}
	s.close = sync.OnceValue(func() error {
		close(s.closed)
		err := conn.Close()
		s.reading.Wait()
		return err
	})
	s.reading.Go(s.read)
	return s
}

// Close closes the connection.
func (s *Session) Close() error {
	if s.broken == nil {
		s.broken = errors.New("the session is closed")
	}
	return s.close()
}

// fail ends the session for a reason.
func (s *Session) fail(reason error) error {
	s.playing = false
	s.broken = reason
	s.close() // the reason says more than an error of closing
	return reason
}

// read puts all messages into the inbox.
func (s *Session) read() {
	r := bufio.NewReader(s.conn)
	for {
		var in incoming
		in.message, in.err = readMessage(r)
		select {
		case s.inbox <- in:
		case <-s.closed:
			return
		}
		if in.err != nil {
			return
		}
	}
}

// readMessage reads a message with the NUL behind it. The error is io.EOF if the
// peer has closed the connection between two messages.
func readMessage(r io.ByteReader) (Message, error) {
	var text []byte
	for {
		c, err := r.ReadByte()
		switch {
		case errors.Is(err, io.EOF) && len(text) > 0:
			return nil, fmt.Errorf("the peer has closed the connection in the middle of a message, after %q", text)
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("the peer has closed the connection (%w)", io.EOF)
		case err != nil:
			return nil, fmt.Errorf("the connection is broken: %w", err)
		case c == 0:
			return understand(string(text))
		case len(text) < longest:
			text = append(text, c)
		case text[0] != 'C': // the rest of a chat is passed over
			return Parse(string(append(text, c))) // which refuses one character more
		}
	}
}

// understand is Parse for what a peer says, which may be a chat of any bytes or none.
// Of a proposal with mistakes behind its version there is left what cannot be played:
// its version and no position.
func understand(text string) (Message, error) {
	m, err := Parse(text)
	if err == nil {
		return m, nil
	}
	if chat, ok := strings.CutPrefix(text, "C"); ok {
		shown := []byte(chat)
		for i, c := range shown {
			if c > '~' {
				shown[i] = '?'
			}
		}
		return Chat(shown), nil
	}
	s := scanner{text: text}
	if strings.HasPrefix(text, "R") {
		s.at++
		if version := s.version(); s.err == nil {
			return GameRequest{Version: version, mistake: err}, nil
		}
	}
	return nil, err
}

// send sends a message.
func (s *Session) send(m Message) error {
	if s.broken != nil {
		return s.broken
	}
	text, err := Append(nil, m)
	if err != nil {
		return err
	}
	stuck := time.AfterFunc(s.config.Patience, func() { s.conn.Close() })
	_, err = s.conn.Write(append(text, 0))
	switch {
	case !stuck.Stop():
		return s.fail(fmt.Errorf("the peer has read nothing for %v", s.config.Patience))
	case err != nil:
		return s.fail(fmt.Errorf("the connection is broken: %w", err))
	}
	return nil
}

// receive waits for the next message that is neither a chat nor a request to take
// moves back that is refused. A request that it returns has been granted.
func (s *Session) receive(ctx context.Context, patience time.Duration, wanted string) (Message, error) {
	if s.broken != nil {
		return nil, s.broken
	}
	out := time.NewTimer(patience)
	defer out.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil, s.fail(context.Cause(ctx))
		case <-out.C:
			return nil, s.fail(fmt.Errorf("the peer has kept silent for %v: want %s", patience.Round(time.Millisecond), wanted))
		case in := <-s.inbox:
			if m, err := s.take(in); m != nil || err != nil {
				return m, err
			}
		}
	}
}

// pending looks at what the peer has sent when it is not its turn. It returns a
// request to take moves back that has been granted, or the end of the game, which has
// been answered: a peer may resign, or our time be over; or nil.
func (s *Session) pending() (Message, error) {
	for range cap(s.inbox) { // not for ever, however fast a peer chats
		select {
		case in := <-s.inbox:
			m, err := s.take(in)
			if err != nil {
				return nil, err
			}
			e, ended := m.(GameEnd)
			_, back := m.(BackRequest)
			switch {
			case back:
				return m, nil
			case ended && s.playing:
				s.answerEnd(e)
				return m, nil
			case m != nil:
				return nil, s.disorder(m, "nothing, as it is not its turn")
			}
		default:
			return nil, s.broken
		}
	}
	return nil, s.broken
}

// take deals with what may come at any time, and returns all else and requests to
// take moves back that have been granted.
func (s *Session) take(in incoming) (Message, error) {
	switch m := in.message.(type) {
	case nil:
		return nil, s.fail(in.err)
	case Chat:
		if s.config.Heard != nil && m != "" {
			s.config.Heard(string(m))
		}
		return nil, nil
	case BackRequest:
		ply := s.plyOf(m)
		if !s.playing || s.owed || s.config.KeepMoves || s.granted == mostGranted || ply < 0 || ply > s.game.Ply() {
			return nil, s.send(BackAnswer{BackRefused})
		}
		s.granted++
		s.takeBack(ply)
		return m, s.send(BackAnswer{BackGranted})
	case BackAnswer:
		if s.owed && !s.playing { // the game has ended meanwhile
			s.owed = false
			return nil, nil
		}
	}
	return in.message, nil
}

// disorder ends the session for a message that should not have come.
func (s *Session) disorder(m Message, wanted string) error {
	return s.fail(fmt.Errorf("the peer sent %q: want %s", m.text(), wanted))
}

// Propose proposes a game, as the Initiator. Nil says that it has begun.
func (s *Session) Propose(ctx context.Context, t Terms) error {
	if s.stopped {
		return ErrStopped
	}
	// What the peer said or did between two games is looked at first.
	if _, err := s.pending(); err != nil {
		return err
	}
	err := s.send(GameRequest{Version: 1, Name: s.config.Name, Follower: t.Own.Opponent(), Minutes: t.Minutes, Moves: t.Moves, Start: t.Start})
	if err != nil {
		return err
	}
	m, err := s.receive(ctx, s.config.Patience, "an answer to the proposal of a game")
	if err != nil {
		return err
	}
	a, ok := m.(GameAnswer)
	if !ok {
		return s.disorder(m, "an answer to the proposal of a game, from a Follower")
	}
	s.peer = a.Name
	if a.Code != Accepted {
		s.stopped = a.Code == RefusedAll
		return &RefusedError{a.Code}
	}
	s.begin(t)
	return nil
}

// Accept waits for the Initiator's next proposal that can be played and accepts it.
// The error wraps io.EOF if the peer has closed the connection instead.
func (s *Session) Accept(ctx context.Context) (Terms, error) {
	if s.stopped {
		return Terms{}, ErrStopped
	}
	for {
		const wanted = "the proposal of a game, from an Initiator"
		m, err := s.receive(ctx, s.config.Patience, wanted)
		if err != nil {
			return Terms{}, err
		}
		r, ok := m.(GameRequest)
		if !ok {
			return Terms{}, s.disorder(m, wanted)
		}
		code, reason := r.judge()
		if reason != nil && s.config.Refused != nil {
			s.config.Refused(reason)
		}
		if err := s.send(GameAnswer{Name: s.config.Name, Code: code}); err != nil {
			return Terms{}, err
		}
		if code == Accepted {
			s.peer = r.Name
			s.begin(Terms{Own: r.Follower, Start: r.Start, Minutes: r.Minutes, Moves: r.Moves})
			return s.terms, nil
		}
	}
}

// judge returns the answer to a proposal, and why it is refused if it is.
func (r GameRequest) judge() (AnswerCode, error) {
	switch {
	case r.Version != 1:
		return UnknownVersion, fmt.Errorf("version %02d of the protocol: want 01", r.Version)
	case r.mistake != nil:
		return RefusedGame, r.mistake
	case len(r.Start.AppendMoves(nil)) == 0:
		return RefusedGame, fmt.Errorf("no move is left in %s: want a position to play from", r.Start.FEN())
	}
	return Accepted, nil
}

// begin begins a game.
func (s *Session) begin(t Terms) {
	s.terms, s.game, s.playing = t, rules.NewGame(t.Start), true
	s.granted, s.owed, s.used, s.since = 0, false, [2]time.Duration{}, time.Now()
}

// Peer returns the name that the peer has given in its last proposal or answer.
func (s *Session) Peer() string { return s.peer }

// Game returns the game under way or else the last one. It belongs to the session.
func (s *Session) Game() *rules.Game { return s.game }

// Turn reports whether this side is to move.
func (s *Session) Turn() bool { return s.game.Position().Turn() == s.terms.Own }

// Left returns the clock of a side, on which something is left always.
func (s *Session) Left(c rules.Color) match.Clock {
	if s.terms.Minutes == 0 {
		return match.Clock{}
	}
	used := s.used[c]
	if c == s.game.Position().Turn() {
		used += time.Since(s.since)
	}
	return match.Clock{Left: max(time.Duration(s.terms.Minutes)*time.Minute-used, time.Millisecond)}
}

// Move sends a legal move of this side, which must be to move. It is not sent if the
// peer has moves taken back before, or has ended the game, although it is not its
// turn: then end says how.
func (s *Session) Move(m rules.Move) (sent bool, end *GameEnd, err error) {
	before, err := s.pending()
	switch before := before.(type) {
	case GameEnd:
		return false, &before, nil
	case BackRequest:
		return false, nil, nil
	}
	if err != nil {
		return false, nil, err
	}
	seconds := min(9999, int(time.Since(s.since).Seconds()))
	if err := s.send(Move{Seconds: seconds, From: m.From, To: m.To, Captured: m.Captured}); err != nil {
		return false, nil, err
	}
	s.push(m)
	return true, nil, nil
}

// Receive waits for what the peer, who must be to move, does. It returns nil when
// the peer has moved or had moves taken back, so that either side may be to move,
// and else how it has ended the game.
func (s *Session) Receive() (*GameEnd, error) {
	return s.receiveMove(s.Left(s.terms.Own.Opponent()).Left)
}

// receiveMove is Receive with another time that the peer has left.
func (s *Session) receiveMove(left time.Duration) (*GameEnd, error) {
	const wanted = "a move"
	m, err := s.receive(context.Background(), s.config.Patience+left, wanted)
	if err != nil {
		return nil, err
	}
	switch m := m.(type) {
	case Move:
		legal, err := m.in(s.game)
		if err != nil {
			return nil, s.fail(err)
		}
		s.push(legal)
		return nil, nil
	case GameEnd:
		s.answerEnd(m)
		return &m, nil
	case BackRequest:
		return nil, nil
	}
	return nil, s.disorder(m, wanted)
}

// End ends the game instead of a move of this side, which must be to move, and
// waits for the answer, which has any reason.
func (s *Session) End(r Reason) error {
	s.playing = false
	if err := s.send(GameEnd{Reason: r, Stop: s.Last}); err != nil {
		return err
	}
	const wanted = "an answer to the end of the game"
	m, err := s.receive(context.Background(), s.config.Patience, wanted)
	if err != nil {
		return err
	}
	e, ok := m.(GameEnd)
	if !ok {
		return s.disorder(m, wanted)
	}
	s.finish(e.Stop)
	return nil
}

// answerEnd answers the peer's end of the game. If the answer does not arrive, the
// next game will notice.
func (s *Session) answerEnd(e GameEnd) {
	s.finish(e.Stop)
	s.send(GameEnd{Stop: s.Last})
}

// finish notes that the game is over and whether the peer wants another one.
func (s *Session) finish(stop bool) {
	s.playing = false
	s.stopped = stop || s.Last
}

// push plays a move.
func (s *Session) push(m rules.Move) {
	now := time.Now()
	s.used[s.game.Position().Turn()] += now.Sub(s.since)
	s.since = now
	s.game.Push(m)
}
