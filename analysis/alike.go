package analysis

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Alike returns for each name the places of those that may be the same person's, in
// ascending order: whose letters are the same but for accents, signs, spaces and the
// order of the words, or which differ in one letter of a longer word or by an initial
// in place of a word. It is a question to a person, for two players may have such
// names.
func Alike(names []string) [][]int {
	spelled := make([]spelling, len(names))
	seed := maphash.MakeSeed()
	var traces []trace
	for i, name := range names {
		spelled[i] = spell(name)
		for _, text := range spelled[i].traces() {
			traces = append(traces, trace{maphash.String(seed, text), i})
		}
	}
	slices.SortFunc(traces, func(a, b trace) int {
		switch {
		case a.hash < b.hash, a.hash == b.hash && a.name < b.name:
			return -1
		case a == b:
			return 0
		}
		return 1
	})
	alike := make([][]int, len(names))
	for i, t := range traces {
		for k := i + 1; k < len(traces) && k <= i+mostTraces && traces[k].hash == t.hash; k++ {
			if other := traces[k].name; other != t.name && spelled[t.name].like(spelled[other]) {
				alike[t.name] = append(alike[t.name], other)
				alike[other] = append(alike[other], t.name)
			}
		}
	}
	for i := range alike {
		slices.Sort(alike[i])
		alike[i] = slices.Compact(alike[i])
	}
	return alike
}

// trace is what two names that are alike have in common, and one of them.
type trace struct {
	hash uint64
	name int
}

const (
	mostTraces = 50 // names with one trace that are compared; people have fewer doubles
	longWord   = 4  // letters of a word that may differ in one: Bos and Vos are two names
)

// spelling is a name reduced to its words, which are in order, and their letters in
// the order of the name.
type spelling struct {
	words   []string
	letters string
}

func spell(name string) spelling {
	var folded strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(name)) {
		switch base, known := bases[r]; {
		case known:
			folded.WriteString(base)
		case unicode.Is(unicode.Mn, r), r == '\'', r == '’', r == '\\':
		case unicode.IsLetter(r), unicode.IsDigit(r):
			folded.WriteRune(r)
		default:
			folded.WriteByte(' ')
		}
	}
	words := strings.Fields(oneWay.Replace(folded.String()))
	s := spelling{letters: strings.Join(words, "")}
	slices.Sort(words)
	s.words = words
	return s
}

// bases are letters that Unicode does not take apart.
var bases = map[rune]string{'ø': "o", 'ł': "l", 'đ': "d", 'ß': "ss", 'æ': "ae", 'œ': "oe", 'ı': "i"}

// oneWay writes sounds in one way that are written in two: Sijbrands and Sybrands,
// Alexander and Aleksander.
var oneWay = strings.NewReplacer("ij", "y", "x", "ks")

// traces returns texts of which names that are alike share one.
func (s spelling) traces() []string {
	texts := []string{s.letters, strings.Join(s.words, " ")}
	for i, w := range s.words {
		rest := strings.Join(slices.Delete(slices.Clone(s.words), i, i+1), " ")
		letters := []rune(w)
		if unicode.IsDigit(letters[0]) || len(s.words) > mostWords {
			continue
		}
		if len(s.words) > 1 {
			texts = append(texts, rest+" "+string(letters[0])+".")
		}
		if len(letters) < longWord-1 {
			continue
		}
		texts = append(texts, rest+" "+w+"-")
		for k := range min(len(letters), mostLetters) {
			texts = append(texts, rest+" "+string(slices.Delete(slices.Clone(letters), k, k+1))+"-")
		}
	}
	return texts
}

// A name with more words, or letters in a word, is no person's; what is beyond is
// not varied.
const mostWords, mostLetters = 8, 30

// like compares two spellings that share a trace.
func (s spelling) like(t spelling) bool {
	if s.letters == t.letters || slices.Equal(s.words, t.words) {
		return s.letters != ""
	}
	mine, others := without(s.words, t.words), without(t.words, s.words)
	if len(mine) != 1 || len(others) != 1 {
		return false
	}
	a, b := []rune(mine[0]), []rune(others[0])
	if len(a) == 1 || len(b) == 1 { // an initial, if there is a word to know the person by
		long := slices.ContainsFunc(s.words, func(w string) bool { return len(w) >= longWord && w != mine[0] })
		return long && len(a) != len(b) && a[0] == b[0]
	}
	digit := func(r rune) bool { return unicode.IsDigit(r) }
	return max(len(a), len(b)) >= longWord && !slices.ContainsFunc(a, digit) && !slices.ContainsFunc(b, digit) && oneLetter(a, b)
}

// without returns the words of a that are not in b, each as often as it is missing
// there. Both are in order.
func without(a, b []string) (missing []string) {
	for _, w := range a {
		k, there := slices.BinarySearch(b, w)
		if there {
			b = slices.Delete(slices.Clone(b), k, k+1)
		} else {
			missing = append(missing, w)
		}
	}
	return missing
}

// oneLetter reports whether two words differ by one letter that is another, missing
// or too much, or by two neighbours that have changed places.
func oneLetter(a, b []rune) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	front := 0
	for front < len(a) && a[front] == b[front] {
		front++
	}
	back := 0
	for back < len(a)-front && a[len(a)-1-back] == b[len(b)-1-back] {
		back++
	}
	x, y := a[front:len(a)-back], b[front:len(b)-back]
	switch {
	case len(x) == 0, len(x) == 1 && len(y) == 1:
		return len(y) == 1
	}
	return len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]
}
