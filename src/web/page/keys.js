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
  ["Enter", "After Tab, on the board: play at the point selected with the arrow keys"],
  ["←", "Back one move", actions.back, "ArrowLeft"],
  ["→", "Forward one move", actions.forward, "ArrowRight"],
  [",", "Back one move", actions.back],
  [".", "Forward one move", actions.forward],
  ["Home", "To the start", actions.first],
  ["End", "To the end", actions.last],
  ["p", "Pass", press("pass")],
  ["u", "Take back your last move", press("undo")],
  ["r", "Replay the move", press("redo")],
  ["m", "Let the engine move now", press("move")],
  ["s", "Stop the engine", press("stop")],
  ["Shift+R", "Give up the game", press("resign"), "R"],
  ["n", "New game", press("new")],
  ["i", "Show a good move", press("hint")],
  ["e", "Estimate the score", press("score")],
  ["a", "Analyze this position, or stop that", toggleAnalysis],
  ["h", "Change what is shown on the board", nextHeat],
  ["o", "Open a record", press("open")],
  ["d", "Save", press("save")],
  ["g", "Analyze the game, or stop that", press("review")],
  ["t", "Show the last search", press("tree-refresh", "search")],
  ["x", "New playout", press("playout", "playout")],
  ["[", "Back one step of the playout", press("step-back")],
  ["]", "Forward one step of the playout", press("step-forward")],
  ["1", "Game", press("tab-play")],
  ["2", "Analyze", press("tab-analyze")],
  ["3", "Mistakes", press("tab-mistakes")],
  ["4", "Search", press("tab-search")],
  ["5", "Playout", press("tab-playout")],
  ["?", "Keys", showKeys],
];

/** Shows the list of keys. */
function showKeys() {
  $("key-list").replaceChildren(...KEYS.flatMap(([key, words]) => [html("dt", {}, key), html("dd", {}, t(words))]));
  $("keys").showModal();
}

addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target === $("comment")) event.target.blur();
  const isTyping = event.target.matches("input:not([type=range]), textarea, select") || document.querySelector("dialog[open]");
  // Some keyboards have [ and ] on AltGr, which may also count as Ctrl and Alt.
  const isCommand = (event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph") || event.metaKey;
  if (!store.state || isTyping || isCommand) return;
  if (event.target.matches("[type=range]") && /^(Arrow|Page|Home|End)/.test(event.key)) return;
  // Caps Lock alone changes no command: R gives up the game.
  const pressed = event.key.length > 1 || event.shiftKey ? event.key : event.key.toLowerCase();
  const found = KEYS.find(([key, , act, code]) => act && (code ?? key) === pressed);
  if (!found) return;
  event.preventDefault();
  found[2]();
});

$("help").addEventListener("click", showKeys);
