// shown is the game on the screen:
//   number, game, plies
//   positions[i] after i plies; befores[i] that ply i+1 is played in
//   at           plies played
//   line         null, or the better line being played:
//                {ply (from 1, of the game), moves, positions, at}
let shown = null;
let turned = false;

const percent = thousandths => thousandths > 0 && thousandths < 10 ? "<1 %" : Math.round(thousandths / 10) + " %";

function openGame(number, at) {
  if (!shown || shown.number !== number) {
    const game = island("island-" + number);
    game.plies = game.plies || [];
    const plies = game.plies;
    const positions = [readFEN(game.start)], befores = [];
    for (const ply of plies) {
      const before = ply.setup ? readFEN(ply.setup) : positions[positions.length - 1];
      befores.push(before);
      positions.push(playMove(before, ply));
    }
    shown = {number, game, plies, positions, befores, at: 0, line: null};
    showGame();
  }
  document.title = nameOf(shown.game, true) + " – " + nameOf(shown.game, false);
  goTo(at);
}

const nameOf = (game, white) => white ? game.white || "White" : game.black || "Black";

// showGame shows what does not change from move to move.
function showGame() {
  const {number, game, plies} = shown;
  const white = nameOf(game, true), black = nameOf(game, false);
  byId("game-heading").replaceChildren(isolated(white), " – ", isolated(black),
    game.result ? make("span", {class: "result"}, isolated(game.result)) : "");
  const where = [game.event, game.site, game.date, game.round && "round " + game.round].filter(Boolean).map(text => [isolated(text)]);
  if (game.file) where.push(recordOf(game));
  byId("game-where").replaceChildren(...where.flatMap((texts, i) => i ? [" · ", ...texts] : texts));
  link("game-before", number > 1 && number - 1);
  link("game-after", (number < place.last || place.more) && number + 1);
  byId("game-note").hidden = !game.note;
  byId("game-note").replaceChildren(isolated(game.note || ""));
  drawGraph(byId("graph"), plies);
  byId("sure").hidden = !plies.some(ply => ply.proved);
  listMoves(byId("moves"), game, goTo);
  byId("marked").disabled = !plies.some(strengthOf);
  byId("figures").replaceChildren(figuresTable(game.figures, white, black));
  byId("tags-section").hidden = !game.tags;
  byId("tags").replaceChildren(...(game.tags || []).flatMap(tag =>
    [make("dt", null, isolated(tag.name)), make("dd", null, isolated(tag.value))]));
}

function link(id, number) {
  byId(id).hidden = !number;
  if (number) byId(id).href = addressOf(number);
}

function figuresTable([white, black], whiteName, blackName) {
  const row = (name, of) => make("tr", null, make("th", {scope: "row"}, name), make("td", null, of(white)), make("td", null, of(black)));
  const judged = figures => figures.moves > 0;
  return make("table", {class: "figures"},
    make("thead", null, make("tr", null, make("td"), make("th", {scope: "col"}, isolated(whiteName)), make("th", {scope: "col"}, isolated(blackName)))),
    make("tbody", null,
      row("Accuracy", f => judged(f) ? f.accuracy.toFixed(1) + " %" : "–"),
      row("Average loss", f => judged(f) ? f.loss.toFixed(3) : "–"),
      row("Moves with a choice", f => String(f.moves)),
      row("Only legal move", f => String(f.forced)),
      row("Marks", f => { const signs = countSigns(f.marks); return signs.length ? signs : "–"; }),
      (white.clock || black.clock) && row("Clock", f => isolated(f.clock || "–"))));
}

// goTo shows the position after so many plies of the game.
function goTo(at, glide) {
  shown.line = null;
  shown.at = Math.min(Math.max(0, at), shown.plies.length);
  show(glide);
}

// playLine shows the better line of a ply, after so many of its moves.
function playLine(ply, at, glide) {
  const moves = shown.plies[ply - 1].better;
  const positions = [shown.befores[ply - 1]];
  for (const move of moves) positions.push(playMove(positions[positions.length - 1], move));
  shown.line = {ply, moves, positions, at: Math.min(Math.max(0, at), moves.length)};
  shown.at = ply;
  show(glide);
}

// step goes on or back, in the game or in the line; back from a line's first move
// leads to the game.
function step(by) {
  const {line} = shown;
  if (!line) goTo(shown.at + by, by === 1);
  else if (line.at + by < 1) goTo(line.ply);
  else if (line.at + by <= line.moves.length) playLine(line.ply, line.at + by, by === 1);
}

