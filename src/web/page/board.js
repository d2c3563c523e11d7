// The board. The program draws the empty board; this module puts stones and marks on it, and takes clicks and keys.

import { $, html, svg } from "./dom.js";

// The measures of the program's drawing: a point is 40 units wide, beside a margin with the coordinates.
const STEP = 40;
const MARGIN = 28;
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

let size = { cols: 0, rows: 0 };
let layer = null; // the SVG group with stones and marks
let cells = []; // the buttons over the points, the bottom row first
let focus = 0; // the index of the point that the arrow keys are at
let onPlay = () => {};
let onHover = () => {};

/**
 * Calls `play` with the name of a point that is clicked, `hover` with one under the pointer, or null, and `turn` with 1 or -1
 * for each step of the mouse wheel.
 */
export function connect(play, hover, turn) {
  onPlay = play;
  onHover = hover;
  let way = 0;
  $("board").addEventListener("wheel", (event) => {
    if (event.ctrlKey) return; // it zooms
    event.preventDefault();
    // A wheel moves by 100 pixels or by lines at once, a touchpad by single pixels.
    way += event.deltaY * (event.deltaMode === 0 ? 1 : 40);
    if (Math.abs(way) < 50) return;
    turn(Math.sign(way));
    way = 0;
  }, { passive: false });
}

/** Returns the index of a point, such as D4, or of the last point of a move such as D4-D5; -1 for a pass. */
export function index(name) {
  const point = name.split("-").pop().toUpperCase();
  const col = LETTERS.indexOf(point[0]);
  const row = Number(point.slice(1)) - 1;
  const isPoint = col >= 0 && col < size.cols && row >= 0 && row < size.rows;
  return isPoint ? row * size.cols + col : -1;
}

/** Returns the name of the point at an index. */
const name = (i) => LETTERS[i % size.cols] + (Math.floor(i / size.cols) + 1);

const x = (i) => MARGIN + (i % size.cols + 0.5) * STEP;
const y = (i) => MARGIN + (size.rows - 1 - Math.floor(i / size.cols) + 0.5) * STEP;

/** Puts up the empty board that the program has drawn. */
export function setUp(drawing) {
  const place = $("board");
  size = { cols: drawing.cols, rows: drawing.rows };
  place.innerHTML = drawing.svg;
  const picture = place.firstElementChild;
  picture.setAttribute("aria-hidden", "true");
  layer = svg("g");
  picture.append(svg("defs", {}, shade("shaded-X", "#6b6b72", BLACK), shade("shaded-O", "#ffffff", "#d5d3ca")), layer);
  const [width, height] = [2 * MARGIN + size.cols * STEP, 2 * MARGIN + size.rows * STEP];
  const grid = html("div", { class: "points", role: "grid", "aria-label": `Board of ${size.cols} by ${size.rows}` });
  grid.style.inset = `${100 * MARGIN / height}% ${100 * MARGIN / width}%`;
  cells = new Array(size.cols * size.rows);
  for (let row = size.rows - 1; row >= 0; row -= 1) {
    const line = html("div", { role: "row" });
    for (let col = 0; col < size.cols; col += 1) line.append(cells[row * size.cols + col] = cell(row * size.cols + col));
    grid.append(line);
  }
  focus = Math.min(focus, cells.length - 1);
  cells[focus].tabIndex = 0;
  grid.addEventListener("keydown", arrows);
  // Only Tab leads to the board's own keys: after a click, the arrows still step through the game.
  grid.addEventListener("mousedown", (event) => {
    event.preventDefault();
    document.activeElement?.blur();
  });
  grid.addEventListener("pointerleave", () => onHover(null));
  place.append(grid);
}

function cell(i) {
  return html("button", {
    role: "gridcell",
    tabindex: -1,
    click: () => { move(i); onPlay(name(i)); },
    pointerenter: () => onHover(name(i)),
    focus: () => onHover(name(i)),
  });
}

/** Makes a point the one that Tab leads to. */
function move(i) {
  cells[focus].tabIndex = -1;
  focus = i;
  cells[focus].tabIndex = 0;
}

