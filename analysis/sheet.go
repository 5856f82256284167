package analysis

import (
	"strings"
	"unicode/utf8"

	"drafthorse/pdn"
	"drafthorse/rules"
)

// sheetWidth is where the lines of a printed game are broken, in characters.
const sheetWidth = 80

// Sheet prints a game as players write it, with all its signs:
//
//  8. 38-32 12-18?? {loses a piece: 1-6 was better, +0.24} (8... 1-6 9. 47-42)
//  9. 33-29!! 24x33 10. 39x6 +2 19-24
//
// A mark that stands in the record goes before that of the judgement, and what
// Annotate has written into the game is not printed a second time. The lines end
// in \n.
func Sheet(g *pdn.Game, judgements []Judgement, d Dialect) string {
	var words []string
	add := func(text string) { words = append(words, strings.Fields(text)...) }
	bare := pdn.Game{Tags: g.Tags, Movetext: append([]pdn.Element(nil), g.Movetext...)}
	Strip(&bare)
	numbers, at, apart := g.Numbers(), -1, true
	for i, e := range bare.Movetext {
		switch e := e.(type) {
		case pdn.Move:
			at++
			text := e.Text
			var signs []string
			human := StrengthOf(e, bare.Movetext[i+1:])
			if at < len(judgements) {
				j := &judgements[at]
				text = j.Position.MoveText(j.Played)
				for _, s := range j.signs(d) {
					if !s.strength || human == "" {
						signs = append(signs, s.text)
					}
				}
			}
			text += human
			for n, s := range signs {
				if n == 0 && strings.Trim(s, "!?") == "" {
					text += s
				} else {
					text += " " + s
				}
			}
			add(numbered(numbers[at], apart) + text)
			apart = false
			if at < len(judgements) {
				j := &judgements[at]
				if why := j.Text(); why != "" {
					add("{" + why + "}")
					apart = true
				}
				if j.Mark.IsError() {
					add("(" + j.betterLine(numbers[at]) + ")")
					apart = true
				}
			}
		case pdn.Comment:
			add("{" + string(e) + "}")
			apart = true
		case pdn.Setup:
			add(`/FEN "` + string(e) + `"/`)
			apart = true
		}
	}
	result := g.Result
	if result == "" {
		result = "*"
	}
	add(result)
	return wrap(words)
}

// StrengthOf returns the sign of ! and ? that a record gives a move: the one behind
// it, or that of the first glyph that says how good the move is, in the movetext
// that follows it; "" if there is none.
func StrengthOf(m pdn.Move, behind []pdn.Element) string {
	if m.Strength != "" {
		return m.Strength
	}
	for _, n := range leadingNAGs(behind) {
		if n >= 1 && n <= 6 {
			return [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}[n]
		}
	}
	return ""
}

// numbered returns a move's number as it stands before the move: of Black's moves
// only where something stands between it and White's.
func numbered(n pdn.MoveNumber, apart bool) string {
	if n.Turn == rules.White || apart {
		return n.String() + " "
	}
	return ""
}

// betterLine writes the better line of a move with that number.
func (j *Judgement) betterLine(n pdn.MoveNumber) string {
	p, apart := j.Position, true
	var texts []string
	for _, m := range j.Line[:min(len(j.Line), longestLine)] {
		texts = append(texts, numbered(n, apart)+p.MoveText(m))
		p, n, apart = p.Play(m), n.Next(), false
	}
	return strings.Join(texts, " ")
}

// wrap joins words to lines.
func wrap(words []string) string {
	var b strings.Builder
	column := 0
	for _, w := range words {
		n := utf8.RuneCountInString(w)
		switch {
		case column == 0:
		case column+1+n > sheetWidth:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(w)
		column += n
	}
	b.WriteByte('\n')
	return b.String()
}
