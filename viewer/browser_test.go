package viewer

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"drafthorse/rules"
)

var screenshots = flag.String("screenshots", "", "folder for pictures of the report, at the widths of a desktop and a phone, light and dark")

// chromium returns a browser for the tests, or skips.
func chromium(t *testing.T) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium or Chrome is installed: the pages are not tried in a browser")
	return ""
}

// tab is a browser showing a report.
type tab struct {
	t      *testing.T
	ctx    context.Context
	mutex  sync.Mutex
	faults []string // exceptions, and what the page's policy forbade
}

// openTab starts a browser, in a window of a desktop's size.
func openTab(t *testing.T) *tab {
	path := chromium(t)
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.WindowSize(1280, 900))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // Chromium refuses to run as root with it
	}
	guard, cancelGuard := context.WithTimeout(t.Context(), 5*time.Minute)
	allocator, cancelAllocator := chromedp.NewExecAllocator(guard, options...)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(func() { cancel(); cancelAllocator(); cancelGuard() })
	b := &tab{t: t, ctx: ctx}
	err := chromedp.Listen(ctx, func(event any) {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			b.faults = append(b.faults, e.ExceptionDetails.Text+" "+e.ExceptionDetails.Exception.Description)
		case *cdplog.EventEntryAdded:
			if e.Entry.Level == cdplog.EntryLevelError {
				b.faults = append(b.faults, e.Entry.Text)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.EmulateViewport(1280, 900))
	return b
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// open shows a page of a report anew.
func (b *tab) open(dir, page string) {
	b.t.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+filepath.ToSlash(dir)+"/"+page), chromedp.WaitReady(chromedp.CSS("footer")))
}

// run runs an action that has an answer.
func run[T any](b *tab, action chromedp.Action[T]) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, action)
	if err != nil {
		b.t.Fatal(err)
	}
	return v
}

