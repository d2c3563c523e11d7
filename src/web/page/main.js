// The entry point: listens to the program, draws the board and the status line.

import * as board from "./board.js";
import { $, hideToast, result } from "./dom.js";
import { listen } from "./server.js";
import { changed, store, watch } from "./store.js";
import { candidate, overlay } from "./analysis.js";
import { clickPoint, go, name, targets } from "./play.js";
import { position } from "./playout.js";
import { turnOverlay } from "./graph.js";
import { person } from "./end.js";
import { follow } from "./sound.js";
import { called, said, t, useLanguage, written } from "./words.js";
import { numbers, recordOverlay } from "./record.js";
import { quizOverlay } from "./mistakes.js";
import "./edit.js";
import "./keys.js";
import "./search.js";
import "./settings.js";

// The texts of the page depend on the selected language.
store.settings = await (await fetch("api/settings")).json() ?? {};
await useLanguage();

listen({
  board: (drawing) => { if (drawing) board.setUp(drawing); changed(); },
  state: (state) => {
    const isNew = store.state?.record !== state.record;
    const isMoved = isNew || ["node", "stones", "isOver"].some((key) => store.state[key] !== state[key]);
    follow(store.state, state);
    store.state = state;
    if (isNew) Object.assign(store, { isEditing: false, isSolving: false, tried: null, turn: null, verdict: null });
    if (isMoved) {
      Object.assign(store, { estimate: null, hint: null, from: null, hover: null, chosen: null, tapped: null });
      hideToast();
    }
    changed();
  },
  tree: (tree) => { store.tree = tree; changed(); },
  values: (values) => { store.values = values; changed(); },
  analysis: (analysis) => { store.analysis = analysis; changed(); },
  mistakes: (mistakes) => { store.mistakes = mistakes ?? []; changed(); },
  settings: (settings) => { store.settings = settings ?? {}; changed(); },
});

board.connect(clickPoint, (point) => {
  store.hover = point;
  changed();
}, (step) => {
  if (store.tab === "playout" && store.playout) $(step > 0 ? "step-forward" : "step-back").click();
  else if (store.state) go(step);
});

const TABS = ["play", "analyze", "mistakes", "search", "playout"];

/** Shows a view. */
export function show(tab) {
  store.tab = tab;
  for (const name of TABS) {
    $(`tab-${name}`).setAttribute("aria-selected", String(name === tab));
    $(`tab-${name}`).tabIndex = name === tab ? 0 : -1;
    $(`panel-${name}`).hidden = name !== tab;
  }
  changed();
}

for (const [i, name] of TABS.entries()) {
  $(`tab-${name}`).addEventListener("click", (event) => {
    show(name);
    // After a click with the pointer, the arrow keys still step through the game.
    if (event.detail > 0) event.target.blur();
  });
  $(`tab-${name}`).addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: TABS.length - 1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const next = TABS[(i + step) % TABS.length];
    show(next);
    $(`tab-${next}`).focus();
  });
}

/** Returns the contents of the board. */
function view() {
  const { state } = store;
  if (store.tab === "playout" && store.playout) return position();
  const shown = {
    stones: state.stones,
    last: state.last,
    ko: state.ko,
    dead: state.dead ?? [],
    targets: targets(),
  };
  if (store.settings.numbers) shown.numbers = numbers();
  Object.assign(shown, recordOverlay());
  if (state.territory && !state.isAnalyzing) shown.owners = [...state.territory].map((of) => ({ X: 1, O: -1, ".": 0 })[of]);
  if (store.estimate?.owners) {
    shown.owners = store.estimate.owners.map((share) => share / 100);
    shown.dead = store.estimate.dead;
  }
  if (store.tried) Object.assign(shown, { line: [store.tried.move, ...store.tried.line.slice(0, 5)], color: store.tried.color });
  if (store.hint?.move && !state.isOver) shown.moves = [[store.hint.move, ["✓"], 1, true]];
  Object.assign(shown, turnOverlay(), overlay(), quizOverlay());
  if (shown.moves?.length) shown.next = []; // the letters of the variations would be hidden under them
  const isPersons = !state.isOver && !state.isThinking && state.players[state.toPlay] === "person";
  const under = store.tapped ?? store.hover;
  if (isPersons && under && !store.isEditing && state.game !== "clobber") shown.ghost = [under, state.toPlay];
  if (shown.line) return shown;
  const line = candidate(store.hover ?? store.chosen)?.line;
  if (line && line.length > 0 && !state.isOver) Object.assign(shown, { line, color: store.analysis.toPlay, moves: [], weights: [] });
  return shown;
}

function status() {
  const { state } = store;
  const [toPlay, other] = state.toPlay === "black" ? ["Black", "White"] : ["White", "Black"];
  if (store.isSolving && store.tab === "play") return store.verdict?.node === state.node ? store.verdict.text : t("Find the best move.");
  if (state.isCounting) return t("Both players passed: counting the score …");
  if (state.isOver) return t("The game is over: {result}.", { result: result(state.result, person(state)) });
  if (store.estimate) return store.estimate.owners ? estimated(store.estimate.score) : t("The engine is estimating the score …");
  if (store.hint) return store.hint.move ? t("Hint: {move}", { move: t(store.hint.move) }) : t("The engine is looking for a good move …");
  if (state.isThinking) return t(`${toPlay} is thinking …`);
  const tip = state.paused === null ? -1 : store.values.findIndex(([node]) => node === state.paused);
  return [
    state.last === "pass" ? t(`${other} passed.`) : "",
    t(`${toPlay} to play, move {number}`, { number: state.number + 1 }),
    tip < 0 ? "" : t("(the game goes on at move {number})", { number: tip + 1 }),
  ].filter(Boolean).join(" ");
}

/** Returns an estimated score such as W+4.5 in words. */
function estimated(score) {
  const [winner, points] = score.split("+");
  if (!points) return t("Estimate: a draw");
  return t(winner === "B" ? "Estimate: Black leads by {points}" : "Estimate: White leads by {points}", { points: written(Number(points)) });
}

watch(() => {
  if (!store.state) return;
  board.crop(store.settings.coordinates === false);
  board.draw(view());
  const line = store.tab === "playout" && store.playout ? "" : status();
  if ($("status").textContent !== line) $("status").textContent = line;
  const { state } = store;
  // The card of the end says the same.
  $("status").classList.toggle("unseen", !$("end").hidden && !store.isSolving);
  // Screen readers tell the last move.
  const [, color, move] = store.tree.nodes[state.node] ?? [];
  const played = move ? `${t(color === "B" ? "Black" : "White")} ${t(move)}` : "";
  if ($("played").textContent !== played) $("played").textContent = played;
  const facts = state.game === "go"
    ? [t("{rules} rules", { rules: called(state.rules) }), t("komi {komi}", { komi: written(Number(state.komi)) }), state.handicap ? t("handicap {count}", { count: state.handicap }) : ""]
    : [`${called(state.game)}: ${said(state.about)}`];
  const ended = state.result && !state.isOver ? result(state.result) : "";
  $("caption").textContent = [...facts, ended, state.note.split("\n").map(said).join("; ")].filter(Boolean).join(" · ");
  document.title = `${name(state, "black") || t("Black")} – ${name(state, "white") || t("White")} · brasa`;
});
