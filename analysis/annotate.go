package analysis

import (
	"fmt"
	"slices"
	"strings"

	"drafthorse/pdn"
	"drafthorse/rules"
)

// TagName is the tag that says by whom and how a game was annotated.
const TagName = "Drafthorse"

// Annotated reports whether a game has been annotated before.
func Annotated(g *pdn.Game) bool { return g.Tag(TagName) != "" }

// programName stands in a signature in front of the version of the program.
const programName = ", drafthorse "

// Signature says in a few words how a game was annotated, for that tag: by which
// settings, thresholds as far as they are not the default, and program.
func Signature(s Settings, t Thresholds, version string) string {
	text := fmt.Sprintf("%s, dialect %s", s, t.Dialect)
	if changed := t.Changed(); len(changed) > 0 {
		text += ", " + strings.Join(changed, " ")
	}
	return text + programName + version
}

// SignedAlike reports whether a game has been annotated, each move of its main
// line, with a signature that differs from this one in the version of the program
// at the most.
func SignedAlike(g *pdn.Game, signature string) bool {
	how := func(signature string) string {
		how, _, _ := strings.Cut(signature, programName)
		return how
	}
	return Annotated(g) && how(g.Tag(TagName)) == how(signature) && whole(g)
}

// whole reports whether a comment of Annotate's stands behind each move of the main
// line: none has been added since.
func whole(g *pdn.Game) bool {
	judged := true // the last move
	for _, e := range g.Movetext {
		switch e := e.(type) {
		case pdn.Move:
			if !judged {
				return false
			}
			judged = false
		case pdn.Comment:
			judged = judged || byMachine.MatchString(string(e))
		}
	}
	return judged
}

// longestLine is how many plies of a better line are written at most.
const longestLine = 8

// A sign is what is written of a move: as its strength, as a NAG, or in the
// comment only.
type sign struct {
	text     string
	strength bool
	nag      pdn.NAG // 0 if there is none
}

// The numeric annotation glyphs of what the standard has no sign for.
const (
	nagOnly      = pdn.NAG(7)
	nagDrawn     = pdn.NAG(10)
	nagWhiteWins = pdn.NAG(18)
	nagBlackWins = pdn.NAG(19)
)

func (j *Judgement) signs(d Dialect) (signs []sign) {
	if text := d.Sign(j.Mark); text != "" {
		signs = append(signs, sign{text: text, strength: true})
	}
	if j.Only {
		signs = append(signs, sign{text: "*", nag: nagOnly})
	}
	switch {
	case j.Result == Drawn:
		signs = append(signs, sign{text: "=", nag: nagDrawn})
	case j.Result == Won && j.Position.Turn() == rules.White:
		signs = append(signs, sign{text: "+", nag: nagWhiteWins})
	case j.Result == Won:
		signs = append(signs, sign{text: "+", nag: nagBlackWins})
	}
	if j.Gain != 0 {
		signs = append(signs, sign{text: gain(j.Gain)})
	}
	if j.AdLib {
		signs = append(signs, sign{text: "a.l."})
	}
	return signs
}

// Signs returns what players write behind the move: its mark, a star, + or =,
// pieces won or lost, a.l.
func (j *Judgement) Signs(d Dialect) []string {
	var texts []string
	for _, s := range j.signs(d) {
		texts = append(texts, s.text)
	}
	return texts
}

// Text returns why the move has its mark, and what is proved after it.
func (j *Judgement) Text() string {
	if j.Fact == "" || j.Mark.IsError() && j.PlayedProof.Known && !j.Over() { // the reason says it
		return j.Reason
	}
	if j.Reason == "" {
		return j.Fact
	}
	return j.Reason + "; " + j.Fact
}

// Annotate writes the judgements of a game's moves into its movetext, and a
// signature into a tag. What an earlier Annotate has written it replaces, wherever
// other programs have put it, so that doing it twice is doing it once. Behind each move comes one comment,
//
//	{[%eval 0.12] [%dh ??,+1] loses a piece: 27-22 was better, +0.31}
//
// with the evaluation after the move from White's side, the signs that the
// machine gives the move, and words. Of the signs, the marks of ! and ? stand
// behind the move, and for * = + there are NAGs ($7, $10, $18 and $19); a sign in
// parentheses is not written there, for the record has a mark or that NAG of its
// own. Behind the comment of an error stands the better line, which ends in a
// comment of the same form. Marks, comments and variations of the record stay, in
// front of those added.
func Annotate(g *pdn.Game, judgements []Judgement, d Dialect, signature string) {
	Strip(g)
	g.SetTag(TagName, signature)
	at := -1
	for i := 0; i < len(g.Movetext); i++ {
		m, ok := g.Movetext[i].(pdn.Move)
		if !ok {
			continue
		}
		if at++; at == len(judgements) {
			break
		}
		j := &judgements[at]
		nags := leadingNAGs(g.Movetext[i+1:])
		marked := m.Strength != "" || slices.ContainsFunc(nags, isMark)
		var texts []string
		var elements []pdn.Element
		for _, s := range j.signs(d) {
			text := s.text
			switch {
			case s.strength && !marked:
				m.Strength = s.text
			case s.nag != 0 && !slices.Contains(nags, s.nag):
				elements = append(elements, s.nag)
			case s.strength || s.nag != 0:
				text = "(" + text + ")"
			}
			texts = append(texts, text)
		}
		g.Movetext[i] = m
		elements = append(elements, machineComment(j.Eval(), texts, j.Text()))
		if j.Mark.IsError() {
			elements = append(elements, j.variation())
		}
		g.Annotate(at+1, elements...)
	}
}

