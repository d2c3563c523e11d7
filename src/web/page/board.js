// The board. The program draws the empty board; this module adds stones and marks, and handles clicks and keys.

import { $, html, svg } from "./dom.js";
import { t } from "./words.js";

// The program's drawing: a point is 40 units wide; the coordinates are in a margin.
const STEP = 40;
const MARGIN = 28;
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

let size = { cols: 0, rows: 0 };
let layer = null; // the SVG group with stones and marks
let cells = []; // the buttons over the points, the bottom row first
let focus = 0; // the index of the point selected by the arrow keys
let onPlay = () => {};
let onHover = () => {};
let pointer = "mouse"; // the type of the last pointer on the board: mouse, pen or touch
let pressed = null; // the point under the finger

/**
 * Calls `play` with the name of a clicked point, `hover` with the point under the pointer or null, and `turn` with 1 or -1 for
 * each step of the mouse wheel.
 */
export function connect(play, hover, turn) {
  onPlay = play;
  onHover = hover;
  let way = 0;
  $("board").addEventListener("wheel", (event) => {
    if (event.ctrlKey) return; // it zooms
    event.preventDefault();
    // A wheel scrolls by 100 pixels or by lines, a touchpad by single pixels.
    way += event.deltaY * (event.deltaMode === 0 ? 1 : 40);
    if (Math.abs(way) < 50) return;
    turn(Math.sign(way));
    way = 0;
  }, { passive: false });
}

/** Returns the index of a point such as D4, or of the last point of a move such as D4-D5; -1 for a pass. */
export function index(name) {
  const point = name.split("-").pop().toUpperCase();
  const col = LETTERS.indexOf(point[0]);
  const row = Number(point.slice(1)) - 1;
  const isPoint = col >= 0 && col < size.cols && row >= 0 && row < size.rows;
  return isPoint ? row * size.cols + col : -1;
}

/** Returns the name of the point at an index. */
const name = (i) => LETTERS[i % size.cols] + (Math.floor(i / size.cols) + 1);

/** Returns whether the points are smaller than a finger and two lines of text. */
const isSmall = () => cells[0].getBoundingClientRect().width < 30;

const x = (i) => MARGIN + (i % size.cols + 0.5) * STEP;
const y = (i) => MARGIN + (size.rows - 1 - Math.floor(i / size.cols) + 0.5) * STEP;

/** Returns whether a stone is at a point. */
export const isStone = (point) => cells[index(point)]?.classList.contains("stone") ?? false;

/** Shows the empty board drawn by the program. */
export function setUp(drawing) {
  const place = $("board");
  const hasFocus = place.contains(document.activeElement);
  size = { cols: drawing.cols, rows: drawing.rows };
  place.innerHTML = drawing.svg;
  const picture = place.firstElementChild;
  picture.id = "picture";
  picture.setAttribute("aria-hidden", "true");
  place.classList.toggle("small", size.cols < 13);
  layer = svg("g");
  picture.querySelector("rect").setAttribute("fill", "url(#wood)");
  picture.append(svg("defs", {}, wood(), shade("shaded-X", "#74747c", "#2a2a30", BLACK), shade("shaded-O", "#ffffff", "#f4f2ea", "#cfccc0")), layer);
  const grid = html("div", { class: "points", role: "grid", "aria-label": t("Board of {cols} by {rows}", size) });
  cells = new Array(size.cols * size.rows);
  for (let row = size.rows - 1; row >= 0; row -= 1) {
    const line = html("div", { role: "row" });
    for (let col = 0; col < size.cols; col += 1) line.append(cells[row * size.cols + col] = cell(row * size.cols + col));
    grid.append(line);
  }
  focus = Math.min(focus, cells.length - 1);
  cells[focus].tabIndex = 0;
  grid.addEventListener("keydown", arrows);
  // Only Tab gives the board the focus: after a click, the arrow keys still step through the game.
  grid.addEventListener("mousedown", (event) => {
    event.preventDefault();
    document.activeElement?.blur();
  });
  grid.addEventListener("pointerleave", () => onHover(null));
  finger(grid);
  place.append(grid);
  crop(false, true);
  if (hasFocus) takeFocus();
}

/** Moves the focus to the point that Tab would reach. */
export const takeFocus = () => cells[focus]?.focus();

