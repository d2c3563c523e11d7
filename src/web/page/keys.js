// The keys. On the board, the arrow keys move from point to point and Enter plays.

import { $ } from "./dom.js";
import { toggleAnalysis, nextHeat } from "./analysis.js";
import { actions, showKeys } from "./play.js";

/** [the key, what it does in words, and the function]. */
const KEYS = [
  ["Enter", "on the board: play at the point"],
  ["←", "back one move", actions.back, "ArrowLeft"],
  ["→", "forward one move", actions.forward, "ArrowRight"],
  [",", "back one move", actions.back],
  [".", "forward one move", actions.forward],
  ["Home", "to the start", actions.first],
  ["End", "to the end", actions.last],
  ["p", "pass", actions.pass],
  ["u", "take back your last move", actions.undo],
  ["r", "play it again", actions.redo],
  ["m", "let the engine move now", actions.move],
  ["s", "stop the engine", actions.stop],
  ["R", "give up the game", actions.resign],
  ["n", "new game", actions.new],
  ["e", "estimate the score", actions.score],
  ["a", "analyze this position, or stop that", toggleAnalysis],
  ["h", "change what is shown on the board", nextHeat],
  ["1", "play", () => $("tab-play").click()],
  ["2", "analyze", () => $("tab-analyze").click()],
  ["3", "search tree", () => $("tab-search").click()],
  ["4", "playout", () => $("tab-playout").click()],
  ["?", "this list", () => showKeys(KEYS)],
];

addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input:not([type=range]), textarea, select") || document.querySelector("dialog[open]");
  if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("[type=range]") && event.key.startsWith("Arrow")) return;
  const found = KEYS.find(([key, , act, code]) => act && (code ?? key) === event.key);
  if (!found) return;
  event.preventDefault();
  found[2]();
});

$("help").addEventListener("click", () => showKeys(KEYS));
