// The keys. When the board has the focus after Tab, the arrow keys select a point and Enter plays there.

import { $, html } from "./dom.js";
import { toggleAnalysis, nextHeat } from "./analysis.js";
import { actions } from "./play.js";
import { store } from "./store.js";
import { t } from "./words.js";

/** Returns a function that opens a button's view and clicks the button unless it is hidden. */
const press = (id, tab) => () => {
  if (tab) $(`tab-${tab}`).click();
  if (!$(id).hidden) $(id).click();
};

/** [key, description, function]. */
const KEYS = [
  ["Enter", "after Tab, on the board: play at the point selected with the arrow keys"],
  ["←", "back one move", actions.back, "ArrowLeft"],
  ["→", "forward one move", actions.forward, "ArrowRight"],
  [",", "back one move", actions.back],
  [".", "forward one move", actions.forward],
  ["Home", "to the start", actions.first],
  ["End", "to the end", actions.last],
  ["p", "pass", press("pass")],
  ["u", "take back your last move", press("undo")],
  ["r", "replay the move", press("redo")],
  ["m", "let the engine move now", press("move")],
  ["s", "stop the engine", press("stop")],
  ["Shift+R", "give up the game", press("resign"), "R"],
  ["n", "new game", press("new")],
  ["i", "show a good move", press("hint")],
  ["e", "estimate the score", press("score")],
  ["a", "analyze this position, or stop that", toggleAnalysis],
  ["h", "change what is shown on the board", nextHeat],
  ["o", "load a game record", press("open")],
  ["d", "save the game", press("save")],
  ["g", "analyze the game, or stop that", press("review")],
  ["t", "show the tree of the last search", press("tree-refresh", "search")],
  ["x", "new playout", press("playout", "playout")],
  ["[", "back one step of the playout", press("step-back")],
  ["]", "forward one step of the playout", press("step-forward")],
  ["1", "game", press("tab-play")],
  ["2", "analyze", press("tab-analyze")],
  ["3", "mistakes", press("tab-mistakes")],
  ["4", "search tree", press("tab-search")],
  ["5", "playout", press("tab-playout")],
  ["?", "this list", showKeys],
];

/** Shows the list of keys. */
function showKeys() {
  $("key-list").replaceChildren(...KEYS.flatMap(([key, words]) => [html("dt", {}, key), html("dd", {}, t(words))]));
  $("keys").showModal();
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target === $("comment")) event.target.blur();
  const isTyping = event.target.matches("input:not([type=range]), textarea, select") || document.querySelector("dialog[open]");
  if (!store.state || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.matches("[type=range]") && /^(Arrow|Page|Home|End)/.test(event.key)) return;
  // Caps Lock alone changes no command: R gives up the game.
  const pressed = event.key.length > 1 || event.shiftKey ? event.key : event.key.toLowerCase();
  const found = KEYS.find(([key, , act, code]) => act && (code ?? key) === pressed);
  if (!found) return;
  event.preventDefault();
  found[2]();
});

$("help").addEventListener("click", showKeys);
