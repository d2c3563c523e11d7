// The replay of a reviewed game: by the buttons, the list of moves, the graph, and the keys.
"use strict";
const GAME = JSON.parse(document.getElementById("game").textContent);
const STEP = 40, MARGIN = 28;
const board = document.querySelector("#replay svg");
const layer = board.appendChild(document.createElementNS(board.namespaceURI, "g"));
const slider = document.getElementById("at");
const items = [...document.querySelectorAll("#moves button")];

/** Adds a circle to the board. */
function circle(i, attributes) {
  const of = document.createElementNS(board.namespaceURI, "circle");
  const [col, row] = [i % GAME.size, Math.floor(i / GAME.size)];
  const place = { cx: MARGIN + (col + 0.5) * STEP, cy: MARGIN + (GAME.size - row - 0.5) * STEP, ...attributes };
  for (const [name, value] of Object.entries(place)) of.setAttribute(name, value);
  layer.append(of);
}

/** Shows the position after a number of moves. */
function show(number) {
  const at = Math.max(0, Math.min(GAME.positions.length - 1, number));
  slider.value = at;
  layer.replaceChildren();
  [...GAME.positions[at]].forEach((stone, i) => {
    if (stone !== ".") circle(i, { r: 18.5, fill: stone === "X" ? "#16161a" : "#fcfcf8", stroke: "#16161a", "stroke-width": 0.8 });
  });
  const [last] = at > 0 ? GAME.moves[at - 1] : [-1];
  if (last >= 0) circle(last, { r: 9, fill: "none", stroke: "#d1381f", "stroke-width": 3 });
  document.getElementById("text").textContent = GAME.texts[at];
  items.forEach((item, i) => item.setAttribute("aria-current", String(i === at)));
  if (items[at]) items[at].parentElement.scrollTop = items[at].offsetTop - items[at].parentElement.offsetTop - 100;
  const now = document.getElementById("now");
  const x = GAME.left + at * GAME.step;
  for (const end of ["x1", "x2"]) now.setAttribute(end, x);
}
const go = (step) => show(Number(slider.value) + step);

slider.max = GAME.positions.length - 1;
slider.addEventListener("input", () => show(Number(slider.value)));
items.forEach((item, i) => item.addEventListener("click", () => show(i)));
for (const [id, step] of [["first", -1e9], ["back", -1], ["forward", 1], ["last", 1e9]]) {
  document.getElementById(id).addEventListener("click", () => go(step));
}
document.querySelector(".graph").addEventListener("click", (event) => {
  if (event.target.closest("a")) return;
  const box = event.currentTarget.getBoundingClientRect();
  const view = event.currentTarget.viewBox.baseVal;
  show(Math.round(((event.clientX - box.left) / box.width * view.width + view.x - GAME.left) / GAME.step));
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === slider) return;
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
  if (!step) return;
  event.preventDefault();
  go(step);
});
for (const filter of document.querySelectorAll("#filter button")) {
  filter.addEventListener("click", () => {
    for (const other of document.querySelectorAll("#filter button")) other.setAttribute("aria-pressed", String(other === filter));
    for (const point of document.querySelectorAll("section[data-color]")) {
      point.hidden = filter.value !== "" && point.dataset.color !== filter.value;
    }
  });
}
show(0);
