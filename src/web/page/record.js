// The game record: variations as a tree, comments, and files.

import { $, svg, toast } from "./dom.js";
import { post } from "./server.js";
import { store, watch } from "./store.js";

const STEP = 26; // the distance between two nodes
const REACH = 150; // the most moves that are drawn before and after the current one

/** Returns the children of each node, and the depth of each node. */
function structure(nodes) {
  const children = nodes.map(() => []);
  const depths = nodes.map(() => 0);
  nodes.forEach(([parent], id) => {
    if (parent === null) return;
    children[parent].push(id);
    depths[id] = depths[parent] + 1;
  });
  return { children, depths };
}

/** Returns the row of each node: a first child stays in the row of its parent, another one begins a row that is free. */
function rows(nodes, children, depths) {
  const row = nodes.map(() => 0);
  const used = []; // by row, the greatest depth at which it is used
  const open = [0];
  while (open.length > 0) {
    const id = open.pop();
    const [parent] = nodes[id];
    if (parent !== null && children[parent][0] === id) {
      row[id] = row[parent];
    } else {
      row[id] = parent === null ? 0 : row[parent] + 1;
      while ((used[row[id]] ?? -2) >= depths[id] - 1) row[id] += 1;
    }
    used[row[id]] = Math.max(used[row[id]] ?? -2, depths[id]);
    open.push(...[...children[id]].reverse());
  }
  return row;
}

let drawn = "";

/** Draws the variations around the current node. */
function draw() {
  const { tree, state } = store;
  const key = `${tree.version} ${state.node}`;
  if (key === drawn || !tree.nodes[state.node]) return;
  drawn = key;
  const { children, depths } = structure(tree.nodes);
  const row = rows(tree.nodes, children, depths);
  const from = Math.max(0, depths[state.node] - REACH);
  const near = tree.nodes.map((_, id) => id).filter((id) => depths[id] >= from && depths[id] <= from + 2 * REACH);
  const x = (id) => (depths[id] - from + 0.5) * STEP;
  const y = (id) => (row[id] + 0.5) * STEP;
  const lines = near.filter((id) => tree.nodes[id][0] !== null).map((id) => {
    const [parent] = tree.nodes[id];
    return svg("path", { d: `M${x(parent)} ${y(parent)}L${x(id) - STEP / 2} ${y(id)}H${x(id)}`, class: "branch" });
  });
  const dots = near.map((id) => {
    const [, color, move, hasComment] = tree.nodes[id];
    const words = `${depths[id]}${move ? ` ${move}` : ""}${hasComment ? ", with a comment" : ""}`;
    return svg("g", { class: `node ${id === state.node ? "current" : ""}`, click: () => post("go", { node: id }) },
      svg("title", {}, words),
      svg("circle", { cx: x(id), cy: y(id), r: 9.5, class: { B: "black", W: "white" }[color] ?? "start" }),
      svg("text", { x: x(id), y: y(id) + 3.5, class: { B: "black", W: "white" }[color] ?? "start" },
        depths[id] > 999 ? "" : String(depths[id])),
      hasComment ? svg("circle", { cx: x(id) + 8, cy: y(id) - 8, r: 3.5, class: "comment" }) : null);
  });
  const width = (Math.max(...near.map((id) => depths[id])) - from + 1) * STEP;
  const height = (Math.max(...near.map((id) => row[id])) + 1) * STEP;
  const place = $("variations");
  place.replaceChildren(svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` }, ...lines, ...dots));
  place.scrollTo(x(state.node) - place.clientWidth / 2, y(state.node) - place.clientHeight / 2);
}

// The comment belongs to the node that was shown when the user began to write.
const comment = $("comment");
let commented = null;

async function keepComment() {
  if (commented === null) return;
  const node = commented;
  commented = null;
  if (await post("comment", { node, text: comment.value }) === undefined) commented = node;
}
comment.addEventListener("input", () => {
  commented ??= store.state.node;
  clearTimeout(keepComment.timer);
  keepComment.timer = setTimeout(keepComment, 600);
});
comment.addEventListener("change", keepComment);

watch(() => {
  const { state } = store;
  if (!state) return;
  if (store.tab === "play") draw();
  if (commented === null && comment.value !== state.comment && document.activeElement !== comment) comment.value = state.comment;
  if (commented !== null && commented !== state.node) keepComment();
  const isGo = state.game === "go";
  $("save").href = isGo ? "api/game.sgf" : "api/game.gtp";
  $("save").textContent = isGo ? "Save SGF" : "Save";
});

// Files: by the button, or dropped on the page.
const MOST_BYTES = 4 << 20;

async function load(file) {
  if (!file) return;
  if (file.size > MOST_BYTES) {
    toast(`${file.name} is too long for a game record`);
    return;
  }
  await post("load", await file.arrayBuffer());
}
$("open").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", (event) => {
  load(event.target.files[0]);
  event.target.value = "";
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  load(event.dataTransfer.files[0]);
});
