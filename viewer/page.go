package viewer

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"html/template"
	"io"
	"strings"

	"drafthorse/rules"
)

//go:embed page
var files embed.FS

var (
	pages  = template.Must(template.ParseFS(files, "page/page.html"))
	style  = asset("style.css")
	script = asset("elements.js") + asset("marks.js") + asset("position.js") + asset("board.js") +
		asset("graph.js") + asset("moves.js") + asset("game.js") + asset("tables.js") + asset("cross.js") + asset("start.js")
)

// asset returns a file of the page with the ends of lines that a browser hashes.
func asset(name string) string {
	text, err := files.ReadFile("page/" + name)
	if err != nil {
		panic("BUG: " + err.Error()) // the file is part of the program
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// policy allows the page's own style and script by their hashes, and nothing else.
var policy = "default-src 'none'; base-uri 'none'; form-action 'none'; style-src " + hash(style) + "; script-src " + hash(script)

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// A page is its head, the games' islands and its tail, written one after the other.

func writeHead(w io.Writer, c Collection) error {
	return pages.ExecuteTemplate(w, "head", struct {
		Collection
		Policy string
		Style  template.CSS
	}{c, policy, template.CSS(style)})
}

func writeGame(w io.Writer, number int, g *Game) error {
	whole := *g
	if whole.Start == "" {
		whole.Start = rules.Start().FEN()
	}
	return pages.ExecuteTemplate(w, "game", struct {
		Number       int
		Game         Game
		White, Black string
		Where        string
		Start        string // if it is another than usual
		Moves        []bareMove
	}{number, whole, cmp.Or(g.White, "White"), cmp.Or(g.Black, "Black"), whereOf(g), g.Start, bareMoves(g)})
}

// place says where a page stands among the others.
type place struct {
	Home    string  `json:"home"`  // address of the index from here, "" if it is in this page
	First   int     `json:"first"` // number of the page's first game
	Last    int     `json:"last"`
	More    bool    `json:"more"` // a page of games follows
	PerPage int     `json:"perPage"`
	Dialect Dialect `json:"dialect"`
	Index   *index  `json:"index,omitempty"`
}

type index struct {
	Games   []row    `json:"games"`
	Players []Player `json:"players"`
	Notes   []string `json:"notes,omitempty"`
}

func writeTail(w io.Writer, c Collection, p place) error {
	p.PerPage, p.Dialect = PageGames, c.Dialect
	return pages.ExecuteTemplate(w, "tail", struct {
		Program string
		Place   place
		Bare    *bareIndex
		Script  template.JS
	}{c.Program, p, bareIndexOf(p), template.JS(script)})
}
