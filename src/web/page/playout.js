// One playout, step by step.

import { index } from "./board.js";
import { $, html } from "./dom.js";
import { post } from "./server.js";
import { changed, store, watch } from "./store.js";
import { said, t } from "./words.js";

/** The colors of the rules, in order of appearance. */
const COLORS = ["#e4572e", "#17bebb", "#ffc914", "#2e86ab", "#a23b72", "#76b041", "#f18f01", "#8661c1", "#5b8c5a", "#888", "#444"];

/** Returns the color of a rule. */
const color = (rule) => COLORS[store.playout.rules.indexOf(rule) % COLORS.length];

/** Returns the board contents at the current step. */
export function position() {
  const { playout } = store;
  const stones = [...playout.stones];
  const made = new Map(); // the step of the stone on each point
  playout.steps.slice(0, playout.step).forEach(([, move, , changes], i) => {
    for (const [point, stone] of changes) {
      stones[index(point)] = stone;
      made.delete(point);
    }
    const point = move.split("-").pop();
    if (index(point) >= 0) made.set(point, i);
  });
  const last = playout.steps[playout.step - 1]?.[1];
  const tints = [...made].filter(([point]) => stones[index(point)] !== ".").map(([point, i]) => [point, color(playout.steps[i][2])]);
  return { stones: stones.join(""), last, tints };
}

/** Shows a step. */
function show(step) {
  if (!store.playout) return;
  store.playout.step = Math.max(0, Math.min(store.playout.steps.length, step));
  changed();
}

$("playout").addEventListener("click", async () => {
  const answer = await post("playout");
  if (!answer) return;
  const rules = [...new Set(answer.steps.map(([, , rule]) => rule))];
  store.playout = { ...answer, rules, step: 0 };
  changed();
});
$("step-first").addEventListener("click", () => show(0));
$("step-back").addEventListener("click", () => show(store.playout?.step - 1));
$("step-forward").addEventListener("click", () => show(store.playout?.step + 1));
$("step-last").addEventListener("click", () => show(Infinity));
$("step").addEventListener("input", (event) => show(Number(event.target.value)));

let known = null; // the position of the playout

watch(() => {
  const { playout, state } = store;
  if (!state) return;
  if (playout && known === playout && playout.base !== state.stones) store.playout = null;
  known = store.playout;
  if (!store.playout) {
    $("playout-text").textContent = t("A playout starts from the position on the board.");
    $("legend").replaceChildren();
    return;
  }
  playout.base ??= state.stones;
  const { step, steps } = playout;
  $("step").max = String(steps.length);
  $("step").value = String(step);
  const [player, move, rule] = steps[step - 1] ?? [];
  const words = step === 0 ? t("A playout of {count} moves", { count: steps.length })
    : t("{step} of {count}: {player} {move}, rule {rule}", { step, count: steps.length, player: t(player === "black" ? "Black" : "White"), move: t(move), rule: t(rule) });
  $("playout-text").textContent = step === steps.length ? `${words} · ${t("Result: {result}", { result: said(playout.result) })}` : words;
  const count = (of) => steps.slice(0, step).filter(([, , by]) => by === of).length;
  $("legend").replaceChildren(...playout.rules.map((of) => {
    const dot = html("span", { class: "dot" });
    dot.style.background = color(of);
    return html("li", {}, dot, ` ${t(of)}: ${count(of)}`);
  }));
});
