// The graph of win rate and lead over the game, and the review that fills it.

import { $, lead, percent, svg } from "./dom.js";
import { post } from "./server.js";
import { store, watch } from "./store.js";

const WIDTH = 600;
const HEIGHT = 180;

let drawn = "";

/** Draws the graph of the values that are known. */
function draw() {
  const { state, analysis } = store;
  // The analysis that runs is newer than the value that is kept.
  const live = ([node, ...known]) => (analysis && state.isAnalyzing && node === state.node
    ? [node, analysis.toPlay === "black" ? analysis.winrate : 1 - analysis.winrate,
      analysis.lead === undefined ? null : analysis.toPlay === "black" ? analysis.lead : -analysis.lead, analysis.visits]
    : [node, ...known]);
  const values = store.values.map(live);
  const key = JSON.stringify([values, state.node]);
  if (key === drawn) return;
  drawn = key;
  const step = WIDTH / Math.max(1, values.length - 1);
  const most = Math.max(10, ...values.map((value) => Math.abs(value[2] ?? 0)));
  const path = (height) => {
    let d = "";
    let isOpen = false;
    values.forEach((value, i) => {
      const y = height(value);
      if (y === null) isOpen = false;
      else {
        d += `${isOpen ? "L" : "M"}${(i * step).toFixed(1)} ${y.toFixed(1)}h0`;
        isOpen = true;
      }
    });
    return d;
  };
  const winrate = (value) => (value[1] === null ? null : HEIGHT * (1 - value[1]));
  const points = (value) => (value[2] === null ? null : HEIGHT * (0.5 - 0.5 * value[2] / most));
  const at = values.findIndex(([node]) => node === state.node);
  const picture = svg("svg", { viewBox: `-2 -4 ${WIDTH + 4} ${HEIGHT + 8}`, role: "img", "aria-label": "Black's win rate and lead over the game" },
    svg("rect", { x: 0, y: 0, width: WIDTH, height: HEIGHT / 2, class: "half" }),
    svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "axis" }),
    svg("path", { d: path(points), class: "lead" }),
    svg("path", { d: path(winrate), class: "winrate" }),
    at < 0 ? null : svg("line", { x1: at * step, x2: at * step, y1: 0, y2: HEIGHT, class: "now" }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * (WIDTH + 4) - 2) / WIDTH;
    const i = Math.round(Math.max(0, Math.min(1, share)) * (values.length - 1));
    post("go", { node: values[i][0] });
  });
  const value = values[at];
  const words = value && value[1] !== null
    ? `Move ${at}: Black wins ${percent(value[1])}${value[2] === null ? "" : `, ${lead(value[2])}`}` : `Move ${at}`;
  const text = document.createElement("p");
  text.className = "legend-line";
  text.append(words, " ", named("winrate", "Black's win rate"), " ", named("lead", `lead, up to ${most.toFixed(0)} points`));
  $("graph").replaceChildren(picture, text);
  const slider = $("slider");
  slider.max = String(values.length - 1);
  slider.value = String(Math.max(0, at));
}

/** Returns the name of a line in its color. */
function named(kind, words) {
  const of = document.createElement("span");
  of.className = `key ${kind}`;
  of.textContent = words;
  return of;
}

$("slider").addEventListener("input", (event) => {
  const value = store.values[Number(event.target.value)];
  if (value) post("go", { node: value[0] });
});

$("review").addEventListener("click", () => {
  if (store.state.review) post("stop");
  else post("review", { playouts: Math.max(1, Math.min(100000, Math.round(Number($("playouts").value)) || 400)) });
});

watch(() => {
  const { state } = store;
  if (!state || store.tab !== "analyze") return;
  draw();
  const [done, all] = state.review ?? [0, 1];
  $("progress").hidden = !state.review;
  $("progress").max = all;
  $("progress").value = done;
  $("review").textContent = state.review ? `Stop (${done} of ${all})` : "Analyze the game";
  $("review").disabled = state.game !== "go";
});
