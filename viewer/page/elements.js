"use strict";

// All of the page is made of these, so that texts of a record are text nodes and
// values of attributes, whatever stands in them.

const byId = id => document.getElementById(id);

// make returns an element with attributes and children, which may be texts.
// What is false, null or undefined is left out; functions become listeners.
function make(tag, attributes, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

// draw is make for the elements of a drawing.
function draw(tag, attributes, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnish(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter(child => child !== false && child !== null && child !== undefined && child !== ""));
  return element;
}

// isolated is a text from outside whose direction of writing stays its own.
const isolated = text => make("bdi", null, text);

// island returns what stands in the page as JSON under an id, or null.
function island(id) {
  const element = byId(id);
  return element && JSON.parse(element.textContent);
}

const place = island("place");

// addressOf returns the address of a game's ply; without a ply, of its start.
function addressOf(game, ply) {
  const hash = "#game-" + game + (ply ? "-" + ply : "");
  if (game >= place.first && game <= place.last) return hash;
  const first = Math.floor((game - 1) / place.perPage) * place.perPage + 1;
  return (place.home ? "" : "games/") + String(first).padStart(4, "0") + ".html" + hash;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
