package analysis

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"drafthorse/pdn"
)

// The grammar of what the machine says after its signs: all that [Judgement.Text]
// can return, and no more. Words that people add stay apart from it.
const (
	aMove    = `\d+(?:[-x]\d+)+`
	aPiece   = `(?:a piece|\d+ pieces)`
	inSoMany = `in (?:1 move|\d+ moves)`
	anEnd    = `(?:(?:wins|loses) ` + inSoMany + `|draws)`
	points   = `[+-]\d\.\d\d`

	anError = `(?:looks good, but )?(?:` +
		anEnd + `, ` + aMove + ` ` + anEnd + ` \(proved\)` +
		`|misses a (?:win|draw): ` + aMove + ` ` + anEnd + ` \(proved\)` +
		`|(?:` + anEnd + ` \(proved\): |(?:loses|misses) ` + aPiece + `: )?` + aMove + ` was better, ` + points + `)`
	aMerit = `(?:gives up ` + aPiece + ` for a while: |saves ` + aPiece + `: |wins ` + aPiece + `(?: back(?: and (?:one|\d+) more)?)?: )?` +
		aMove + ` is next best, ` + points
	aReason = `(?:` + anError + `|only move: all others lose(?: \(proved\))?|` + aMerit +
		`|gives up ` + aPiece + ` for a while, and nothing is better|looks bad, but nothing is better)`

	aFact = `(?:proved: (?:a draw(?:; (?:White|Black) would win ` + inSoMany + `, but the rule of \d+ moves comes first)?|(?:White|Black) wins ` + inSoMany + `)` +
		`|drawn: (?:third repetition|25 moves each without a capture or man move|(?:16|5) moves each against a lone king))`

	someText = `(?:` + aReason + `(?:; ` + aFact + `)?|` + aFact + `)`
)

// byMachine matches what Annotate has written into a comment, wherever other
// programs have put it when they joined comments. A program may have broken a line
// at any blank.
var byMachine = regexp.MustCompile(strings.ReplaceAll(
	`(?:\[%eval [^\]]*\](?P<between>(?: ?\[%[^\]]*\])*) ?)?(?P<own>\[%dh(?: (?P<signs>[^\]]*))?\])(?: `+someText+`)?`,
	" ", `(?:\s+)`))

// unwritten takes out of a comment what Annotate has written into it, with the
// signs of that, and leaves what others have.
func unwritten(comment pdn.Comment) (rest pdn.Comment, signs []string, found bool) {
	between, own, list := 2*byMachine.SubexpIndex("between"), 2*byMachine.SubexpIndex("own"), 2*byMachine.SubexpIndex("signs")
	left, right := "", string(comment)
	for {
		at := byMachine.FindStringSubmatchIndex(right)
		if at == nil {
			if found {
				right = beside(left, right)
			}
			return pdn.Comment(right), signs, found
		}
		if found {
			left = beside(left, right[:at[0]])
		} else {
			left, found = right[:at[0]], true
		}
		var these []string
		if at[list] >= 0 {
			these = strings.Fields(strings.ReplaceAll(right[at[list]:at[list+1]], ",", " "))
		}
		signs = append(signs, these...)
		if at[between] >= 0 && at[between] < at[between+1] {
			if slices.ContainsFunc(these, isEnd) {
				left = beside(left, right[at[0]:at[between]])
			}
			left = beside(left, right[at[between]:at[between+1]])
		}
		end := at[1]
		if next, _ := utf8.DecodeRuneInString(right[end:]); unicode.IsLetter(next) || unicode.IsDigit(next) {
			end = at[own+1] // a word that goes on is not the machine's
		}
		right = right[end:]
	}
}

// isEnd reports whether a sign is one that stands where the game is over, too: there
// the machine writes no evaluation, so that one farther off is not its own.
func isEnd(sign string) bool {
	return strings.Trim(sign, "()") == "+" || strings.Trim(sign, "()") == "="
}

// beside joins the texts to the left and right of what is taken out.
func beside(left, right string) string {
	left, right = strings.TrimRightFunc(left, unicode.IsSpace), strings.TrimLeftFunc(right, unicode.IsSpace)
	if left == "" || right == "" {
		return left + right
	}
	return left + " " + right
}
