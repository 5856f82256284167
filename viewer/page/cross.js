// The cross table: the points of each player against each other one, with the ways to
// the games. The filter chooses games, and the table has those who played them.

const crossed = 30; // players at most

function crossTable(games, players, texts) {
  const filter = byId("cross-filter"), count = byId("cross-count");
  // standings returns who played the games, best first.
  const standings = found => players.map(player => {
    const against = new Map();
    let points = 0, decided = 0, played = 0;
    for (const [game, other, gained] of player.meetings || []) {
      if (!found.has(games[game - 1])) continue;
      played++;
      if (gained >= 0) [points, decided] = [points + gained, decided + 1];
      if (other >= 0 && other !== player.number - 1) against.set(other, [...(against.get(other) || []), [game, gained]]);
    }
    return {player, against, points, decided, played};
  }).filter(row => row.against.size);

  function fill() {
    const wanted = wordsOf(filter);
    const all = standings(new Set(games.filter(game => wanted.every(word => texts.get(game).includes(word)))));
    const rows = all.sort((a, b) => b.decided - a.decided).slice(0, crossed).sort((a, b) => b.points - a.points || a.decided - b.decided);
    count.textContent = all.length > rows.length ? `The ${rows.length} of ${all.length} players with the most games that have a result`
      : `${all.length} ${all.length === 1 ? "player" : "players"}`;
    const cell = (row, other) => {
      if (row === other) return make("td", {class: "self"}, make("span", {"aria-hidden": "true"}, "×"));
      const met = row.against.get(other.player.number - 1) || [];
      return make("td", {class: "met"}, met.flatMap(([game, points], i) => [i ? " " : "", make("a", {
        href: addressOf(game), "aria-label": `${points < 0 ? "·" : points}: ${row.player.name} against ${other.player.name}, game ${game}`,
      }, points < 0 ? "·" : String(points))]));
    };
    byId("cross-table").replaceChildren(rows.length ? make("table", {class: "list cross", "aria-labelledby": "cross-heading"},
      make("thead", null, make("tr", null, make("td"), make("th", {scope: "col"}, "Player"),
        make("th", {scope: "col"}, "Points"), make("th", {scope: "col"}, "Games"),
        rows.map((row, i) => make("th", {scope: "col", title: row.player.name}, String(i + 1))))),
      make("tbody", null, rows.map((row, i) => make("tr", null,
        make("td", {class: "soft"}, String(i + 1)), make("th", {scope: "row"}, playerLink(row.player)),
        make("td", {class: "sum"}, row.decided ? `${row.points} of ${2 * row.decided}` : "–"), make("td", null, String(row.played)),
        rows.map(other => cell(row, other))))))
      : make("p", {class: "soft"}, "No two players whose names are known have met."));
  }
  filter.addEventListener("input", fill);
  fill();
}