let isBare = false;

/** Shows the board with its coordinates, or without them and their margin. */
export function crop(bare, isNew = false) {
  if (bare === isBare && !isNew || !layer) return;
  isBare = bare;
  const off = bare ? MARGIN - 8 : 0;
  const [width, height] = [size.cols, size.rows].map((points) => 2 * (MARGIN - off) + points * STEP);
  $("picture").setAttribute("viewBox", `${off} ${off} ${width} ${height}`);
  $("board").style.setProperty("--ratio", width / height);
  document.querySelector(".points").style.inset = `${100 * (MARGIN - off) / height}% ${100 * (MARGIN - off) / width}%`;
}

/** Makes the wood pattern: its color and grain. */
function wood() {
  const grain = [3, 11, 17, 26, 34, 41, 53, 58, 67].map((x, i) =>
    svg("path", { d: `M${x} 0q${3 - i % 5} 50 0 100t0 100`, fill: "none", stroke: "#a9772f", "stroke-width": 0.5 + (i % 3) * 0.6, opacity: 0.13 }));
  return svg("pattern", { id: "wood", patternUnits: "userSpaceOnUse", width: 73, height: 200 },
    svg("rect", { width: 73, height: 200, fill: "#e6bd74" }), ...grain);
}

/**
 * Shows the point under the finger, which hides it; enlarged if the points are small. The point where the finger is lifted
 * counts, if it is on the board; a second finger zooms.
 */
function finger(grid) {
  const at = (event) => cells.indexOf(document.elementFromPoint(event.clientX, event.clientY));
  grid.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    if (pointer !== "touch") return;
    pressed = event.isPrimary ? at(event) : null;
    $("loupe").hidden = true;
    if (pressed === null) return;
    grid.setPointerCapture(event.pointerId);
    enlarge(pressed, event);
  });
  grid.addEventListener("pointermove", (event) => {
    if (pressed === null) return;
    pressed = at(event);
    $("loupe").hidden = true;
    enlarge(pressed, event);
    onHover(pressed < 0 ? null : name(pressed));
  });
  for (const end of ["pointerup", "pointercancel"]) {
    grid.addEventListener(end, (event) => {
      $("loupe").hidden = true;
      if (pressed === null) return;
      const i = pressed;
      pressed = null;
      if (end === "pointerup" && i >= 0) { move(i); onPlay(name(i), true); }
      event.preventDefault();
    });
  }
}

/** Shows the surroundings of a point above the finger. */
function enlarge(i, event) {
  if (i < 0 || !isSmall()) return;
  const loupe = $("loupe");
  const side = 5 * STEP;
  loupe.replaceChildren(svg("svg", { viewBox: `${x(i) - side / 2} ${y(i) - side / 2} ${side} ${side}` },
    svg("use", { href: "#picture" }),
    svg("circle", { cx: x(i), cy: y(i), r: 21, fill: "none", stroke: SIGNAL, "stroke-width": 3 })));
  loupe.hidden = false;
  loupe.style.left = `${Math.max(4, Math.min(innerWidth - 154, event.clientX - 75))}px`;
  loupe.style.top = `${Math.max(4, event.clientY - 200)}px`;
}

function cell(i) {
  return html("button", {
    role: "gridcell",
    tabindex: -1,
    // A tap was already handled when the finger was lifted; keys have no pointer.
    click: (event) => { if (pointer !== "touch" || event.detail === 0) { move(i); onPlay(name(i), false); } },
    pointerenter: () => onHover(name(i)),
    focus: () => onHover(name(i)),
    blur: () => onHover(null),
  });
}

/** Makes a point the target of Tab. */
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

/** Makes the shading of a stone, lit from the upper left. */
const shade = (id, ...colors) => svg("radialGradient", { id, cx: 0.35, cy: 0.3, r: 0.75 },
  ...colors.map((color, i) => svg("stop", { offset: i / (colors.length - 1), "stop-color": color })));

const stone = (i, color, opacity = 1) => svg("g", { opacity },
  svg("circle", { cx: x(i) + 1.2, cy: y(i) + 2.2, r: 18.6, fill: "#3a2405", opacity: 0.35 }),
  svg("circle", { cx: x(i), cy: y(i), r: 18.6, fill: `url(#shaded-${color})`, stroke: color === "X" ? BLACK : "#8f8b7f", "stroke-width": 0.6 }));