function toEnd() {
  const {line} = shown;
  if (line) playLine(line.ply, line.moves.length);
  else goTo(shown.plies.length);
}

function toStart() {
  const {line} = shown;
  if (line) playLine(line.ply, 1);
  else goTo(0);
}

function toMark() {
  const next = shown.plies.findIndex((ply, i) => i >= shown.at && strengthOf(ply));
  goTo((next >= 0 ? next : shown.plies.findIndex(strengthOf)) + 1);
}

// show shows the current position.
function show(glide) {
  const {plies, line, at} = shown;
  const ply = at ? plies[at - 1] : null;
  const position = line ? line.positions[line.at] : shown.positions[at];
  const move = line ? line.moves[line.at - 1] || null : ply;
  const before = line ? line.positions[line.at - 1] : shown.befores[at - 1];
  const words = positionInWords(position);
  drawBoard(byId("board"), {position, move, before, turned, glide, description: "Board. " + words});
  byId("game-view").dataset.game = shown.number;
  byId("game-view").dataset.ply = at;
  byId("game-view").classList.toggle("in-line", !!line);
  byId("back").hidden = !line;
  byId("position").textContent = words;
  byId("fen").textContent = writeFEN(position);
  plates(position);

  const name = ply ? numbered(ply) + ply.text : "Start position";
  if (line) {
    byId("strip").replaceChildren(make("span", {class: "soft"}, `Better line, ${line.at} of ${line.moves.length}: `), isolated(move.text));
  } else {
    byId("strip").replaceChildren(ply ? make("span", null, numbered(ply), isolated(ply.text), markSigns(ply.marks)) : name,
      make("span", {class: "soft"}, ` ${at} of ${plies.length} plies`));
  }
  byId("first").disabled = byId("previous").disabled = !line && at === 0;
  byId("next").disabled = byId("last").disabled = line ? line.at === line.moves.length : at === plies.length;
  byId("now").replaceChildren(...(ply ? nowMove(ply) : nowStart()));
  byId("said").textContent = said(ply, position);
  moveCursor(byId("graph"), plies, at, name + (ply && ply.marks ? ", " + spokenMarks(ply.marks) : ""));
  showCurrent(byId("moves"), at);
  rememberAddress();
}

// plates names the players above and below the board, and who is to move.
function plates(position) {
  const pieces = white => position.squares.filter(p => p && (p.toLowerCase() === "w") === white).length;
  const plate = white => [
    make("span", {class: "disc " + (white ? "white" : "black")}),
    make("span", {class: "name"}, isolated(nameOf(shown.game, white))),
    make("span", {class: "pieces soft"}, pieces(white) + (pieces(white) === 1 ? " piece" : " pieces")),
    position.white === white && make("span", {class: "turn"}, "to move"),
  ].filter(Boolean);
  byId("plate-top").replaceChildren(...plate(turned));
  byId("plate-bottom").replaceChildren(...plate(!turned));
}

function said(ply, position) {
  const {line, at} = shown;
  if (line) return `Better line, move ${line.at} of ${line.moves.length}: ${line.moves[line.at - 1].text}. ${strengthInWords(position)} pieces.`;
  if (!ply) return `Start position. ${strengthInWords(position)} pieces. ${position.white ? "White" : "Black"} to move.`;
  return [
    `${isWhites(ply) ? "White" : "Black"}, move ${(ply.number || "").replace(/\D/g, "")}: ${ply.text}`,
    spokenMarks(ply.marks), ply.reason, ply.proved && "proved: " + ply.proved, ply.comment,
    strengthInWords(position) + " pieces",
  ].filter(Boolean).join(". ") + ".";
}

function nowStart() {
  const {game, plies} = shown;
  return [
    make("h2", null, "Start position"),
    chancesBar(chancesAt(plies, 0)),
    game.comment ? make("p", {class: "comment"}, isolated(game.comment)) : "",
    plies.length ? make("p", {class: "soft"}, "Step with the arrow keys, the buttons, or a click on the right or left half of the board.") : "",
  ].filter(Boolean);
}

