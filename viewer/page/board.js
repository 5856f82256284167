// The board is a drawing of 100 by 100.

// centre returns where a square's middle is drawn.
function centre(square, turned) {
  const row = Math.floor((square - 1) / 5);
  const x = 20 * ((square - 1) % 5) + (row % 2 ? 5 : 15), y = 10 * row + 5;
  return turned ? [100 - x, 100 - y] : [x, y];
}

const crown = "M-2.3 1.5L-2.7 -1.3L-1.2 -.1L0 -2.1L1.2 -.1L2.7 -1.3L2.3 1.5z";

function drawPiece(piece, extra) {
  const side = piece.toLowerCase() === "w" ? "white" : "black";
  return draw("g", {class: "piece " + side + (extra ? " " + extra : "")},
    draw("circle", {class: "rim", r: 4.15, cy: .45}),
    draw("circle", {class: "top", r: 4.15, cy: -.15}),
    piece === piece.toUpperCase() ? draw("path", {class: "crown", d: crown})
      : draw("circle", {class: "ring", r: 2.7, cy: -.15}));
}

// routeOf returns the squares at which a move stops, its ends included.
const routeOf = move => [move.from, ...(move.landings || []), move.to];

// drawBoard draws a position and the move that led to it, which may be null, from
// the position before. With glide the piece that moved travels there.
function drawBoard(svg, {position, move, before, turned, glide, description}) {
  const at = square => centre(square, turned);
  const cells = draw("g");
  for (let s = 1; s <= 50; s++) {
    const [x, y] = at(s);
    const role = !move ? "" : s === move.from ? " from" : s === move.to ? " to" : "";
    cells.append(draw("rect", {class: "square" + role, x: x - 5, y: y - 5, width: 10, height: 10}),
      draw("text", {class: "number", x: x - 4.5, y: y - 2.5}, String(s)));
  }
  const pieces = draw("g");
  let moved = null;
  position.squares.forEach((piece, square) => {
    if (!piece) return;
    const [x, y] = at(square), element = drawPiece(piece);
    element.setAttribute("transform", `translate(${x} ${y})`);
    pieces.append(element);
    if (move && square === move.to) moved = element;
  });
  const trail = draw("g");
  if (move) {
    for (const square of move.captured || []) {
      const [x, y] = at(square);
      trail.append(draw("g", {transform: `translate(${x} ${y})`}, drawPiece(before.squares[square], "taken"),
        draw("path", {class: "cross", d: "M-2 -2L2 2M2 -2L-2 2"})));
    }
    const route = routeOf(move).map(at);
    if ((move.captured || []).length > 1 || route.length > 2) {
      trail.append(draw("polyline", {class: "route", points: route.map(p => p.join(" ")).join(" ")}),
        ...route.slice(1, -1).map(([x, y]) => draw("circle", {class: "stop", cx: x, cy: y, r: .9})));
    }
  }
  svg.replaceChildren(draw("rect", {class: "light", width: 100, height: 100}), cells, trail, pieces);
  svg.setAttribute("data-fen", writeFEN(position));
  svg.setAttribute("aria-label", description);
  if (glide && moved && !still.matches) {
    pieces.append(moved);
    const stops = routeOf(move).map(at).map(([x, y]) => ({transform: `translate(${x}px, ${y}px)`}));
    moved.animate(stops, {duration: 130 + 50 * (stops.length - 2), easing: "ease-out"});
  }
}