const text = (i, words, fill, fontSize, dy = 0) =>
  svg("text", { x: x(i), y: y(i) + dy + 0.35 * fontSize, "font-size": fontSize, fill, "text-anchor": "middle" }, words);

const square = (i, side, attributes) => svg("rect", { x: x(i) - side / 2, y: y(i) - side / 2, width: side, height: side, ...attributes });

/** Draws a square in the owner's color, larger for a surer owner, except on a stone of that color. */
function owner(i, share, under) {
  const color = share > 0 ? "X" : "O";
  const side = 20 * Math.sqrt(Math.min(1, Math.abs(share)));
  if (side < 3 || under === color) return null;
  return square(i, side, { fill: color === "X" ? BLACK : WHITE, stroke: "#777", "stroke-width": 0.7 });
}

/**
 * Draws a position and its marks:
 * `stones` a letter for each point; `last` and `ko` marked points; `dead` points of dead stones;
 * `owners` a share from 1 for Black to -1 for White for each point; `weights` [point, share] of moves;
 * `moves` [point, texts, share, whether it is the best, color] of candidates; `line` numbered moves, `color` plays the first;
 * `tints` [point, color] of dots; `targets` selectable points; `ghost` the [point, color] that a click would play;
 * `numbers` [point, number] of the moves; `markup` the record's marks; `next` [point, letter, color] of the variations.
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
  for (const [point, words, share, isBest, color = isBest ? "#23764a" : "#2f62a3"] of view.moves ?? []) {
    const i = index(point);
    const [from, to] = point.split("-");
    if (i < 0 || stones[i] !== "." && !to) continue;
    if (to) {
      const origin = index(from);
      marks.push(svg("path", { d: `M${x(origin)} ${y(origin)}L${x(i)} ${y(i)}`, stroke: color, "stroke-width": 6, opacity: 0.8 }));
    }
    marks.push(svg("circle", {
      cx: x(i), cy: y(i), r: 18.5, fill: color, opacity: 0.8 + 0.2 * share,
      stroke: "#fff", "stroke-width": isBest ? 2 : 0.8,
    }));
    // Small points have room for one number.
    const isPair = words[1] && !isSmall();
    marks.push(text(i, words[0], "#fff", isPair ? 13.5 : 20, isPair ? -6 : 0));
    if (isPair) marks.push(text(i, words[1], "#fff", 12, 8));
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
    // Red on white is visible on wood and on stones of both colors.
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
  for (const [point, number] of view.numbers ?? []) {
    const i = index(point);
    if (i >= 0 && stones[i] !== ".") marks.push(text(i, String(number), stones[i] === "X" ? WHITE : BLACK, number > 99 ? 18 : 21));
  }
  marks.push(...markup(view.markup ?? {}, stones), ...variations(view.next ?? [], stones, view.markup ?? {}));
  const last = view.last ? index(view.last) : -1;
  if (last >= 0 && stones[last] !== ".") {
    marks.push(view.numbers ? svg("circle", { cx: x(last), cy: y(last), r: 16.5, fill: "none", stroke: SIGNAL, "stroke-width": 2 })
      : svg("circle", { cx: x(last), cy: y(last), r: 9, fill: "none", stroke: stones[last] === "X" ? WHITE : BLACK, "stroke-width": 2.5 }));
  }
  const ko = view.ko ? index(view.ko) : -1;
  if (ko >= 0) marks.push(square(ko, 16, { fill: "none", stroke: SIGNAL, "stroke-width": 2 }));
  const under = view.ghost ? index(view.ghost[0]) : -1;
  if (under >= 0 && stones[under] === "." && ghosts.length === 0) marks.push(stone(under, view.ghost[1] === "black" ? "X" : "O", 0.5));
  for (const [i, of, number] of ghosts) {
    if (stones[i] === ".") marks.push(stone(i, of, 0.8));
    marks.push(text(i, String(number), (stones[i] === "." ? of : stones[i]) === "X" ? WHITE : BLACK, 21));
  }
  const hidden = view.markup?.VW ? new Set(view.markup.VW) : null;
  if (hidden) cells.forEach((_, i) => { if (!hidden.has(name(i))) marks.push(veil(i, 0.75)); });
  for (const point of view.markup?.DD ?? []) marks.push(veil(index(point), 0.4));
  layer.replaceChildren(...[...parts, ...marks].filter((part) => part));
  label(view, stones);
}

const veil = (i, opacity) => (i < 0 ? null : square(i, STEP, { fill: "#e6bd74", opacity }));

/** Draws letters at the next moves of the variations, except on points marked by the record. */
function variations(next, stones, { LB = [], TR = [], SQ = [], CR = [], MA = [] }) {
  const marked = new Set([...LB.map(([point]) => point), ...TR, ...SQ, ...CR, ...MA]);
  return next.map(([point, letter, color]) => {
    const i = index(point);
    if (i < 0 || stones[i] !== "." || marked.has(point)) return null;
    return svg("g", {}, svg("circle", { cx: x(i), cy: y(i), r: 13, fill: "#f3d49a", stroke: color === "B" ? BLACK : WHITE, "stroke-width": 2.5 }),
      text(i, letter, BLACK, 19));
  });
}

