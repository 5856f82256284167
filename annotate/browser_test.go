package annotate

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"drafthorse/pdn"
	"drafthorse/rules"
)

// The report of a real game, opened and stepped through in a browser: the board
// shows the positions that the rules say. What a page can do otherwise is tested
// in viewer.
func TestReportInBrowser(t *testing.T) {
	browser := slices.IndexFunc([]string{"chromium", "chromium-browser", "google-chrome", "chrome"}, func(name string) bool {
		_, err := exec.LookPath(name)
		return err == nil
	})
	if browser < 0 {
		t.Skip("no Chromium or Chrome is installed: the report is not tried in a browser")
	}
	const sample = "../cmd/pipeline/sample.pdn"
	dir := t.TempDir()
	called(t, 0, "--html", dir+"/report", sample)
	f, err := os.Open(sample)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := pdn.NewReader(f, sample)
	if !r.Next() {
		t.Fatal(r.Err())
	}
	plies, err := r.Game().Replay()
	if err != nil {
		t.Fatal(err)
	}

	guard, cancelGuard := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancelGuard()
	options := chromedp.DefaultExecAllocatorOptions[:]
	if os.Geteuid() == 0 {
		options = append(slices.Clone(options), chromedp.NoSandbox) // Chromium refuses to run as root with it
	}
	allocator, cancelAllocator := chromedp.NewExecAllocator(guard, options...)
	defer cancelAllocator()
	ctx, cancel := chromedp.NewContext(allocator)
	defer cancel()
	fen := func() string {
		text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.getElementById("board").dataset.fen`))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	page := "file://" + filepath.ToSlash(dir) + "/report/index.html#game-1"
	if err := chromedp.Do(ctx, chromedp.Navigate(page), chromedp.WaitReady(chromedp.CSS("footer"))); err != nil {
		t.Fatal(err)
	}
	want := rules.Start()
	for i, ply := range plies {
		if got := fen(); got != want.FEN() {
			t.Fatalf("after %d plies the board shows %s, want %s", i, got, want.FEN())
		}
		if err := chromedp.Do(ctx, chromedp.KeyEvent(kb.ArrowRight)); err != nil {
			t.Fatal(err)
		}
		want = ply.Before.Play(ply.Move)
	}
	if got := fen(); got != want.FEN() {
		t.Errorf("at the end the board shows %s, want %s", got, want.FEN())
	}
}
