// Tables of games and players: a click on a column's head sorts, and again turns
// the order; the filter looks for all its words in a row's texts.

const rowsAtOnce = 200;
const collator = new Intl.Collator(undefined, {numeric: true});

// wordsOf returns the words that somebody types into a filter.
const wordsOf = filter => filter.value.toLowerCase().split(/\s+/).filter(Boolean);

// table fills a container. A column is {head, cell(row), key(row), wide, number};
// texts are what the filter looks in, by row. The function it returns leaves all
// rows out but those given.
function table(name, rows, columns, texts, what) {
  const filter = byId(name + "-filter"), more = byId(name + "-more"), count = byId(name + "-count");
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
    const wanted = wordsOf(filter);
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
  return only => {
    rows = only;
    limit = rowsAtOnce;
    fill();
  };
}

const judgedLoss = figures => figures.moves ? figures.loss.toFixed(3) : "–";
const sumOf = (counts, ...marks) => marks.reduce((sum, mark) => sum + (counts && counts[mark] || 0), 0);

// pair shows a figure of both players.
const pair = (row, of) => make("span", {class: "pair"}, make("span", null, make("span", {class: "disc white", role: "img", "aria-label": "White"}), of(row.figures[0])),
  " ", make("span", null, make("span", {class: "disc black", role: "img", "aria-label": "Black"}), of(row.figures[1])));

// searchable returns the texts of rows that a filter looks in, in small letters.
const searchable = (rows, words) => new Map(rows.map(row => [row, words(row).filter(Boolean).join(" ").toLowerCase()]));

// recordOf says where the record of a game stands.
const recordOf = game => game.file ? [isolated(game.file), game.record ? ` game ${game.record}` : ""] : [];

// showIndex fills the views of the index. The function it returns leaves in the table
// of games those of the player with that number, or all for none.
function showIndex({games, players, notes}) {
  const numbered = (games || []).map((game, i) => ({number: i + 1, ...game}));
  players = (players || []).map((player, i) => ({number: i + 1, ...player}));
  const files = new Set(numbered.map(g => g.file).filter(Boolean)).size > 1;
  const name = (text, other) => isolated(text || other);
  for (const list of document.querySelectorAll(".notes")) list.append(...(notes || []).map(note => make("p", {class: "note"}, isolated(note))));
  const texts = searchable(numbered, g => [g.white, g.black, g.result, g.event, g.round && "round " + g.round, g.date, g.file]);
  const only = table("games", numbered, [
    {name: "number", head: "No.", number: true, key: g => g.number, cell: g => String(g.number)},
    {name: "players", head: "White – Black", key: g => (g.white || "") + " " + (g.black || ""),
      cell: g => make("a", {href: addressOf(g.number)}, name(g.white, "White"), " – ", name(g.black, "Black"))},
    {name: "result", head: "Result", key: g => g.result || "", cell: g => g.result ? isolated(g.result) : ""},
    {name: "event", head: "Event", key: g => (g.event || "") + " " + (g.round || ""),
      cell: g => [g.event && isolated(g.event), g.round && make("span", {class: "soft"}, (g.event ? ", " : "") + "round ", isolated(g.round))]},
    {name: "date", head: "Date", key: g => g.date || "", cell: g => g.date ? isolated(g.date) : ""},
    files && {name: "record", head: "Record", key: g => (g.file || "") + " " + g.record, cell: recordOf},
    {name: "plies", head: "Plies", number: true, key: g => g.plies, cell: g => String(g.plies)},
    {name: "loss", head: "Average loss", number: true, falling: true, key: g => g.figures[0].loss + g.figures[1].loss, cell: g => pair(g, judgedLoss)},
    {name: "marks", head: "Marks", falling: true,
      key: g => 1000 * g.figures.reduce((sum, f) => sum + sumOf(f.marks, "??"), 0) + g.figures.reduce((sum, f) => sum + sumOf(f.marks, "?"), 0),
      cell: g => countSigns(allMarks(g.figures))},
  ].filter(Boolean), texts, n => n === 1 ? "game" : "games");

  table("players", players, [
    {name: "name", head: "Player", key: p => p.name, cell: p => playerCell(p, players)},
    {name: "games", head: "Games", number: true, falling: true, key: p => p.games, cell: p => String(p.games)},
    {name: "points", head: "Points", number: true, falling: true, key: pointsOf,
      cell: p => withResult(p) ? [`${pointsOf(p)} of ${2 * withResult(p)}`, " ", make("span", {class: "soft results"}, `+${p.wins} =${p.draws} −${p.losses}`)] : "–"},
    {name: "loss", head: "Average loss", number: true, key: p => p.moves ? p.loss : 1e9, cell: judgedLoss},
    {name: "accuracy", head: "Accuracy", number: true, falling: true, key: p => p.moves ? p.accuracy : -1, cell: p => p.moves ? p.accuracy.toFixed(1) + " %" : "–"},
    {name: "forced", head: "Only move", number: true, falling: true, key: p => p.forced / Math.max(1, p.forced + p.moves),
      cell: p => p.forced + p.moves ? Math.round(100 * p.forced / (p.forced + p.moves)) + " %" : "–"},
    {name: "marks", head: "Marks", falling: true, key: p => (1000 * sumOf(p.marks, "??") + sumOf(p.marks, "?")) / Math.max(1, p.games), cell: p => countSigns(p.marks)},
    {name: "worst", head: "Worst moves", falling: true, key: p => p.worst ? p.worst[0].loss : -1, cell: p => worst(p, numbered)},
  ], searchable(players, p => [p.name, ...(p.also || [])]), n => n === 1 ? "player" : "players");
  crossTable(numbered, players, texts);

  return number => {
    const player = players[number - 1];
    only(player ? (player.meetings || []).map(([game]) => numbered[game - 1]) : numbered);
    byId("games-heading").replaceChildren("Games", ...(player ? [" of ", isolated(player.name)] : []));
    byId("games-all").hidden = !player;
  };
}