// leadingNAGs returns the annotation glyphs at the beginning of a movetext.
func leadingNAGs(movetext []pdn.Element) (nags []pdn.NAG) {
	for _, e := range movetext {
		n, ok := e.(pdn.NAG)
		if !ok {
			break
		}
		nags = append(nags, n)
	}
	return nags
}

// isMark reports whether a glyph says how good a move is.
func isMark(n pdn.NAG) bool { return n >= 1 && n <= 9 }

func machineComment(eval string, signs []string, text string) pdn.Comment {
	var b strings.Builder
	if eval != "" {
		b.WriteString("[%eval " + eval + "] ")
	}
	b.WriteString("[%dh")
	if len(signs) > 0 {
		b.WriteString(" " + strings.Join(signs, ","))
	}
	b.WriteString("]")
	if text != "" {
		b.WriteString(" " + text)
	}
	return pdn.Comment(b.String())
}

// variation writes the better line down.
func (j *Judgement) variation() pdn.Variation {
	line := pdn.Played(j.Position, j.Line[:min(len(j.Line), longestLine)])
	return append(line, machineComment(eval(j.Best, j.BestProof, j.Position.Turn()), nil, ""))
}

// Strip removes from a game exactly what Annotate has added to it, and reports
// whether there was anything. Words, signs and moves that others have put into the
// comments and lines of Annotate stay.
func Strip(g *pdn.Game) (changed bool) {
	tags := len(g.Tags)
	g.Tags = slices.DeleteFunc(g.Tags, func(t pdn.Tag) bool { return t.Is(TagName) })
	changed = len(g.Tags) < tags
	kept := g.Movetext[:0:0]
	move := -1 // the last move's place in kept
	for _, e := range g.Movetext {
		switch e := e.(type) {
		case pdn.Move:
			move = len(kept)
		case pdn.Comment:
			rest, signs, found := unwritten(e)
			if !found || move < 0 {
				break
			}
			changed = true
			if kept = unsigned(kept, move, signs); rest != "" {
				kept = append(kept, rest)
			}
			continue
		case pdn.Variation:
			rest, found := unwrittenLine(e)
			if !found {
				break
			}
			changed = true
			if rest != nil {
				kept = append(kept, rest)
			}
			continue
		}
		kept = append(kept, e)
	}
	g.Movetext = kept
	return changed
}

// unwrittenLine returns what is left of a variation that ends in a comment of
// Annotate's: nil if there are but moves before it, as Annotate writes them, else
// the line without what the machine says in it.
func unwrittenLine(v pdn.Variation) (rest pdn.Variation, found bool) {
	if len(v) == 0 {
		return v, false
	}
	last, ok := v[len(v)-1].(pdn.Comment)
	if !ok {
		return v, false
	}
	words, _, found := unwritten(last)
	if !found {
		return v, false
	}
	rest = slices.Clone(v[:len(v)-1])
	if words != "" {
		rest = append(rest, words)
	}
	if slices.ContainsFunc(rest, func(e pdn.Element) bool { m, ok := e.(pdn.Move); return !ok || m.Strength != "" }) {
		return rest, true
	}
	return nil, true
}

// unsigned takes the signs away from the move at that place.
func unsigned(movetext []pdn.Element, at int, signs []string) []pdn.Element {
	for _, text := range signs {
		if m := movetext[at].(pdn.Move); text != "" && m.Strength == text {
			m.Strength = ""
			movetext[at] = m
			continue
		}
		nags := map[string][]pdn.NAG{"*": {nagOnly}, "=": {nagDrawn}, "+": {nagWhiteWins, nagBlackWins}}[text]
		// The machine's stand behind those of the record.
		for i := at + len(leadingNAGs(movetext[at+1:])); i > at; i-- {
			if slices.Contains(nags, movetext[i].(pdn.NAG)) {
				movetext = slices.Delete(movetext, i, i+1)
				break
			}
		}
	}
	return movetext
}
