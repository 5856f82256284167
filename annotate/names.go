package annotate

import (
	"path/filepath"
	"slices"
	"strings"

	"drafthorse/internal/fault"
)

// shownNames returns how the files that the arguments name are called where a person
// reads of them and perhaps sends it on: as they were typed, but of an absolute path
// only so much from its end as tells it from the other arguments.
func shownNames(args []string) func(file string) string {
	type naming struct{ whole, shown string }
	var namings []naming
	for i, arg := range args {
		whole := filepath.Clean(arg)
		if !filepath.IsAbs(whole) {
			continue
		}
		tail := pathTail(whole, 1)
		for n := 2; tail != pathTail(whole, n) && sharesTail(args, i, tail); n++ {
			tail = pathTail(whole, n)
		}
		if tail == "" || sharesTail(args, i, tail) {
			tail = whole
		}
		namings = append(namings, naming{arg, tail}, naming{whole, tail})
	}
	// Of two arguments one of which lies in the other, the inner one names the file.
	slices.SortStableFunc(namings, func(a, b naming) int { return len(b.whole) - len(a.whole) })
	return func(file string) string {
		for _, n := range namings {
			// The file is the argument, or lies in it: a folder or an archive.
			if rest, in := strings.CutPrefix(file, n.whole); in && (rest == "" || rest[0] == filepath.Separator || rest[0] == '/') {
				return n.shown + rest
			}
		}
		return file
	}
}

// pathTail returns the last n elements of a path.
func pathTail(path string, n int) string {
	at := len(path)
	for ; n > 0 && at >= 0; n-- {
		at = strings.LastIndexByte(path[:at], filepath.Separator)
	}
	if at <= 0 {
		return strings.TrimLeft(path, string(filepath.Separator))
	}
	return path[at+1:]
}

// sharesTail reports whether another argument than the i-th, which is another path,
// ends in the elements of tail.
func sharesTail(args []string, i int, tail string) bool {
	for k, other := range args {
		other = filepath.Clean(other)
		if k != i && other != filepath.Clean(args[i]) && (other == tail || strings.HasSuffix(other, string(filepath.Separator)+tail)) {
			return true
		}
	}
	return false
}

// suffix returns which of the wanted suffixes a path has.
func suffix(path string, wanted ...string) (string, error) {
	for _, s := range wanted {
		if strings.EqualFold(filepath.Ext(path), s) {
			return s, nil
		}
	}
	return "", fault.Usage("%s: the suffix says what is written: want %s", path, strings.Join(wanted, " or "))
}
