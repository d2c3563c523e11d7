// The live analysis: candidates, the expected line under the pointer, and heat maps.

import { index } from "./board.js";
import { $, html, lead, options, percent, result, short } from "./dom.js";
import { post } from "./server.js";
import { changed, hovers, store, watch } from "./store.js";
import { spelled, t } from "./words.js";

const heat = $("heat");
const HEATS = [["moves", "moves"], ["owners", "point ownership"], ["prior", "move priors"], ["none", "board only"]];
options(heat, HEATS.map(([name, words]) => [name, t(words)]));
const MAX_ROWS = 12;

/** Turns the analysis on or off. */
export const toggleAnalysis = () => post("analyze", { on: !store.state?.isAnalyzing });
$("analyze").addEventListener("click", toggleAnalysis);

/** Shows the next kind of information on the board. */
export function nextHeat() {
  heat.selectedIndex = (heat.selectedIndex + 1) % heat.options.length;
  changed();
}
heat.addEventListener("change", changed);

/** Returns the candidate at a point or for a move, or undefined. */
export function candidate(move) {
  if (!move || !store.analysis || store.tab === "playout") return undefined;
  const i = index(move);
  return store.analysis.moves.find((of) => of.visits > 0 && (of.move === move || i >= 0 && index(of.move) === i));
}

/** Returns the marks of the analysis for the board. */
export function overlay() {
  const { analysis, state } = store;
  if (!analysis || !state.isAnalyzing) return {};
  if (heat.value === "owners") {
    return analysis.owners ? { owners: analysis.owners.map((share) => share / 100) } : {};
  }
  if (heat.value === "prior") {
    // Relative to the greatest one, which is small among many moves.
    const most = Math.max(0.001, ...analysis.moves.map((of) => of.prior ?? 0));
    return { weights: analysis.moves.map((of) => [of.move, (of.prior ?? 0) / most]) };
  }
  if (heat.value === "none") return {};
  const most = Math.max(1, ...analysis.moves.map((of) => of.visits));
  const moves = analysis.moves.slice(0, MAX_ROWS).filter((of, i) => i === 0 || of.visits > most / 50);
  return {
    moves: moves.map((of, i) => [of.move, [String(Math.round(100 * of.winrate)), short(of.visits)], of.visits / most, i === 0]),
  };
}

const has = (moves, name) => moves.some((of) => of[name] !== null && of[name] !== undefined);

/** Returns the columns of the table; games without points have no lead, searches without knowledge no prior. */
const columns = (moves) => ["", "move", "visits", "win rate", ...["lead", "prior"].filter((name) => has(moves, name)), "then"];

/** Returns a row of the table of candidates. */
function row(of, order, names) {
  const cells = [String(order + 1), t(of.move), short(of.visits), percent(of.winrate, 1)];
  if (names.includes("lead")) cells.push(lead(store.analysis.toPlay === "black" ? of.lead : -of.lead));
  if (names.includes("prior")) cells.push(has([of], "prior") ? percent(of.prior, 1) : "");
  cells.push(spelled(...of.line.slice(1, 7)));
  return html("tr", { tabindex: 0, ...hovers(of.move),
    click: () => choose(of.move), keydown: (event) => { if (event.key === "Enter") choose(of.move); } }, ...cells.map((words) => html("td", {}, words)));
}

/** Shows a candidate's line until another is chosen, without playing it. */
function choose(move) {
  store.chosen = store.chosen === move ? null : move;
  changed();
}
$("play-line").addEventListener("click", () => post("play", { move: store.chosen }));

let drawn = null;

watch(() => {
  const { analysis, state } = store;
  if (!state) return;
  $("analyze").setAttribute("aria-pressed", String(state.isAnalyzing));
  $("analyze").textContent = state.isAnalyzing ? t("Stop analyzing") : t("Analyze");
  const offered = HEATS.filter(([name]) => state.game === "go" || name !== "owners" && (name !== "prior" || has(analysis?.moves ?? [], "prior")));
  options(heat, offered.map(([name, words]) => [name, t(words)]));
  $("play-line").hidden = !candidate(store.chosen);
  $("play-line").textContent = t(store.chosen === "pass" ? "Pass" : "Play {move}", { move: store.chosen });
  // Only Go knows a value of a position after the end.
  const isEnd = state.isOver && state.game !== "go";
  const shown = analysis ?? `${state.isAnalyzing} ${isEnd}`;
  if (store.tab !== "analyze" || drawn === shown) return;
  drawn = shown;
  const table = $("candidates");
  if (!analysis) {
    table.replaceChildren();
    $("summary").textContent = isEnd ? t("The game is over: {result}.", { result: result(state.result) })
      : state.isAnalyzing ? "…" : t("The engine shows its candidate moves here while it is thinking.");
    return;
  }
  const player = analysis.toPlay === "black" ? "Black" : "White";
  const points = analysis.lead === undefined ? "" : `, ${lead(analysis.toPlay === "black" ? analysis.lead : -analysis.lead)}`;
  $("summary").textContent = t(`${player}'s win rate {winrate}{lead}, after {count} playouts`, { winrate: percent(analysis.winrate, 1), lead: points, count: short(analysis.visits) });
  const moves = analysis.moves.filter((of) => of.visits > 0).slice(0, MAX_ROWS);
  const names = columns(moves);
  const focused = [...table.querySelectorAll("tr")].indexOf(document.activeElement);
  table.replaceChildren(
    html("thead", {}, html("tr", {}, ...names.map((name) => html(name ? "th" : "td", { scope: name ? "col" : null }, t(name))))),
    html("tbody", {}, ...moves.map((of, i) => row(of, i, names))));
  if (focused > 0) table.querySelectorAll("tr")[focused]?.focus();
});