/** Draws the marks of a record: labels, triangles, squares, circles, crosses, selections, arrows, lines and territory. */
function markup(of, stones) {
  const ink = (i) => (stones[i] === "X" ? WHITE : BLACK);
  const line = (i, d) => svg("path", { d: `M${x(i)} ${y(i)}${d}`, fill: "none", stroke: ink(i), "stroke-width": 3, "stroke-linejoin": "round" });
  const shapes = {
    TR: (i) => line(i, "m0-11l9.5 16.5h-19z"),
    SQ: (i) => line(i, "m-8.5-8.5h17v17h-17z"),
    CR: (i) => svg("circle", { cx: x(i), cy: y(i), r: 10, fill: "none", stroke: ink(i), "stroke-width": 3 }),
    MA: (i) => line(i, "m-8.5-8.5l17 17m0-17l-17 17"),
    SL: (i) => square(i, 16, { fill: "#2f6fc0", opacity: 0.8 }),
    TB: (i) => square(i, 12, { fill: BLACK, stroke: "#777", "stroke-width": 0.7 }),
    TW: (i) => square(i, 12, { fill: WHITE, stroke: "#777", "stroke-width": 0.7 }),
  };
  const marks = [];
  for (const [kind, draw] of Object.entries(shapes)) {
    for (const point of of[kind] ?? []) if (index(point) >= 0) marks.push(draw(index(point)));
  }
  for (const [point, words] of of.LB ?? []) {
    const i = index(point);
    if (i < 0) continue;
    if (stones[i] === ".") marks.push(svg("circle", { cx: x(i), cy: y(i), r: 14, fill: "#e6bd74" }));
    marks.push(text(i, words, ink(i), words.length > 2 ? 36 / words.length : 18));
  }
  for (const kind of ["LN", "AR"]) {
    for (const [from, to] of of[kind] ?? []) {
      const [a, b] = [index(from), index(to)];
      if (a < 0 || b < 0) continue;
      const angle = Math.atan2(y(b) - y(a), x(b) - x(a));
      const tip = (turn) => `L${x(b) - 14 * Math.cos(angle + turn)} ${y(b) - 14 * Math.sin(angle + turn)}M${x(b)} ${y(b)}`;
      marks.push(svg("path", { d: `M${x(a)} ${y(a)}L${x(b)} ${y(b)}${kind === "AR" ? tip(0.5) + tip(-0.5) : ""}`,
        fill: "none", stroke: "#2f6fc0", "stroke-width": 4, "stroke-linecap": "round" }));
    }
  }
  return marks;
}

/** Names the points for screen readers. */
function label(view, stones) {
  const names = { X: "black stone", O: "white stone", ".": "empty" };
  const [last, ko] = [view.last ? index(view.last) : -1, view.ko ? index(view.ko) : -1];
  cells.forEach((of, i) => {
    let words = `${name(i)}, ${t(names[stones[i]])}`;
    if (i === last) words += `, ${t("last move")}`;
    if (i === ko) words += `, ${t("ko")}`;
    if (view.dead?.includes(name(i))) words += `, ${t("dead")}`;
    of.classList.toggle("stone", stones[i] !== ".");
    if (of.getAttribute("aria-label") !== words) of.setAttribute("aria-label", words);
  });
}