// ask evaluates an expression in the page.
func ask[T any](b *tab, expression string) T {
	b.t.Helper()
	return run(b, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

func (b *tab) fen() string { return ask[string](b, `document.getElementById("board").dataset.fen`) }
func (b *tab) ply() string { return ask[string](b, `document.getElementById("game-view").dataset.ply`) }

func (b *tab) press(key string) { b.t.Helper(); b.do(chromedp.KeyEvent(key)) }

func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.ScrollIntoView(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// clickAt clicks into an element, at a share of its width and height.
func (b *tab) clickAt(selector string, x, y float64) {
	b.t.Helper()
	b.do(chromedp.ScrollIntoView(chromedp.CSS(selector)))
	box := ask[[]float64](b, fmt.Sprintf(`(b => [b.left, b.top, b.width, b.height])(document.querySelector(%q).getBoundingClientRect())`, selector))
	b.do(chromedp.MouseClickXY(box[0]+x*box[2], box[1]+y*box[3]))
}

// at fails unless the page shows a ply of the game in the given position.
func (b *tab) at(doing string, ply int, p rules.Position) {
	b.t.Helper()
	if got := b.ply(); got != fmt.Sprint(ply) {
		b.t.Errorf("%s: the page is at ply %s: want %d", doing, got, ply)
	}
	if got := b.fen(); got != p.FEN() {
		b.t.Errorf("%s: the board shows %s: want %s", doing, got, p.FEN())
	}
}

// sound fails if the page has thrown anything or was forbidden anything.
func (b *tab) sound() {
	b.t.Helper()
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, fault := range b.faults {
		b.t.Errorf("in the browser: %s", fault)
	}
	b.faults = nil
}

// positionsOf plays a game's moves by the rules.
func positionsOf(t *testing.T, g *Game) []rules.Position {
	return append([]rules.Position{start(t, g)}, lineFrom(t, start(t, g), movesOf(g))...)
}

func start(t *testing.T, g *Game) rules.Position {
	p, err := rules.ParseFEN(g.Start)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func movesOf(g *Game) (moves []Move) {
	for _, ply := range g.Plies {
		moves = append(moves, ply.Move)
	}
	return moves
}

// lineFrom returns the positions after each of the moves.
func lineFrom(t *testing.T, p rules.Position, moves []Move) (line []rules.Position) {
	for _, m := range moves {
		move, err := p.ParseMove(m.Text)
		if err != nil {
			t.Fatal(err)
		}
		p = p.Play(move)
		line = append(line, p)
	}
	return line
}

func TestStepping(t *testing.T) {
	b := openTab(t)
	g := sampleGame(t)
	positions := positionsOf(t, g)
	end := len(g.Plies)
	dir := writeReport(t, sampleCollection, []*Game{g})

	b.open(dir, "index.html")
	b.click(`.games a`)
	b.do(chromedp.WaitVisible(chromedp.CSS("#game-view")))
	b.at("the index's link", 0, positions[0])
	for i := 1; i <= end; i++ {
		b.press(kb.ArrowRight)
		b.at("right arrow", i, positions[i])
	}
	b.press(kb.ArrowRight)
	b.at("right arrow at the end", end, positions[end])
	b.press(kb.ArrowLeft)
	b.at("left arrow", end-1, positions[end-1])
	b.press(kb.Home)
	b.at("Home", 0, positions[0])
	b.press(kb.End)
	b.at("End", end, positions[end])

	b.click("#first")
	b.at("the start button", 0, positions[0])
	b.click("#next")
	b.click("#next")
	b.at("the next button", 2, positions[2])
	b.click("#previous")
	b.at("the previous button", 1, positions[1])
	b.click("#last")
	b.at("the end button", end, positions[end])
	b.clickAt("#board", 0.2, 0.5)
	b.at("a click on the board's left", end-1, positions[end-1])
	b.clickAt("#board", 0.8, 0.5)
	b.at("a click on the board's right", end, positions[end])
	b.click(`#moves [data-ply="7"]`)
	b.at("a click on a move", 7, positions[7])
	if text := ask[string](b, `document.querySelector("#moves [aria-current]").textContent`); !strings.HasPrefix(text, g.Plies[6].Text) {
		t.Errorf("the current move in the list is %q: want %s", text, g.Plies[6].Text)
	}
	if text := ask[string](b, `document.getElementById("said").textContent`); !strings.HasPrefix(text, "White, move 4: "+g.Plies[6].Text) {
		t.Errorf("read out is %q: want move 4 of White, %s", text, g.Plies[6].Text)
	}
	b.clickAt("#graph", 0.5, 0.05)
	b.at("a click on the graph's middle", (end+1)/2, positions[(end+1)/2])

	firstMark := slices.IndexFunc(g.Plies, func(p Ply) bool { return p.Marks != nil }) + 1
	b.press(kb.Home)
	b.click("#marked")
	b.at("next mark", firstMark, positions[firstMark])

	b.press(kb.Home)
	corner := `document.querySelector("#board .number").getAttribute("x") + " " + (document.querySelector("#board .number").textContent)`
	upright := ask[string](b, corner)
	b.click("#turn")
	if got := ask[string](b, corner); got == upright {
		t.Errorf("turning the board leaves square 1 at %s", got)
	}
	b.clickAt("#board", 0.8, 0.5)
	b.at("a click on the right of the board turned", 1, positions[1])
	visible := `getComputedStyle(document.querySelector("#board .number")).visibility`
	if got := ask[string](b, visible); got != "hidden" {
		t.Errorf("before they are asked for the squares' numbers are %s", got)
	}
	b.click("#numbers")
	if got := ask[string](b, visible); got != "visible" {
		t.Errorf("the squares' numbers are %s", got)
	}
	b.open(dir, "index.html#game-1-9")
	b.at("the address of a ply", 9, positions[9])
	b.sound()
}

// The graph's sign of a mark leads to its move, and the better line of a marked
// move can be played and left again.
func TestBetterLine(t *testing.T) {
	b := openTab(t)
	g := sampleGame(t)
	positions := positionsOf(t, g)
	at := slices.IndexFunc(g.Plies, func(p Ply) bool { return len(p.Better) > 3 }) + 1
	line := g.Plies[at-1].Better
	inLine := lineFrom(t, positions[at-1], line)
	b.open(writeReport(t, sampleCollection, []*Game{g}), "index.html#game-1")

	sign := fmt.Sprintf(`.sign[data-ply="%d"]`, at)
	b.clickAt(sign, 0.1, 0.5) // its edge is nearer to the ply before
	b.at("a click on the graph's sign", at, positions[at])
	if reason := ask[string](b, `document.querySelector("#now .reason").textContent`); reason != g.Plies[at-1].Reason {
		t.Errorf("the reason is %q: want %q", reason, g.Plies[at-1].Reason)
	}
	b.click("#play")
	b.at("playing the line", at, inLine[0])
	b.press(kb.ArrowRight)
	b.at("right arrow in the line", at, inLine[1])
	b.press(kb.End)
	b.at("End in the line", at, inLine[len(line)-1])
	b.press(kb.ArrowRight)
	b.at("right arrow at the line's end", at, inLine[len(line)-1])
	b.press(kb.Home)
	b.at("Home in the line", at, inLine[0])
	b.press(kb.ArrowLeft)
	b.at("left arrow at the line's start", at, positions[at])
	b.press(kb.ArrowRight)
	b.at("right arrow in the game again", at+1, positions[at+1])
	b.press(kb.ArrowLeft)
	b.click(`#now [data-line="3"]`)
	b.at("a click on the line's third move", at, inLine[2])
	b.click("#back")
	b.at("back to the game", at, positions[at])
	b.click("#play")
	b.press(kb.Escape)
	b.at("Escape", at, positions[at])

	// By keys alone: the button keeps the focus in the place of the other one.
	b.do(chromedp.Focus(chromedp.CSS("#play")))
	b.press(kb.Enter)
	b.at("Enter on the button", at, inLine[0])
	b.press(kb.Enter)
	b.at("Enter again", at, positions[at])
	b.sound()
}

// Stepping writes its place into the address a little later. That must not hold up
// somebody who has asked for another game by then.
func TestAddress(t *testing.T) {
	b := openTab(t)
	dir := writeReport(t, sampleCollection, []*Game{sampleGame(t), sampleGame(t)})
	b.open(dir, "index.html#game-1")
	b.press(kb.ArrowRight)
	b.do(chromedp.Poll[chromedp.Void](`location.hash === "#game-1-1"`))
	// The time is over after the other game is asked for and before it is shown.
	b.do(chromedp.Evaluate[chromedp.Void](`new Promise(done => {
		const later = [], timeout = window.setTimeout;
		window.setTimeout = f => later.push(f);
		document.getElementById("next").click();
		window.setTimeout = timeout;
		location.hash = "#game-2-5";
		for (const f of later) f();
		addEventListener("hashchange", () => done(), {once: true});
	})`, chromedp.EvalAwaitPromise))
	if got := ask[string](b, `location.hash`) + " " + b.ply(); got != "#game-2-5 5" {
		t.Errorf("asked for game 2 and ply 5 the page is at address and ply %s", got)
	}
	b.sound()
}

// Every position that the page makes of a game is the rules'.
func TestPositions(t *testing.T) {
	b := openTab(t)
	var games []*Game
	for _, test := range []struct {
		fen   string
		moves []string // random ones, if none
	}{
		{"B:W18,27,28,33,37:BK1", []string{"1x22", "28x17"}},
		{"W:W37:B12,13,22,23,32,33", []string{"37x39"}},
		{"W:W29,33,39:B7,17,19", []string{"29-23", "19x28", "33x2"}},
		{"W:WK10:B7,19,21,28,30", []string{"10x2"}},
		{"W:W39:B12,13,23,33", []string{"39x17"}}, // passes no promotion row
		{"W:WK1,46,K49:B5,6,K45", nil},
		{rules.Start().FEN(), nil},
		{rules.Start().FEN(), nil},
	} {
		p, err := rules.ParseFEN(test.fen)
		if err != nil {
			t.Fatal(err)
		}
		q := p
		var moves []rules.Move
		for _, text := range test.moves {
			m, err := q.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			moves = append(moves, m)
			q = q.Play(m)
		}
		if moves == nil {
			moves = randomGame(p, 150, uint64(len(games)))
		}
		games = append(games, madeUp(p, moves, 1))
	}
	// One whose record goes on from another position.
	other, err := rules.ParseFEN("B:W7:BK50")
	if err != nil {
		t.Fatal(err)
	}
	set := madeUp(rules.Start(), randomGame(rules.Start(), 4, 9), 1)
	m, err := other.ParseMove("50-6")
	if err != nil {
		t.Fatal(err)
	}
	set.Plies = append(set.Plies, Ply{Move: MoveOf(other, m), Setup: other.FEN()})
	games = append(games, set)

	b.open(writeReport(t, sampleCollection, games), "index.html")
	for number, g := range games {
		want := []string{start(t, g).FEN()}
		p := start(t, g)
		for _, ply := range g.Plies {
			if ply.Setup != "" {
				p = other
			}
			p = lineFrom(t, p, []Move{ply.Move})[0]
			want = append(want, p.FEN())
		}
		got := ask[[]string](b, fmt.Sprintf(`new Promise(done => {
			addEventListener("hashchange", () => setTimeout(() => {
				const fens = [], board = document.getElementById("board");
				for (let ply = 0; ply <= %d; ply++) {
					fens.push(board.dataset.fen);
					document.getElementById("next").click();
				}
				done(fens);
			}), {once: true});
			location.hash = "#game-%d";
		})`, len(g.Plies), number+1))
		if !slices.Equal(got, want) {
			t.Errorf("game %d: the board shows\n%s\nwant\n%s", number+1, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	b.sound()
}

// Nothing in a record's texts is run or becomes part of the page.
func TestHostileTextsInBrowser(t *testing.T) {
	b := openTab(t)
	var games []*Game
	for _, text := range hostile {
		games = append(games, hostileGame(text))
	}
	dir := writeReport(t, Collection{Title: hostile[0], Program: hostile[1], Dialect: Chess}, games)
	elements := func() []string {
		return ask[[]string](b, `[...document.querySelectorAll("body img, body iframe, body object, body embed, main script:not([type='application/json']), footer script, [onerror], [onmouseover], [onfocus], [autofocus]")].map(e => e.outerHTML)`)
	}
	b.open(dir, "index.html")
	if got := ask[string](b, `document.title + document.querySelector("footer bdi").textContent`); got != hostile[0]+hostile[1] {
		t.Errorf("title and program are %q", got)
	}
	names := ask[[]string](b, `[...document.querySelectorAll(".games .col-players bdi:first-child")].map(e => e.textContent)`)
	if !slices.Equal(names, hostile) {
		t.Errorf("the index has the names %q: want %q", names, hostile)
	}
	for number, text := range hostile {
		b.open(dir, fmt.Sprintf("index.html#game-%d-1", number+1))
		for _, selector := range []string{"#game-heading bdi", "#game-where bdi", "#tags dt", "#tags dd", "#game-note", "#now h2 bdi",
			"#now .reason", "#now .proved bdi", "#now .comment", "#moves .move bdi", "#moves .comment", "#moves .end", "#now [data-line]"} {
			if got := ask[string](b, fmt.Sprintf(`document.querySelector(%q).textContent`, selector)); got != text {
				t.Errorf("%s shows %q: want %q", selector, got, text)
			}
		}
		b.do(chromedp.Evaluate[chromedp.Void](`for (const e of document.querySelectorAll("*")) { e.dispatchEvent(new MouseEvent("mouseover")); e.dispatchEvent(new FocusEvent("focus")); }`))
		if found := elements(); len(found) > 0 {
			t.Errorf("%q makes elements %q", text, found)
		}
	}
	if broken := ask[bool](b, `"broken" in window`); broken {
		t.Error("a text was run")
	}
	b.sound()

	scripts := func(off bool) {
		if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: off}); err != nil {
			t.Fatal(err)
		}
		b.open(dir, "index.html")
	}
	scripts(true)
	for number, text := range hostile {
		for _, selector := range []string{"h2 bdi", ".soft bdi", ".note bdi", ".comment bdi", ".reason bdi"} {
			if got := ask[string](b, fmt.Sprintf(`document.querySelector("#text-%d %s").textContent`, number+1, selector)); !strings.Contains(got, text) {
				t.Errorf("without scripts %s shows %q: want %q", selector, got, text)
			}
		}
	}
	if found := elements(); len(found) > 0 {
		t.Errorf("without scripts the texts make elements %.500q", found)
	}
	scripts(false)

	// The policy holds where escaping would not.
	b.do(chromedp.Evaluate[chromedp.Void](`(() => { const s = document.createElement("script"); s.textContent = "window.broken = 7"; document.body.append(s); })()`))
	if broken := ask[bool](b, `"broken" in window`); broken {
		t.Error("the page's policy lets a script run that is not the page's own")
	}
}

func TestIndex(t *testing.T) {
	b := openTab(t)
	var games []*Game
	for i := range PageGames + 20 {
		g := madeUp(rules.Start(), randomGame(rules.Start(), 3, uint64(i)), uint64(i))
		g.White, g.Black, g.Date = fmt.Sprintf("Player %d", i%7), "Opponent", fmt.Sprintf("20%02d", i%30)
		g.Figures[0].Loss = Mean(float64(i%50) / 1000)
		games = append(games, g)
	}
	dir := writeReport(t, sampleCollection, games)
	b.open(dir, "index.html")
	column := func(name string) []string {
		return ask[[]string](b, fmt.Sprintf(`[...document.querySelectorAll("td.col-%s")].map(e => e.textContent)`, name))
	}
	if got := column("number"); len(got) != len(games) || got[0] != "1" || got[119] != "120" {
		t.Errorf("the index begins as %q", got)
	}
	b.click(`.games th:nth-child(5) button`)
	if got := column("date"); !slices.IsSorted(got) {
		t.Errorf("sorted by date: %q", got)
	}
	b.click(`.games th:nth-child(5) button`)
	if got := column("date"); got[0] != "2029" || got[119] != "2000" {
		t.Errorf("sorted by date and turned: %q", got)
	}
	if got := ask[string](b, `document.querySelector(".games th:nth-child(5)").ariaSort`); got != "descending" {
		t.Errorf("the sorted column says %q", got)
	}
	b.do(chromedp.SendKeys(chromedp.CSS("#games-filter"), "player 3 2017"))
	if got := column("number"); !slices.Equal(got, []string{"18"}) {
		t.Errorf("Player 3 in 2017 has the games %q: want 18, which is 17 = 2*7+3", got)
	}
	b.do(chromedp.Evaluate[chromedp.Void](`document.getElementById("games-filter").value = ""`), chromedp.SendKeys(chromedp.CSS("#games-filter"), "player 6"))
	want := 0
	for i := range games {
		if i%7 == 6 || i%30%10 == 6 { // as a year, 2006 has a 6, too
			want++
		}
	}
	if got := column("number"); len(got) != want {
		t.Errorf("the filter finds %d games with a 6: want %d", len(got), want)
	}

	// From page to page: the index, the second file, back over the seam, the index.
	at := func(game int) {
		b.do(chromedp.WaitVisible(chromedp.CSS(fmt.Sprintf(`#game-view[data-game="%d"]`, game))))
	}
	b.click(`.games a[href="games/0101.html#game-105"]`)
	at(105)
	for game := range 5 {
		b.click("#game-before")
		at(104 - game)
	}
	if got := ask[string](b, `location.pathname.split("/").pop() + location.hash`); got != "0001.html#game-100" {
		t.Errorf("five games before game 105 is %s: want 0001.html#game-100", got)
	}
	b.click("#game-after")
	at(101)
	if got := ask[string](b, `location.pathname.split("/").pop() + location.hash`); got != "0101.html#game-101" {
		t.Errorf("after game 100 comes %s: want 0101.html#game-101", got)
	}
	b.open(dir, "games/0101.html#game-120")
	if last := ask[bool](b, `document.getElementById("game-after").hidden`); !last {
		t.Error("the last game has a next one")
	}
	b.click(`nav [data-index="players"]`)
	b.do(chromedp.WaitVisible(chromedp.CSS("#players-view")))
	if got := column("name"); len(got) != 8 {
		t.Errorf("the players are %q: want 8", got)
	}
	b.sound()
}

// Three players' games by hand: a name leads to the player's games, the cross table has
// the points of each against each, and its filter chooses games.
func TestPlayersAndCrossTable(t *testing.T) {
	b := openTab(t)
	var games []*Game
	for i, g := range []Game{
		{White: "Anna", Black: "Bob", Result: "2-0", Date: "2025", Event: "Club"},
		{White: "Bob", Black: "Anna", Result: "1-1", Date: "2026", Event: "Club"},
		{White: "Chris", Black: "Anna", Result: "2-0", Date: "2026", Event: "Cup"},
		{White: "Bob", Black: "Chris", Result: "*", Date: "2026", Event: "Cup"},
	} {
		g.File, g.Number = fmt.Sprintf("%s.pdn", strings.ToLower(g.Event)), i%2+1
		games = append(games, &g)
	}
	players := playersOf(games)
	players[1].Also, players[1].Alike, players[0].Alike = []string{"BOB"}, []int{0}, []int{1}
	dir := t.TempDir() + "/report"
	w, err := Create(dir, sampleCollection)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if err := w.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(Summary{Players: players, Notes: []string{"Not read whole: cup.pdn"}}); err != nil {
		t.Fatal(err)
	}
	texts := func(selector string) []string {
		return ask[[]string](b, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter(e => e.checkVisibility()).map(e => e.innerText.replace(/\s+/g, " ").trim())`, selector))
	}
	same := func(what string, got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	for _, view := range []string{"", "#players", "#cross"} {
		b.open(dir, "index.html"+view)
		same("notes at "+view, texts(".note"), "Not read whole: cup.pdn")
	}
	b.open(dir, "index.html")
	same("records", texts("td.col-record"), "club.pdn game 1", "club.pdn game 2", "cup.pdn game 1", "cup.pdn game 2")

	b.open(dir, "index.html#players")
	same("names", texts(".players td.col-name"), "Anna perhaps the same as Bob", "Bob also written BOB perhaps the same as Anna", "Chris")
	same("points", texts(".players td.col-points"), "3 of 6 +1 =1 −1", "1 of 4 +0 =1 −1", "2 of 2 +1 =0 −0")
	b.click(`.players tr:nth-child(3) .col-name a`)
	b.do(chromedp.WaitVisible(chromedp.CSS("#games-view")))
	same("Chris's games", texts("td.col-number"), "3", "4")
	same("whose games", texts("#games-heading"), "Games of Chris")
	b.click("#games-all")
	b.do(chromedp.WaitNotVisible(chromedp.CSS("#games-all")))
	same("all games", texts("td.col-number"), "1", "2", "3", "4")

	// Anna has 3 points of 3 games, Chris 2 of 1, Bob 1 of 2.
	b.open(dir, "index.html#cross")
	same("standings", texts(".cross tbody tr"), "1 Anna 3 of 6 3 × 0 2 1", "2 Chris 2 of 2 2 2 × ·", "3 Bob 1 of 4 3 0 1 · ×")
	b.do(chromedp.SendKeys(chromedp.CSS("#cross-filter"), "club 2026"))
	same("one event", texts(".cross tbody tr"), "1 Anna 1 of 2 1 × 1", "2 Bob 1 of 2 1 1 ×")
	b.click(".cross tbody tr:first-child .met a")
	b.do(chromedp.WaitVisible(chromedp.CSS(`#game-view[data-game="2"]`)))
	same("where", texts("#game-where"), "Club · 2026 · club.pdn game 2")
	b.sound()
}

// Where scripts are not allowed the games are there as text, each mark with its move.
func TestWithoutScripts(t *testing.T) {
	b := openTab(t)
	g := sampleGame(t)
	var games []*Game
	for range PageGames + 1 {
		games = append(games, g)
	}
	dir := writeReport(t, sampleCollection, games)
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	visible := func(selector string) string {
		return ask[string](b, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter(e => e.checkVisibility()).map(e => e.innerText).join(" ").replace(/\s+/g, " ")`, selector))
	}
	b.open(dir, "index.html")
	if got := visible("main"); strings.Count(got, g.White+" – "+g.Black) != len(games) || !strings.Contains(got, "Players") {
		t.Errorf("the index shows %.300q", got)
	}
	b.click(`.index li:nth-child(101) a`)
	b.do(chromedp.WaitVisible(chromedp.CSS("#text-101")))
	got := visible("#text-101")
	for i, p := range g.Plies {
		want := p.Text + signsText(p.Marks)
		if i%2 == 0 {
			want = p.Number + " " + want
		}
		at := strings.Index(got, want+" ")
		if at < 0 || p.Reason != "" && !strings.HasPrefix(got[at+len(want)+1:], p.Reason) {
			t.Fatalf("ply %d is not %q with %q in %.300q", i+1, want, p.Reason, got)
		}
		got = got[at+len(want):]
	}
	if got := visible(".board, #games-table"); got != "" {
		t.Errorf("what needs scripts is shown as %q", got)
	}
}

// A phone's page is no wider than the phone, whatever the texts.
func TestPhone(t *testing.T) {
	b := openTab(t)
	g := sampleGame(t)
	long := strings.Repeat("Noordwijkerhout", 8)
	wide := sampleGame(t)
	wide.White, wide.Black, wide.Event, wide.Tags = long, long, long, []Tag{{long, long}}
	wide.Plies[3].Reason, wide.Plies[3].Comment, wide.Plies[3].Proved, wide.Plies[3].Eval = long, long, long, long
	wide.Plies[3].Text, wide.Plies[3].Better = long, []Move{wide.Plies[3].Move}
	wide.Plies[3].Better[0].Text = long
	dir := writeReport(t, Collection{Title: long, Program: long, Dialect: FMJD}, []*Game{g, wide})
	for _, width := range []int64{320, 360, 390} {
		b.do(chromedp.EmulateViewport(width, 780, chromedp.EmulateMobile))
		for _, page := range []string{"index.html", "index.html#players", "index.html#player-1", "index.html#cross", "index.html#game-1-20", "index.html#game-2-4"} {
			b.open(dir, page)
			sizes := ask[[]float64](b, `[document.documentElement.scrollWidth, innerWidth, document.querySelector(".board").getBoundingClientRect().width]`)
			if sizes[0] > float64(width) || sizes[1] != float64(width) {
				t.Errorf("%s at a width of %d is %v wide, the window %v", page, width, sizes[0], sizes[1])
			}
			for _, out := range ask[[]string](b, `[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && !e.closest(".name, .unseen, svg, .cross")
				&& e.getBoundingClientRect().right > innerWidth + 0.5).map(e => e.outerHTML.slice(0, 80))`) {
				t.Errorf("%s at a width of %d: beyond its edge is %s", page, width, out)
			}
			if strings.Contains(page, "game") && sizes[2] != float64(width) {
				t.Errorf("%s at a width of %d: the board is %v wide", page, width, sizes[2])
			}
		}
	}
	// A thumb reaches the buttons while the board is in sight.
	b.open(dir, "index.html#game-1-20")
	for _, id := range []string{"first", "previous", "next", "last", "marked", "turn", "numbers"} {
		box := ask[[]float64](b, fmt.Sprintf(`(b => [b.width, b.height, b.bottom])(document.getElementById(%q).getBoundingClientRect())`, id))
		if box[0] < 36 || box[1] < 44 || box[2] > 780 {
			t.Errorf("button %s is %v by %v and ends at %v of 780", id, box[0], box[1], box[2])
		}
	}
	b.sound()
}

// TestScreenshots takes the pictures that the flag asks for.
func TestScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skip("no -screenshots folder")
	}
	b := openTab(t)
	g := sampleGame(t)
	var games []*Game
	for i, names := range [][2]string{
		{"Anna de Vries", "Ibrahim Coulibaly"}, {"Marta Kowalska", "Jean-Luc Perrin"}, {"Daan Bakker", "Anna de Vries"},
		{"Ibrahim Coulibaly", "Marta Kowalska"}, {"Jean-Luc Perrin", "Daan Bakker"}, {"Anna de Vries", "Marta Kowalska"},
		{"Ousmane Diop", "Lena Fischer"}, {"Lena Fischer", "Daan Bakker"}, {"Jean-Luc Perrin", "Ousmane Diop"},
	} {
		one := g
		if i > 0 {
			one = madeUp(rules.Start(), randomGame(rules.Start(), 60+7*i, uint64(i)), uint64(i))
			one.Event, one.Date, one.Round = "Club championship", fmt.Sprintf("2026.03.%02d", 7+7*(i/3)), fmt.Sprint(1+i/3)
			one.Result = []string{"1-1", "2-0", "0-2"}[i%3]
		}
		one.White, one.Black = names[0], names[1]
		games = append(games, one)
	}
	at := slices.IndexFunc(g.Plies, func(p Ply) bool { return len(p.Better) > 3 && p.Marks[0] == "??" }) + 1
	dir := writeReport(t, sampleCollection, games)
	for _, scheme := range []string{"light", "dark"} {
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}}
		if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media); err != nil {
			t.Fatal(err)
		}
		for device, viewport := range map[string]chromedp.Action[chromedp.Void]{
			"desktop": chromedp.EmulateViewport(1280, 900), "phone": chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateScale(2)),
		} {
			b.do(viewport)
			shot := func(name string, take chromedp.Action[[]byte]) {
				png := run(b, take)
				if err := os.WriteFile(filepath.Join(*screenshots, name+"-"+device+"-"+scheme+".png"), png, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			screen, whole := chromedp.CaptureScreenshot(), chromedp.FullScreenshot(100)
			b.open(dir, fmt.Sprintf("index.html#game-1-%d", at))
			shot("game", screen)
			shot("game-whole", whole)
			b.do(viewport)
			b.click("#numbers")
			b.click("#play")
			b.press(kb.ArrowRight)
			b.press(kb.ArrowRight)
			b.do(chromedp.Evaluate[chromedp.Void]("scrollTo(0, 0)"))
			shot("line", screen)
			b.open(dir, fmt.Sprintf("index.html#game-1-%d", len(g.Plies)-2))
			shot("proved", screen)
			b.open(dir, "index.html")
			shot("games", screen)
			b.open(dir, "index.html#players")
			shot("players", screen)
			b.open(dir, "index.html#cross")
			shot("cross", screen)
		}
	}
}
