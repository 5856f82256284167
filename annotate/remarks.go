package annotate

import (
	"regexp"
	"slices"
	"strings"

	"drafthorse/analysis"
	"drafthorse/pdn"
)

// remarks are a record's own words in its main line.
type remarks struct {
	before string   // the first move
	behind []string // each move: a mark that the record gives it, and its comments
}

// remarksOf gathers the record's own words, without what the annotation has added
// and without embedded commands.
func remarksOf(g *pdn.Game) remarks {
	bare := pdn.Game{Tags: slices.Clone(g.Tags), Movetext: slices.Clone(g.Movetext)}
	analysis.Strip(&bare)
	var r remarks
	for i, e := range bare.Movetext {
		switch e := e.(type) {
		case pdn.Move:
			mark := ""
			if sign := analysis.StrengthOf(e, bare.Movetext[i+1:]); sign != "" {
				mark = "In the record: " + sign
			}
			r.behind = append(r.behind, mark)
		case pdn.Comment:
			place := &r.before
			if n := len(r.behind); n > 0 {
				place = &r.behind[n-1]
			}
			*place = joined(*place, strings.Join(strings.Fields(embedded.ReplaceAllString(string(e), " ")), " "))
		}
	}
	return r
}

// embedded matches an embedded command, as [%clk 1:55:21].
var embedded = regexp.MustCompile(`\[%[^\]]*\]`)

func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " – " + b
}
