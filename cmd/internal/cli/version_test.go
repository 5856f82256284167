package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// repository makes a repository of one commit and returns its folder.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module x\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"init", "--quiet"}, {"add", "."},
		{"-c", "user.name=x", "-c", "user.email=x@x", "commit", "--quiet", "-m", "x"},
	} {
		if _, err := git(dir, args...); err != nil {
			t.Skipf("git %v: %v", args, err)
		}
	}
	return dir
}

func TestStateOfAClone(t *testing.T) {
	dir := repository(t)
	commit, err := git(dir, "rev-parse", "HEAD")
	if err != nil || !regexp.MustCompile(`^[0-9a-f]{40,}$`).MatchString(commit) {
		t.Fatalf("HEAD is %q, %v", commit, err)
	}
	commit = commit[:12]
	check := func(what, folder, want string) {
		t.Helper()
		if got := stateOf(folder); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	check("a clone", dir, commit)

	t.Setenv("GIT_DIR", filepath.Join(repository(t), ".git")) // as git hooks have it
	check("a clone, the environment names another", dir, commit)

	inner := filepath.Join(dir, "inner")
	if err := os.Mkdir(inner, 0o777); err != nil {
		t.Fatal(err)
	}
	check("an unpacked archive in a clone of something else", inner, "")
	check("no clone", t.TempDir(), "")
	check("a folder that is gone", filepath.Join(dir, "gone"), "")
	check("no folder", "", "")

	if err := os.WriteFile(filepath.Join(dir, "new.go"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	check("a clone with a new file", dir, commit+"+dirty")
}

func TestByGoRun(t *testing.T) {
	const hash = "d02fe6b883de8ce5f9363c07eb8773daf373aecf74f680742d2375173d257d41"
	for program, want := range map[string]bool{
		"/tmp/go-build523719431/b001/exe/match":         true, // the first time
		"/root/.cache/go-build/d0/" + hash + "-d/match": true, // again
		"/home/x/drafthorse/bin/match":                  false,
		"/tmp/go-build523719431/b001/console.test":      false,
		"/home/x/go/bin/match":                          false,
		"/home/x/exe/match":                             false,
	} {
		if got := byGoRun(program); got != want {
			t.Errorf("byGoRun(%s) = %v, want %v", program, got, want)
		}
	}
}
