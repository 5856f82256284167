package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// Version describes the program by the source it was built from: by what the Go
// toolchain has built into it, or for go run, which builds nothing in, by the clone
// that the program was compiled in just before.
var Version = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "of unknown version"
	}
	text := info.Main.Version
	stamped := false
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			stamped = true
			if commit := short(s.Value); !strings.Contains(text, commit) {
				text += " " + commit
			}
		}
	}
	if program, err := os.Executable(); err == nil && !stamped && byGoRun(program) {
		text += " " + stateOf(moduleFolder())
	}
	return fmt.Sprintf("%s (%s)", strings.TrimSpace(text), info.GoVersion)
})

func short(commit string) string { return commit[:min(12, len(commit))] }

// goRunPlace matches the folders that go run starts programs from: the one it builds
// in at first, and the build cache later.
var goRunPlace = regexp.MustCompile(`(^|/)(go-build\d+/b\d+/exe|[0-9a-f]{2}/[0-9a-f]{64}-d)/[^/]+$`)

// byGoRun reports whether go run has started the program. Of other programs without
// a revision the sources may have changed since.
func byGoRun(program string) bool { return goRunPlace.MatchString(filepath.ToSlash(program)) }

// moduleFolder returns the folder of this module when the program was compiled; "" if
// it was compiled without paths.
func moduleFolder() string {
	_, file, _, ok := runtime.Caller(0)
	if !ok || !filepath.IsAbs(file) {
		return ""
	}
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}

// stateOf returns the commit of a clone in that very folder, with +dirty behind it if
// a file has changed since; "" if it is none.
func stateOf(folder string) string {
	if folder == "" {
		return ""
	}
	top, err := git(folder, "rev-parse", "--show-toplevel")
	if err != nil || !SameFile(top, folder) {
		return ""
	}
	commit, err := git(folder, "rev-parse", "HEAD")
	if err != nil {
		return ""
	}
	changed, err := git(folder, "status", "--porcelain")
	switch {
	case err != nil:
		return ""
	case changed != "":
		return short(commit) + "+dirty"
	}
	return short(commit)
}

// git asks git about a folder, whatever repository the environment names.
func git(folder string, args ...string) (string, error) {
	c := exec.Command("git", args...)
	c.Dir = folder
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "GIT_") {
			c.Env = append(c.Env, variable)
		}
	}
	out, err := c.Output()
	return strings.TrimSpace(string(out)), err
}
