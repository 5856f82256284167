// A position is {white, squares}: whether White is to move, and for each square,
// from 1, "w" or "b" for a man, "W" or "B" for a king, "" for nothing.

function readFEN(text) {
  const [turn, ...sides] = text.split(":");
  const squares = new Array(51).fill("");
  for (const side of sides) {
    for (const piece of side.slice(1).split(",").filter(Boolean)) {
      const king = piece[0] === "K";
      squares[Number(king ? piece.slice(1) : piece)] = king ? side[0] : side[0].toLowerCase();
    }
  }
  return {white: turn === "W", squares};
}

const squaresOf = (position, piece) => position.squares.flatMap((p, s) => p === piece ? [s] : []);

function writeFEN(position) {
  const side = color => color + [...squaresOf(position, color.toLowerCase()), ...squaresOf(position, color).map(s => "K" + s)].join(",");
  return (position.white ? "W" : "B") + ":" + side("W") + ":" + side("B");
}

// playMove returns the position after a move.
function playMove(position, move) {
  const squares = [...position.squares];
  let piece = squares[move.from];
  squares[move.from] = "";
  for (const s of move.captured || []) squares[s] = "";
  if (piece === "w" && move.to <= 5 || piece === "b" && move.to >= 46) piece = piece.toUpperCase();
  squares[move.to] = piece;
  return {white: !position.white, squares};
}

// positionInWords reads a position out.
function positionInWords(position) {
  const side = (name, color) => {
    const men = squaresOf(position, color.toLowerCase()), kings = squaresOf(position, color);
    const parts = [];
    if (men.length) parts.push((men.length === 1 ? "a man on " : men.length + " men on ") + men.join(", "));
    if (kings.length) parts.push((kings.length === 1 ? "a king on " : kings.length + " kings on ") + kings.join(", "));
    return name + ": " + (parts.join("; ") || "nothing") + ".";
  };
  return side("White", "W") + " " + side("Black", "B") + (position.white ? " White" : " Black") + " to move.";
}

// strengthInWords counts the pieces only.
function strengthInWords(position) {
  const count = color => position.squares.filter(p => p.toUpperCase() === color).length;
  return count("W") + " against " + count("B");
}
