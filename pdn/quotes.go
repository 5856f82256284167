package pdn

import "strings"

// The quotes that people and programs put around a value in place of ". Some of
// them close in one language what they open in another.
const (
	doubleQuotes = "\"“”„‟«»″＂"
	singleQuotes = "'‘’‚‛`´"
)

func isDoubleQuote(r rune) bool { return r > 0 && strings.ContainsRune(doubleQuotes, r) }
func isSingleQuote(r rune) bool { return r > 0 && strings.ContainsRune(singleQuotes, r) }
func isQuote(r rune) bool       { return isDoubleQuote(r) || isSingleQuote(r) }

// withoutEscapedQuotes takes away what stands for the quotes around a value in
// texts cut out of other formats, and returns that, too.
func withoutEscapedQuotes(value string) (inner, escaped string) {
	for _, quote := range []string{`\"`, "&quot;", "&#34;"} {
		if inner, ok := strings.CutPrefix(value, quote); ok && strings.HasSuffix(inner, quote) {
			return strings.TrimSuffix(inner, quote), quote
		}
	}
	return value, ""
}
