// The marks as players write them, with their meanings and the kinds by which
// they are coloured.

const chessDialect = place.dialect === "chess";

const strengths = [
  ["!!", "very good move", "good"],
  ["!", "good move", "good"],
  chessDialect ? ["!?", "interesting move", "good"] : ["?!", "looks bad, but is good", "good"],
  ["*", "only move: every other one loses", "only"],
  chessDialect ? ["?!", "inaccuracy", "slip"] : ["!?", "looks good, but is bad", "slip"],
  ["?", "bad move", "bad"],
  ["??", "blunder", "bad"],
];

const verdicts = [
  ["+", "the game is won"],
  ["=", "the game is drawn"],
  ["+1, +2 …", "pieces gained at the end of a shot or exchange"],
  ["−1, −2 …", "pieces lost at the end of a shot or exchange"],
  ["a.l.", "ad libitum: the capture may take any of several routes"],
];

const kindOf = mark => (strengths.find(s => s[0] === mark) || [])[2] || "verdict";

function meaningOf(mark) {
  const known = [...strengths, ...verdicts].find(m => m[0] === mark);
  if (known) return known[1];
  const gain = /^([+-])(\d+)$/.exec(mark);
  return gain ? (gain[1] === "+" ? "gains " : "loses ") + gain[2] + (gain[2] === "1" ? " piece" : " pieces") : "";
}

// printed is a mark with a true minus sign.
const printed = mark => mark.replace(/^-(?=\d)/, "−");

// markSigns returns the marks of a move as elements.
const markSigns = marks => (marks || []).map(mark =>
  make("span", {class: "mark " + kindOf(mark), title: meaningOf(mark)},
    /^[!?*]/.test(mark) ? "" : "\u00a0", printed(mark)));

// spokenMarks says what the marks mean.
const spokenMarks = marks => (marks || []).map(mark => meaningOf(mark) || mark).join(", ");

// strengthOf returns the mark that says how good a move is, or undefined.
const strengthOf = ply => (ply.marks || []).find(mark => strengths.some(s => s[0] === mark));

// countSigns shows how often each mark was given, worst first.
function countSigns(counts) {
  const signs = [...strengths].reverse().filter(s => counts && counts[s[0]]).map(s =>
    make("span", {class: "count", title: s[1]}, make("span", {class: "mark " + s[2]}, s[0]), "\u2009" + counts[s[0]]));
  return signs.flatMap((sign, i) => i ? [" ", sign] : [sign]);
}

byId("legend").append(...[...strengths, ...verdicts].flatMap(([mark, meaning, kind]) =>
  [make("dt", null, make("span", {class: "mark " + (kind || "verdict")}, mark)), make("dd", null, meaning)]));