// nowMove says all there is about a ply.
function nowMove(ply) {
  const {line, at} = shown;
  return [
    make("h2", null, make("span", {class: "soft"}, numbered(ply)), isolated(ply.text), markSigns(ply.marks)),
    ply.marks && make("p", {class: "meaning soft"}, spokenMarks(ply.marks)),
    ply.reason && make("p", {class: "reason"}, isolated(ply.reason)),
    ply.proved ? make("p", null, provedBadge(ply.proved)) : null,
    chancesBar(ply.after, ply.eval),
    ply.better && betterLine(ply.better, at, line),
    !ply.better && ply.best && ply.best !== ply.text && make("p", null, "Best: ", isolated(ply.best)),
    ply.comment && make("p", {class: "comment"}, isolated(ply.comment)),
    ply.clock && make("p", {class: "soft small"}, "Left on the clock: ", isolated(ply.clock)),
  ].filter(Boolean);
}

// betterLine shows a line whose moves are buttons.
function betterLine(moves, ply, line) {
  return make("div", {class: "better"}, make("h3", null, "Better"),
    make("p", {class: "line"}, moves.map((move, i) => make("span", null,
      (i === 0 || isWhites(move)) && make("span", {class: "number"}, move.number || ""),
      make("button", {
        type: "button", class: "move", "data-line": i + 1, "aria-current": line && line.at === i + 1 && "true",
        click: () => refocus(`#now [data-line="${i + 1}"]`, () => playLine(ply, i + 1, true)),
      }, isolated(move.text))))),
    line ? make("button", {type: "button", class: "plain", id: "leave", click: () => refocus("#play", () => goTo(ply))}, "Back to the game")
      : make("button", {type: "button", class: "plain", id: "play", click: () => refocus("#leave", () => playLine(ply, 1, true))}, "Play this line"));
}

// refocus changes what is shown and then focuses what took the clicked button's place.
function refocus(selector, change) {
  change();
  const button = document.querySelector(selector);
  if (button) button.focus({preventScroll: true});
}

function chancesBar(chances, evaluation) {
  if (!chances) return evaluation ? make("p", {class: "chances"}, isolated(evaluation)) : "";
  const parts = ["white", "draw", "black"].map((name, i) => {
    const part = make("i", {class: name});
    part.style.flexGrow = chances[i];
    return part;
  });
  return make("div", {class: "chances"}, make("div", {class: "bar", "aria-hidden": "true"}, parts),
    make("p", null, `White wins ${percent(chances[0])}, draw ${percent(chances[1])}, Black wins ${percent(chances[2])}`,
      evaluation ? make("span", {class: "soft eval"}, isolated(evaluation)) : ""));
}

// rememberAddress puts the place into the address once the stepping rests, for some
// browsers refuse to change it often; not if another place is asked for by then.
let remembering = 0;
function rememberAddress() {
  clearTimeout(remembering);
  const asked = location.hash;
  remembering = setTimeout(() => {
    if (location.hash === asked) history.replaceState(null, "", "#game-" + shown.number + (shown.at ? "-" + shown.at : ""));
  }, 300);
}

byId("first").addEventListener("click", toStart);
byId("previous").addEventListener("click", () => step(-1));
byId("next").addEventListener("click", () => step(1));
byId("last").addEventListener("click", toEnd);
byId("marked").addEventListener("click", toMark);
byId("back").addEventListener("click", () => refocus("#next", () => goTo(shown.line.ply)));
byId("turn").addEventListener("click", () => {
  turned = !turned;
  byId("turn").setAttribute("aria-pressed", turned);
  show();
});
byId("numbers").addEventListener("click", () => {
  byId("numbers").setAttribute("aria-pressed", byId("board").classList.toggle("numbered"));
});
byId("board").addEventListener("click", event => {
  const box = byId("board").getBoundingClientRect();
  step(event.clientX < box.left + box.width / 2 ? -1 : 1);
});

const graph = byId("graph");
const followPointer = event => goTo(plyUnder(graph, shown.plies, event));
graph.addEventListener("pointerdown", event => {
  graph.setPointerCapture(event.pointerId);
  followPointer(event);
});
graph.addEventListener("pointermove", event => {
  if (graph.hasPointerCapture(event.pointerId)) followPointer(event);
});

const keys = {ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: toStart, End: toEnd,
  Escape: () => { if (shown.line) goTo(shown.line.ply); }};
document.addEventListener("keydown", event => {
  if (byId("game-view").hidden || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  if (!Object.hasOwn(keys, event.key)) return;
  keys[event.key]();
  event.preventDefault();
});
