// numbered returns a move's number and a space, or nothing where it has none.
const numbered = move => move.number ? move.number + " " : "";

// A move of Black's is numbered as "12…".
const isWhites = move => !(move.number || "").endsWith("…");

// listMoves writes the moves as books do: two to a row, what is said of one below
// it. choose is called with a ply, from 1.
function listMoves(container, game, choose) {
  const list = make("div", {class: "score"});
  let row = null;
  const begin = ply => {
    row = make("div", {class: "row"}, make("span", {class: "number"}, (ply.number || "").replace("…", ".")));
    if (!isWhites(ply)) row.append(make("span", {class: "gap"}, ""));
    list.append(row);
  };
  if (game.comment) list.append(make("p", {class: "comment"}, isolated(game.comment)));
  game.plies.forEach((ply, index) => {
    if (ply.setup) {
      row = null;
      list.append(make("p", {class: "comment"}, "The record goes on from another position."));
    }
    if (!row || isWhites(ply)) begin(ply);
    row.append(make("button", {type: "button", class: "move", "data-ply": index + 1, click: () => choose(index + 1)},
      isolated(ply.text), markSigns(ply.marks),
      ply.marks && make("span", {class: "unseen"}, ", " + spokenMarks(ply.marks))));
    const said = remarks(ply, game.plies[index - 1]);
    if (said.length) {
      list.append(make("div", {class: "remarks"}, said));
      row = null;
    }
  });
  if (game.result) list.append(make("p", {class: "end"}, isolated(game.result)));
  if (!game.plies.length) list.append(make("p", {class: "soft"}, "The record has no moves."));
  container.replaceChildren(list);
}

// remarks returns what is said of a ply. That something is proved is news where it
// was not before, or where a marked move has changed it.
function remarks(ply, before) {
  const news = ply.proved && (!before || !before.proved || strengthOf(ply));
  return [
    ply.reason && make("p", {class: "reason"}, isolated(ply.reason)),
    news && make("p", null, provedBadge(ply.proved)),
    ply.comment && make("p", {class: "comment"}, isolated(ply.comment)),
  ].filter(Boolean);
}

const provedBadge = text => make("span", {class: "proved"}, make("b", null, "proved"), " ", isolated(text));

// showCurrent marks the current move in the list and keeps it in sight there.
function showCurrent(container, at) {
  for (const old of container.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  const current = container.querySelector(`[data-ply="${at}"]`);
  if (!current) {
    container.scrollTop = 0;
    return;
  }
  current.setAttribute("aria-current", "true");
  const box = container.getBoundingClientRect(), move = current.getBoundingClientRect();
  if (move.top < box.top + 30) container.scrollTop += move.top - box.top - 30;
  if (move.bottom > box.bottom - 60) container.scrollTop += move.bottom - box.bottom + 60;
}
