// The graph stacks the chances of the positions of a game, White's win from below.
// Its drawing is as wide as the game has plies; marks and cursor stand on it in
// percent of its size.

// chancesAt returns the chances of the position after so many plies, in
// thousandths, or undefined.
function chancesAt(plies, at) {
  return at ? plies[at - 1].after || (plies[at] && plies[at].before) : plies.length ? plies[0].before : undefined;
}

// expected returns White's points in percent.
const expected = chances => (chances[0] + chances[1] / 2) / 10;

function drawGraph(plot, plies) {
  const last = Math.max(1, plies.length);
  const svg = draw("svg", {viewBox: `0 0 ${last} 1000`, preserveAspectRatio: "none", "aria-hidden": "true"});
  // Where chances are unknown the graph has a gap.
  let run = [];
  const runs = [];
  for (let at = 0; at <= plies.length; at++) {
    const chances = chancesAt(plies, at);
    if (!chances) run = [];
    else {
      if (!run.length) runs.push(run);
      run.push([at, chances]);
    }
  }
  for (const points of runs) {
    if (points.length === 1) points.push([Math.min(last, points[0][0] + .5), points[0][1]]);
    const edge = height => points.map(([at, chances]) => `${at} ${1000 - height(chances)}`);
    const area = (name, low, high) => draw("path", {class: name, d: "M" + [...edge(low), ...edge(high).reverse()].join("L") + "z"});
    svg.append(area("white", () => 0, c => c[0]), area("draw", c => c[0], c => c[0] + c[1]), area("black", c => c[0] + c[1], () => 1000),
      draw("path", {class: "points", d: "M" + edge(c => 10 * expected(c)).join("L")}));
  }
  plies.forEach((ply, i) => { if (ply.proved) svg.append(draw("rect", {class: "sure", x: i + .5, y: 955, width: 1.02, height: 45})); });
  const signs = plies.flatMap((ply, i) => {
    const mark = strengthOf(ply), chances = chancesAt(plies, i + 1);
    if (!mark || !chances) return [];
    const sign = make("span", {class: "sign " + kindOf(mark), "data-ply": i + 1, "aria-hidden": "true"}, mark);
    sign.style.left = 100 * (i + 1) / last + "%";
    sign.style.top = 100 - expected(chances) + "%";
    return [sign];
  });
  plot.replaceChildren(svg, make("span", {class: "half"}), make("span", {class: "cursor"}), ...signs);
  plot.classList.toggle("unknown", !runs.length);
  plot.setAttribute("aria-valuemax", plies.length);
}

function moveCursor(plot, plies, at, text) {
  plot.querySelector(".cursor").style.left = 100 * at / Math.max(1, plies.length) + "%";
  for (const sign of plot.querySelectorAll(".sign")) sign.classList.toggle("current", Number(sign.dataset.ply) === at);
  plot.setAttribute("aria-valuenow", at);
  plot.setAttribute("aria-valuetext", text);
}

// plyUnder returns the ply at a pointer: that of the sign under it, or the nearest.
function plyUnder(plot, plies, event) {
  const box = plot.getBoundingClientRect();
  const near = [...plot.querySelectorAll(".sign")].map(sign => {
    const b = sign.getBoundingClientRect();
    return [Math.hypot(b.left + b.width / 2 - event.clientX, b.top + b.height / 2 - event.clientY), Number(sign.dataset.ply)];
  }).sort((a, b) => a[0] - b[0])[0];
  if (near && near[0] <= 10) return near[1];
  const share = (event.clientX - box.left) / box.width;
  return Math.round(Math.min(1, Math.max(0, share)) * plies.length);
}
