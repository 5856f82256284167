// Tables of games and players: a click on a column's head sorts, and again turns
// the order; the filter looks for all its words in a row's texts.

const rowsAtOnce = 200;
const collator = new Intl.Collator(undefined, {numeric: true});

// table fills a container. A column is {head, cell(row), key(row), wide, number};
// words(row) are the texts the filter looks in.
function table(name, rows, columns, words, what) {
  const filter = byId(name + "-filter"), more = byId(name + "-more"), count = byId(name + "-count");
  const texts = new Map(rows.map(row => [row, words(row).filter(Boolean).join(" ").toLowerCase()]));
  let sorted = 0, falling = false, limit = rowsAtOnce;
  const body = make("tbody", {role: "rowgroup"});
  const heads = columns.map((column, i) => make("th", {scope: "col", role: "columnheader", class: column.number ? "figure" : null},
    make("button", {type: "button", class: "sort", click: () => {
      falling = sorted === i ? !falling : !!column.falling;
      sorted = i;
      limit = rowsAtOnce;
      fill();
    }}, column.head)));
  function fill() {
    const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows.filter(row => wanted.every(word => texts.get(row).includes(word)));
    const {key} = columns[sorted];
    const order = (a, b) => {
      const x = key(a), y = key(b);
      return typeof x === "number" ? x - y : collator.compare(x, y);
    };
    found.sort((a, b) => falling ? order(b, a) : order(a, b));
    body.replaceChildren(...found.slice(0, limit).map(row => make("tr", {role: "row"}, columns.map(column =>
      make("td", {role: "cell", class: "col-" + column.name + (column.number ? " figure" : ""), "data-head": column.head}, column.cell(row))))));
    heads.forEach((head, i) => head.setAttribute("aria-sort", i !== sorted ? "none" : falling ? "descending" : "ascending"));
    more.hidden = found.length <= limit;
    count.textContent = found.length === rows.length ? `${rows.length} ${what(rows.length)}` : `${found.length} of ${rows.length} ${what(rows.length)}`;
  }
  filter.addEventListener("input", () => { limit = rowsAtOnce; fill(); });
  more.addEventListener("click", () => { limit += rowsAtOnce; fill(); });
  byId(name + "-table").replaceChildren(make("table", {class: "list " + name, role: "table", "aria-labelledby": name + "-heading"},
    make("thead", {role: "rowgroup"}, make("tr", {role: "row"}, heads)), body));
  fill();
}

const judgedLoss = figures => figures.moves ? (figures.loss / 1000).toFixed(3) : "–";
const sumOf = (counts, ...marks) => marks.reduce((sum, mark) => sum + (counts && counts[mark] || 0), 0);

// pair shows a figure of both players.
const pair = (row, of) => make("span", {class: "pair"}, make("span", null, make("span", {class: "disc white", role: "img", "aria-label": "White"}), of(row.figures[0])),
  " ", make("span", null, make("span", {class: "disc black", role: "img", "aria-label": "Black"}), of(row.figures[1])));

function showIndex({games, players}) {
  const numbered = (games || []).map((game, i) => ({number: i + 1, ...game}));
  const name = (text, other) => isolated(text || other);
  table("games", numbered, [
    {name: "number", head: "No.", number: true, key: g => g.number, cell: g => String(g.number)},
    {name: "players", head: "White – Black", key: g => (g.white || "") + " " + (g.black || ""),
      cell: g => make("a", {href: addressOf(g.number)}, name(g.white, "White"), " – ", name(g.black, "Black"))},
    {name: "result", head: "Result", key: g => g.result || "", cell: g => g.result ? isolated(g.result) : ""},
    {name: "event", head: "Event", key: g => (g.event || "") + " " + (g.round || ""),
      cell: g => [g.event && isolated(g.event), g.round && make("span", {class: "soft"}, (g.event ? ", " : "") + "round ", isolated(g.round))]},
    {name: "date", head: "Date", key: g => g.date || "", cell: g => g.date ? isolated(g.date) : ""},
    {name: "plies", head: "Plies", number: true, key: g => g.plies, cell: g => String(g.plies)},
    {name: "loss", head: "Average loss", number: true, falling: true, key: g => g.figures[0].loss + g.figures[1].loss, cell: g => pair(g, judgedLoss)},
    {name: "marks", head: "Marks", falling: true,
      key: g => 1000 * g.figures.reduce((sum, f) => sum + sumOf(f.marks, "??"), 0) + g.figures.reduce((sum, f) => sum + sumOf(f.marks, "?"), 0),
      cell: g => countSigns(allMarks(g.figures))},
  ], g => [g.white, g.black, g.result, g.event, g.round && "round " + g.round, g.date], n => n === 1 ? "game" : "games");

  table("players", players || [], [
    {name: "name", head: "Player", key: p => p.name, cell: p => isolated(p.name)},
    {name: "games", head: "Games", number: true, falling: true, key: p => p.games, cell: p => String(p.games)},
    {name: "loss", head: "Average loss", number: true, key: p => p.moves ? p.loss : 1e9, cell: judgedLoss},
    {name: "accuracy", head: "Accuracy", number: true, falling: true, key: p => p.moves ? p.accuracy : -1, cell: p => p.moves ? p.accuracy.toFixed(1) + " %" : "–"},
    {name: "forced", head: "Only move", number: true, falling: true, key: p => p.forced / Math.max(1, p.forced + p.moves),
      cell: p => p.forced + p.moves ? Math.round(100 * p.forced / (p.forced + p.moves)) + " %" : "–"},
    {name: "marks", head: "Marks", falling: true, key: p => (1000 * sumOf(p.marks, "??") + sumOf(p.marks, "?")) / Math.max(1, p.games), cell: p => countSigns(p.marks)},
    {name: "worst", head: "Worst moves", falling: true, key: p => p.worst ? p.worst[0].loss : -1, cell: worst},
  ], p => [p.name], n => n === 1 ? "player" : "players");
}

function allMarks(figures) {
  const sum = {};
  for (const {marks} of figures) for (const mark of Object.keys(marks || {})) sum[mark] = (sum[mark] || 0) + marks[mark];
  return sum;
}

// worst lists a player's worst moves, each with the way to it.
function worst(player) {
  const item = moment => make("li", null,
    make("a", {href: addressOf(moment.game, moment.ply)}, isolated(moment.text), markSigns(moment.marks), make("span", {class: "unseen"}, ` in game ${moment.game}`)),
    make("span", {class: "soft"}, ` −${points(moment.loss)}`, moment.best ? [", ", isolated(moment.best), " was better"] : ""));
  const list = (player.worst || []).map(item);
  return [
    list.length ? make("ol", {class: "worst"}, list.slice(0, 1)) : null,
    list.length > 1 ? make("details", null, make("summary", null, `${list.length - 1} more`), make("ol", {class: "worst", start: 2}, list.slice(1))) : null,
    player.clock ? make("p", {class: "soft small"}, isolated(player.clock)) : null,
  ];
}
