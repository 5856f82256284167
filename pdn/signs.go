package pdn

// forced is the NAG of a move beside which all others lose.
const forced NAG = 7

// signs are the print signs that stand for a NAG, as the PGN standard and
// lidraughts number them.
var signs = map[string]NAG{
	"□": forced,
	"=": 10,
	"∞": 13,
	"⩲": 14, "+=": 14, "+/=": 14, "⩱": 15, "=+": 15, "=/+": 15,
	"±": 16, "+/-": 16, "+/−": 16, "∓": 17, "-/+": 17, "−/+": 17,
	"+-": 18, "+−": 18, "+–": 18,
	"-+": 19, "−+": 19, "–+": 19,
	"⨀": 22,
	"N": 146,
}

// bareSigns are the print signs of FMJD Annex 1, article 9, that no NAG stands
// for whoever is to move. They are kept as comments.
var bareSigns = map[string]bool{
	"+": true, "+1": true, "+2": true, "+3": true, "+4": true,
	"-1": true, "-2": true, "-3": true, "-4": true,
	"#": true, "a.l.": true,
}

func isSign(word string) bool {
	_, ok := signs[word]
	return ok || bareSigns[word]
}
