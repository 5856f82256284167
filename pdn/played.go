package pdn

import "drafthorse/rules"

// Played returns the legal moves from p on as movetext.
func Played(p rules.Position, moves []rules.Move) []Element {
	movetext := make([]Element, len(moves))
	for i, m := range moves {
		movetext[i] = Move{Text: p.MoveText(m)}
		p = p.Play(m)
	}
	return movetext
}

// ResultText returns a result as it is written, White's points first.
func ResultText(r rules.Result) string {
	return [...]string{rules.Undecided: "*", rules.WhiteWins: "2-0", rules.BlackWins: "0-2", rules.Draw: "1-1"}[r]
}

// Remark returns any text as a comment. A closing brace, which would end it,
// becomes a parenthesis.
func Remark(text string) Comment { return Comment(withoutBrace(text)) }
