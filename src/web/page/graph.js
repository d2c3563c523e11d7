// The graph of win rate and lead, the moves that lost most, and the review that finds them.

import { $, html, lead, percent, svg } from "./dom.js";
import { post } from "./server.js";
import { changed, store, watch } from "./store.js";
import { t } from "./words.js";

const HEIGHT = 180;
const MARGIN = 44; // left and right, for the axis labels

let drawn = "";
let turnsDrawn = "";

/** Draws the graph of the known values. */
function draw() {
  const { state, analysis } = store;
  // The running analysis is newer than the stored value.
  const live = ([node, ...known]) => (analysis && state.isAnalyzing && node === state.node
    ? [node, analysis.toPlay === "black" ? analysis.winrate : 1 - analysis.winrate,
      analysis.lead === undefined ? null : analysis.toPlay === "black" ? analysis.lead : -analysis.lead]
    : [node, ...known.slice(0, 2)]);
  const values = store.values.map(live);
  // One unit is one pixel, so that the text keeps its size.
  const width = Math.max(120, $("graph").clientWidth - 2 * MARGIN - 2);
  const key = JSON.stringify([values, state.node, width]);
  if (key === drawn) return;
  drawn = key;
  const step = width / Math.max(1, values.length - 1);
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
  const hasLeads = values.some((value) => value[2] !== null);
  const label = (x, y, words, anchor) => svg("text", { x, y, class: "scale", "text-anchor": anchor }, words);
  const scale = [0, 0.5, 1].flatMap((share) => [
    label(-5, HEIGHT * (1 - share) + 4, percent(share), "end"),
    hasLeads ? label(width + 5, HEIGHT * (1 - share) + 4, share === 0.5 ? "0" : lead((2 * share - 1) * most, 0), "start") : null,
  ]);
  const every = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((count) => values.length / count <= width / 36) ?? 2000;
  for (let i = 0; i < values.length; i += every) scale.push(label(i * step, HEIGHT + 17, String(i), "middle"));
  const picture = svg("svg", { viewBox: `${-MARGIN} -8 ${width + 2 * MARGIN} ${HEIGHT + 30}`, role: "img", "aria-label": t("Black's win rate and lead over the game") },
    ...scale,
    svg("rect", { x: 0, y: 0, width: width, height: HEIGHT / 2, class: "half" }),
    svg("line", { x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "axis" }),
    svg("path", { d: path(points), class: "lead" }),
    svg("path", { d: path(winrate), class: "winrate" }),
    at < 0 ? null : svg("line", { x1: at * step, x2: at * step, y1: 0, y2: HEIGHT, class: "now" }));
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const share = ((event.clientX - box.left) / box.width * (width + 2 * MARGIN) - MARGIN) / width;
    const i = Math.round(Math.max(0, Math.min(1, share)) * (values.length - 1));
    post("go", { node: values[i][0] });
  });
  const value = values[at];
  const words = value && value[1] !== null
    ? `${t("Move {number}: Black's win rate {winrate}", { number: at, winrate: percent(value[1]) })}${value[2] === null ? "" : `, ${lead(value[2])}`}`
    : t("Move {number}", { number: at });
  const text = html("p", { class: "legend-line" }, words, " ", named("winrate", t("win rate of Black")), " ", hasLeads ? named("lead", t("lead in points")) : "");
  $("graph").replaceChildren(picture, text);
  const slider = $("slider");
  slider.max = String(values.length - 1);
  slider.value = String(Math.max(0, at));
}

/** Lists the moves that lost most, the greatest loss first. A click shows the position before the move, with the move and the
    better one marked. */
function drawTurns() {
  const worst = store.mistakes.toSorted((a, b) => b.winrate - a.winrate);
  // An unchanged list is not redrawn, so a button keeps the focus.
  const key = JSON.stringify(worst);
  if (key === turnsDrawn) return;
  turnsDrawn = key;
  $("turns-title").hidden = worst.length === 0;
  $("turns").replaceChildren(...worst.map((turn) => html("li", {}, html("button", { click: () => showTurn(turn) },
    html("i", { class: `disc ${turn.color}` }),
    t("Move {number}: {move}, win rate −{winrate}", { number: turn.number, move: t(turn.move), winrate: percent(turn.winrate) }),
    turn.better ? `; ${t("{move} was better", { move: t(turn.better) })}` : ""))));
}

async function showTurn(turn) {
  await post("go", { node: turn.before });
  store.turn = turn;
  changed();
}

/** Returns the marks of the selected turning point for the board. */
export function turnOverlay() {
  const { turn, state } = store;
  if (!turn || turn.before !== state.node || state.isAnalyzing) return {};
  const moves = [[turn.move, ["✕"], 0, false]];
  if (turn.better) moves.unshift([turn.better, ["✓"], 1, true]);
  return { moves };
}

/** Returns the nodes of the main line: the first child of each node, from the start. */
export function mainLine() {
  const { children } = store.tree;
  const line = [0];
  while (children[line.at(-1)]?.length) line.push(children[line.at(-1)][0]);
  return line;
}

$("main-line").addEventListener("click", async () => {
  const main = mainLine();
  const shown = new Set(store.values.map(([node]) => node));
  const fork = main.filter((node) => shown.has(node)).at(-1);
  await post("go", { node: main.at(-1) });
  await post("go", { node: fork });
});

/** Returns the legend of a line in its color. */
const named = (kind, words) => html("span", { class: `key ${kind}` }, words);

$("slider").addEventListener("input", (event) => {
  const value = store.values[Number(event.target.value)];
  if (value) post("go", { node: value[0] });
});

$("review").addEventListener("click", () => {
  if (store.state.review) post("stop");
  else post("review", { playouts: Math.max(0, Math.min(100000, Math.round(Number($("playouts").value)))) || null });
});

addEventListener("resize", changed);

watch(() => {
  const { state } = store;
  if (!state || store.tab !== "analyze") return;
  draw();
  drawTurns();
  const [done, all] = state.review ?? [0, 1];
  $("progress").hidden = !state.review;
  $("progress").max = all;
  $("progress").value = done;
  const shown = new Set(store.values.map(([node]) => node));
  $("main-line").hidden = mainLine().every((node) => shown.has(node));
  $("review").textContent = state.review ? t("Stop ({done} of {all})", { done, all }) : t("Analyze the game");
});