function arrows(event) {
  const [col, row] = [focus % size.cols, Math.floor(focus / size.cols)];
  const to = {
    ArrowLeft: [col - 1, row], ArrowRight: [col + 1, row], ArrowUp: [col, row + 1], ArrowDown: [col, row - 1],
  }[event.key];
  if (!to || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (to[0] < 0 || to[0] >= size.cols || to[1] < 0 || to[1] >= size.rows) return;
  move(to[1] * size.cols + to[0]);
  cells[focus].focus();
}

const BLACK = "#16161a";
const WHITE = "#fcfcf8";
const SIGNAL = "#d1381f";

/** Makes the light on a stone, which comes from the upper left. */
const shade = (id, light, dark) => svg("radialGradient", { id, cx: 0.35, cy: 0.3, r: 0.7 },
  svg("stop", { offset: 0, "stop-color": light }), svg("stop", { offset: 1, "stop-color": dark }));

const stone = (i, color, opacity = 1) =>
  svg("circle", { cx: x(i), cy: y(i), r: 18.5, fill: `url(#shaded-${color})`, stroke: BLACK, "stroke-width": 0.8, opacity });

const text = (i, words, fill, fontSize, dy = 0) =>
  svg("text", { x: x(i), y: y(i) + dy + 0.35 * fontSize, "font-size": fontSize, fill, "text-anchor": "middle" }, words);

/** Draws a square of the owner's color, the larger the surer the owner, but not on a stone of that color. */
function owner(i, share, under) {
  const color = share > 0 ? "X" : "O";
  const side = 20 * Math.sqrt(Math.min(1, Math.abs(share)));
  if (side < 3 || under === color) return null;
  return svg("rect", {
    x: x(i) - side / 2, y: y(i) - side / 2, width: side, height: side,
    fill: color === "X" ? BLACK : WHITE, stroke: "#777", "stroke-width": 0.7,
  });
}

/**
 * Draws a position and what is shown on it:
 * `stones` a letter for each point; `last`, `ko` and `from` points that are marked; `dead` points of dead stones;
 * `owners` a share from 1 for Black to -1 for White for each point; `weights` [point, share] of moves;
 * `moves` [point, texts, share] of candidates; `line` moves that are numbered, `color` plays the first;
 * `tints` [point, color] of dots; `targets` points that can be chosen; `ghost` the [point, color] that a click would play.
 */
export function draw(view) {
  if (!layer || !view.stones || view.stones.length !== cells.length) return;
  const stones = [...view.stones];
  const parts = [];
  const marks = [];
  for (const [point, share] of view.weights ?? []) {
    const i = index(point);
    const radius = 4 + 15 * Math.sqrt(Math.min(1, share));
    if (i >= 0) parts.push(svg("circle", { cx: x(i), cy: y(i), r: radius, fill: "#1b7f5a", opacity: 0.35 + 0.5 * share }));
  }
  for (const [point, words, share, isBest] of view.moves ?? []) {
    const i = index(point);
    const [from, to] = point.split("-");
    if (i < 0 || stones[i] !== "." && !to) continue;
    if (to) {
      const origin = index(from);
      marks.push(svg("path", { d: `M${x(origin)} ${y(origin)}L${x(i)} ${y(i)}`, stroke: isBest ? "#2f8f5b" : "#3f73b5", "stroke-width": 6, opacity: 0.8 }));
    }
    marks.push(svg("circle", {
      cx: x(i), cy: y(i), r: 18.5, fill: isBest ? "#2f8f5b" : "#3f73b5", opacity: 0.55 + 0.45 * share,
      stroke: "#fff", "stroke-width": isBest ? 2 : 0.8,
    }));
    marks.push(text(i, words[0], "#fff", 13.5, words[1] ? -5 : 0));
    if (words[1]) marks.push(text(i, words[1], "#fff", 10, 9));
  }
  const ghosts = [];
  let color = view.color === "white" ? "O" : "X";
  (view.line ?? []).forEach((mv, number) => {
    const i = index(mv);
    if (i >= 0 && !ghosts.some(([known]) => known === i)) ghosts.push([i, color, number + 1]);
    color = color === "X" ? "O" : "X";
  });
  stones.forEach((of, i) => { if (of !== ".") parts.push(stone(i, of, view.dead?.includes(name(i)) ? 0.45 : 1)); });
  (view.owners ?? []).forEach((share, i) => parts.push(owner(i, share, stones[i])));
  for (const point of view.dead ?? []) {
    const i = index(point);
    // Red on white is seen on wood and on stones of both colors.
    for (const [stroke, width] of [[WHITE, 7], [SIGNAL, 4]]) {
      marks.push(svg("path", { d: `M${x(i) - 9} ${y(i) - 9}l18 18m0-18l-18 18`, stroke, "stroke-width": width }));
    }
  }
  for (const [point, tint] of view.tints ?? []) {
    const i = index(point);
    if (i >= 0) marks.push(svg("circle", { cx: x(i), cy: y(i), r: 8, fill: tint, stroke: "#fff" }));
  }
  for (const point of view.targets ?? []) {
    const i = index(point);
    marks.push(svg("circle", { cx: x(i), cy: y(i), r: 15, fill: "none", stroke: "#2f8f5b", "stroke-width": 3 }));
  }
  const last = view.last ? index(view.last) : -1;
  if (last >= 0 && stones[last] !== ".") {
    marks.push(svg("circle", { cx: x(last), cy: y(last), r: 15.5, fill: "none", stroke: SIGNAL, "stroke-width": 2 }));
  }
  const ko = view.ko ? index(view.ko) : -1;
  if (ko >= 0) {
    marks.push(svg("rect", {
      x: x(ko) - 8, y: y(ko) - 8, width: 16, height: 16, fill: "none", stroke: SIGNAL, "stroke-width": 2,
    }));
  }
  const under = view.ghost ? index(view.ghost[0]) : -1;
  if (under >= 0 && stones[under] === "." && ghosts.length === 0) marks.push(stone(under, view.ghost[1] === "black" ? "X" : "O", 0.5));
  for (const [i, of, number] of ghosts) {
    if (stones[i] === ".") marks.push(stone(i, of, 0.8));
    marks.push(text(i, String(number), (stones[i] === "." ? of : stones[i]) === "X" ? WHITE : BLACK, 18));
  }
  layer.replaceChildren(...[...parts, ...marks].filter((part) => part));
  label(view, stones);
}

/** Names the points for screen readers. */
function label(view, stones) {
  const names = { X: "black stone", O: "white stone", ".": "empty" };
  const [last, ko] = [view.last ? index(view.last) : -1, view.ko ? index(view.ko) : -1];
  cells.forEach((of, i) => {
    let words = `${name(i)}, ${names[stones[i]]}`;
    if (i === last) words += ", last move";
    if (i === ko) words += ", ko";
    if (view.dead?.includes(name(i))) words += ", dead";
    of.classList.toggle("stone", stones[i] !== ".");
    if (of.getAttribute("aria-label") !== words) of.setAttribute("aria-label", words);
  });
}
