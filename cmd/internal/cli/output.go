package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// formats are what a file holds by the ending of its name.
var formats = map[string]string{
	".pdn": "PDN", ".csv": "CSV", ".json": "JSON", ".jsonl": "JSON lines", ".html": "HTML",
	".safetensors": "a net's weights", ".onnx": "an ONNX model", ".toml": "a configuration", ".arrow": "an Arrow dataset",
}

// CheckOutput refuses the name of a file to be written, before any work, if its folder
// is not there or if it has the ending of another format than those that it may have,
// of which the first is the usual one. Other endings say nothing.
func CheckOutput(flag, path string, endings ...string) error {
	ending := strings.ToLower(filepath.Ext(path))
	if other := formats[ending]; other != "" && !slices.Contains(endings, ending) {
		return Usage("--%s %s: what is written is %s, and the name says %s: want one that ends in %s",
			flag, path, formats[endings[0]], other, endings[0])
	}
	return CheckFolder(flag, path)
}

// CheckFolder refuses the name of a file to be written if its folder is not there.
func CheckFolder(flag, path string) error {
	folder := filepath.Dir(path)
	info, err := os.Stat(folder)
	switch {
	case err == nil && info.IsDir():
		return nil
	case err == nil:
		return Usage("--%s %s: %s is a file: want the name of a folder there", flag, path, folder)
	}
	return Usage("--%s %s: there is no folder %s: make it first, or want another name", flag, path, folder)
}

// SameFile reports whether two paths are of one file, or would be once it is there.
func SameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err == nil {
		other, err := os.Stat(b)
		return err == nil && os.SameFile(one, other)
	}
	if filepath.Base(a) != filepath.Base(b) {
		return false
	}
	one, err = os.Stat(filepath.Dir(a))
	other, otherErr := os.Stat(filepath.Dir(b))
	return err == nil && otherErr == nil && os.SameFile(one, other)
}
