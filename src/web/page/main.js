// The page begins here: it listens to the program, and draws the board and the status line.

import * as board from "./board.js";
import { $, result } from "./dom.js";
import { listen } from "./server.js";
import { changed, store, watch } from "./store.js";
import { candidate, overlay } from "./analysis.js";
import { clickPoint, go, targets } from "./play.js";
import { position } from "./playout.js";
import { turnOverlay } from "./graph.js";
import "./keys.js";
import "./record.js";
import "./search.js";

listen({
  board: (drawing) => { if (drawing) board.setUp(drawing); changed(); },
  state: (state) => {
    const isMoved = store.state?.node !== state.node || store.state?.stones !== state.stones;
    store.state = state;
    if (isMoved) Object.assign(store, { estimate: null, from: null, hover: null, chosen: null });
    changed();
  },
  tree: (tree) => { store.tree = tree; changed(); },
  values: (values) => { store.values = values; changed(); },
  analysis: (analysis) => { store.analysis = analysis; changed(); },
});

board.connect(clickPoint, (point) => {
  if (store.hover !== point) Object.assign(store, { hover: point });
  changed();
}, (step) => { if (store.state) go(step); });

const TABS = ["play", "analyze", "search", "playout"];

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
  $(`tab-${name}`).addEventListener("click", () => show(name));
  $(`tab-${name}`).addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: TABS.length - 1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const next = TABS[(i + step) % TABS.length];
    show(next);
    $(`tab-${next}`).focus();
  });
}

/** Returns what the board shows. */
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
  if (state.territory && !state.isAnalyzing) shown.owners = [...state.territory].map((of) => ({ X: 1, O: -1, ".": 0 })[of]);
  if (store.estimate) {
    shown.owners = store.estimate.owners.map((share) => share / 100);
    shown.dead = store.estimate.dead;
  }
  Object.assign(shown, turnOverlay(), overlay());
  const isPersons = !state.isOver && !state.isThinking && state.players[state.toPlay] === "person";
  if (isPersons && store.hover && state.game !== "clobber") shown.ghost = [store.hover, state.toPlay];
  const line = candidate(store.hover ?? store.chosen)?.line;
  if (line && line.length > 0 && !state.isOver) Object.assign(shown, { line, color: store.analysis.toPlay, moves: [], weights: [] });
  return shown;
}

const capital = (word) => word[0].toUpperCase() + word.slice(1);

function status() {
  const { state } = store;
  if (state.isCounting) return "Both have passed: the score is being counted …";
  if (state.isOver) {
    const dead = state.game === "go" && state.territory ? " Click stones to mark their group as dead or alive." : "";
    const persons = ["black", "white"].filter((color) => state.players[color] === "person");
    return `The game is over: ${result(state.result, persons.length === 1 ? persons[0] : undefined)}.${dead}`;
  }
  if (store.estimate) return `Estimate: ${result(store.estimate.score)}`;
  if (state.isThinking) return `${capital(state.toPlay)} thinks …`;
  const ended = state.result ? `; the recorded result is ${state.result}` : "";
  return `${capital(state.toPlay)} to play, move ${state.number + 1}${ended}`;
}

watch(() => {
  if (!store.state) return;
  board.draw(view());
  const line = store.tab === "playout" && store.playout ? "" : status();
  if ($("status").textContent !== line) $("status").textContent = line;
  const { state } = store;
  const facts = state.game === "go"
    ? `${state.rules} rules, komi ${state.komi}${state.handicap ? `, handicap ${state.handicap}` : ""}` : `${state.game}: ${state.about}`;
  $("caption").textContent = [facts, state.last ? `last move ${state.last}` : "", state.note].filter(Boolean).join(" · ");
});
