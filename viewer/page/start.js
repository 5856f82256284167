// The address decides what is shown.

for (const anchor of document.querySelectorAll("[data-index]")) {
  const view = anchor.dataset.index;
  anchor.href = place.home + "#" + view;
}

const home = document.title;

function route() {
  const [, number, ply] = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash) || [];
  const game = Number(number || 0);
  const [, player] = /^#player-(\d+)$/.exec(location.hash) || [];
  let view = place.index && ["players", "cross"].find(name => location.hash === "#" + name) || "games";
  if (number) view = game >= place.first && game <= place.last ? "game" : "missing";
  else if (!place.index) view = place.last >= place.first ? "game" : "missing";
  for (const name of ["games", "players", "cross", "game"]) byId(name + "-view").hidden = name !== view;
  byId("missing").hidden = view !== "missing";
  for (const anchor of document.querySelectorAll("nav [data-index]")) {
    if ((anchor.dataset.index || "games") === view) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  if (view === "games") gamesOf(Number(player || 0));
  document.title = home;
  if (view === "game") openGame(game || place.first, Number(ply || 0));
  return view;
}

const gamesOf = place.index && showIndex(place.index);
route();
addEventListener("hashchange", () => {
  const view = route();
  const heading = byId(view + "-heading");
  if (heading) heading.focus({preventScroll: true});
  scrollTo(0, 0);
});