const pointsOf = player => 2 * player.wins + player.draws;
const withResult = player => player.wins + player.draws + player.losses;

// playerLink leads to the games of a player.
const playerLink = player => make("a", {href: "#player-" + player.number}, isolated(player.name));

// playerCell names a player, with the ways the name is written, and those who may be
// the same person.
function playerCell(player, players) {
  const listed = items => items.flatMap((item, i) => i ? [", ", item] : [item]);
  return [
    playerLink(player),
    player.also && make("p", {class: "soft small"}, "also written ", listed(player.also.map(isolated))),
    player.alike && make("p", {class: "soft small"}, "perhaps the same as ", listed(player.alike.map(i => playerLink(players[i])))),
  ];
}

function allMarks(figures) {
  const sum = {};
  for (const {marks} of figures) for (const mark of Object.keys(marks || {})) sum[mark] = (sum[mark] || 0) + marks[mark];
  return sum;
}

// placeOf names a game.
const placeOf = game => game.file ? recordOf(game) : ["game " + game.number];

// worst lists a player's worst moves, each with the way to it.
function worst(player, games) {
  const item = moment => make("li", null,
    make("a", {href: addressOf(moment.game, moment.ply)}, isolated(moment.text), markSigns(moment.marks), make("span", {class: "unseen"}, " in ", placeOf(games[moment.game - 1]))),
    make("span", {class: "soft"}, ` −${moment.loss.toFixed(2)}`, moment.best ? [", ", isolated(moment.best), " was better"] : ""));
  const list = (player.worst || []).map(item);
  return [
    list.length ? make("ol", {class: "worst"}, list.slice(0, 1)) : null,
    list.length > 1 ? make("details", null, make("summary", null, `${list.length - 1} more`), make("ol", {class: "worst", start: 2}, list.slice(1))) : null,
    player.clock ? make("p", {class: "soft small"}, isolated(player.clock)) : null,
  ];
}
