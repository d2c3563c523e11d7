// The game record: variations as a tree, comments, and files.

import { $, svg, toast } from "./dom.js";
import { post } from "./server.js";
import { changed, store, watch } from "./store.js";
import { t } from "./words.js";

const STEP = 30; // the distance between two nodes
const REACH = 150; // maximum moves drawn before and after the current one
const ROWS = 40; // maximum rows drawn above and below it

/** Returns the depth and the row of each node: a first child stays in its parent's row, the others start a free row. */
function layout({ nodes, children }) {
  const depths = nodes.map(() => 0);
  const row = nodes.map(() => 0);
  const least = nodes.map(() => 0); // by parent: the first row allowed for the next child
  const used = []; // by row: the greatest depth in use
  const open = [0];
  while (open.length > 0) {
    const id = open.pop();
    const [parent] = nodes[id];
    if (parent !== null) depths[id] = depths[parent] + 1;
    if (parent !== null && children[parent][0] === id) {
      row[id] = row[parent];
    } else {
      row[id] = parent === null ? 0 : Math.max(row[parent] + 1, least[parent]);
      // A new row, because searching for a free one would take long.
      const last = row[id] + 500;
      while ((used[row[id]] ?? -2) >= depths[id] - 1) row[id] = row[id] < last ? row[id] + 1 : used.length;
    }
    if (parent !== null) least[parent] = row[id] + 1;
    used[row[id]] = Math.max(used[row[id]] ?? -2, depths[id]);
    for (const child of children[id].toReversed()) open.push(child);
  }
  return { depths, row };
}

let shape = {}; // depths and rows of the tree, which change less often than the current node
let drawn = null;

/** Draws the variations around the current node. */
function draw() {
  const { tree, state } = store;
  if (shape.tree === tree && drawn === state.node || !tree.nodes[state.node]) return;
  drawn = state.node;
  if (shape.tree !== tree) shape = { tree, ...layout(tree) };
  const { depths, row } = shape;
  const from = Math.max(0, depths[state.node] - REACH);
  const top = Math.max(0, row[state.node] - ROWS);
  const near = tree.nodes.map((_, id) => id).filter((id) => tree.nodes[id]
    && depths[id] >= from && depths[id] <= from + 2 * REACH && row[id] >= top && row[id] <= top + 2 * ROWS);
  const x = (id) => (depths[id] - from + 0.5) * STEP;
  const y = (id) => (row[id] - top + 0.5) * STEP;
  const lines = near.filter((id) => tree.nodes[id][0] !== null).map((id) => {
    const [parent] = tree.nodes[id];
    return svg("path", { d: `M${x(parent)} ${y(parent)}L${x(id) - STEP / 2} ${y(id)}H${x(id)}`, class: "branch" });
  });
  const dots = near.map((id) => {
    const [, color, move, hasComment] = tree.nodes[id];
    const kind = { B: "black", W: "white" }[color] ?? "start";
    const words = `${depths[id]}${move ? ` ${t(move)}` : ""}${hasComment ? `, ${t("with a comment")}` : ""}`;
    return svg("g", { class: `node ${id === state.node ? "current" : ""}`, click: () => post("go", { node: id }) },
      svg("title", {}, words),
      svg("circle", { cx: x(id), cy: y(id), r: 12, class: kind }),
      svg("text", { x: x(id), y: y(id) + 4.2, class: kind },
        depths[id] > 999 ? "" : String(depths[id])),
      hasComment ? svg("circle", { cx: x(id) + 10, cy: y(id) - 10, r: 4, class: "comment" }) : null);
  });
  const width = (Math.max(...near.map((id) => depths[id])) - from + 1) * STEP;
  const height = (Math.max(...near.map((id) => row[id])) - top + 1) * STEP;
  const place = $("variations");
  place.replaceChildren(svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, ...lines, ...dots));
  const count = tree.nodes.filter((node) => node).length;
  $("variations-more").textContent = near.length < count ? t("The record has {count} moves; only those near the current one are shown.", { count: count - 1 }) : "";
  place.scrollTo(x(state.node) - place.clientWidth / 2, y(state.node) - place.clientHeight / 2);
}

/** Returns the nodes from the start to the current one. */
function path() {
  const nodes = [];
  for (let id = store.state.node; store.tree.nodes[id]; [id] = store.tree.nodes[id]) nodes.unshift(id);
  return nodes;
}

/** Returns [point, number] for the last move at each point of the line; the board skips those without a stone. */
export function numbers() {
  const moves = new Map();
  let number = 0;
  for (const id of path()) {
    const [, color, move] = store.tree.nodes[id];
    if (color !== "-") moves.set(move, number += 1);
  }
  return [...moves];
}

/** Returns the record's marks for the board, and the letters of its variations. */
export function recordOverlay() {
  const { state, tree } = store;
  const of = { markup: state.markup ?? {} };
  const next = (tree.children[state.node] ?? []).map((id) => tree.nodes[id]).filter((node) => node[1] !== "-");
  if (next.length > 1 && !store.isSolving) of.next = next.slice(0, 26).map(([, color, move], i) => [move, String.fromCharCode(97 + i), color]);
  return of;
}

// A typed comment belongs to the node whose comment the field shows; that stays while the field has the focus.
const comment = $("comment");
let shown = null;
let commented = null;
const saving = new Set(); // comments on their way, which the state does not have yet

async function keepComment() {
  if (commented === null) return;
  const node = commented;
  const sent = { ...node, text: comment.value };
  commented = null;
  saving.add(sent);
  const isKept = await post("comment", sent) !== undefined;
  saving.delete(sent);
  if (isKept) changed();
  else if (node.record === store.state.record) commented = node;
}
comment.addEventListener("input", () => {
  commented ??= shown;
  clearTimeout(keepComment.timer);
  keepComment.timer = setTimeout(keepComment, 600);
});
comment.addEventListener("change", keepComment);
comment.addEventListener("blur", changed);
addEventListener("pagehide", () => {
  if (commented) saving.add({ ...commented, text: comment.value });
  for (const sent of saving) navigator.sendBeacon("api/comment", JSON.stringify(sent));
});

watch(() => {
  const { state } = store;
  if (!state) return;
  if (store.tab === "play") draw();
  if (commented === null && saving.size === 0 && document.activeElement !== comment) {
    if (comment.value !== state.comment) comment.value = state.comment;
    shown = { record: state.record, node: state.node };
  }
  if (commented !== null && (commented.node !== state.node || commented.record !== state.record)) keepComment();
  const { event, place, date, round } = state.names;
  $("about-record").textContent = [event, round, place, date].filter(Boolean).join(" · ");
  const isGo = state.game === "go";
  $("save").href = isGo ? "api/game.sgf" : "api/game.gtp";
});

// Files: opened with the button, or dropped on the page.
const MAX_BYTES = 4 << 20;

async function load(file) {
  if (!file) return;
  if (file.size > MAX_BYTES) {
    toast(t("{file} is too large for a game record", { file: file.name }));
    return;
  }
  if (await post("load", await file.arrayBuffer()) !== undefined) document.querySelector("dialog[open]")?.close();
}
$("open").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", (event) => {
  load(event.target.files[0]);
  event.target.value = "";
});
for (const name of ["dragover", "drop"]) {
  addEventListener(name, (event) => {
    // Text can be dropped into the comment.
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    if (name === "drop") load(event.dataTransfer.files[0]);
  });
}
