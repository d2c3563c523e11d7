// Playing: clicks on the board, the buttons below it, the players, their clocks, and new games.

import { isStone } from "./board.js";
import { $, html, options, toast } from "./dom.js";
import { ask, post } from "./server.js";
import { play } from "./sound.js";
import { levels } from "./start.js";
import { changed, store, watch } from "./store.js";
import { ranked, spoken, t } from "./words.js";

/** Returns the legal two-point moves, such as A1-A2; none in games with one click per move. */
const pairs = () => (store.state.legal ?? []).filter((move) => move.includes("-"));

/** Returns the points that the selected stone can move to. */
export function targets() {
  if (!store.from) return [];
  const from = pairs().filter((move) => move.startsWith(`${store.from}-`));
  return [store.from, ...from.map((move) => move.split("-")[1])];
}

/** Handlers that take clicks on points instead of playing: editing, a problem, a mistake. */
export const takers = [];

/**
 * Plays at a point; in games with two clicks per move the first selects a stone. After the game it marks dead stones. On a touch
 * screen the first tap previews the stone, and the second plays it.
 */
export function clickPoint(point, isTap) {
  const { state } = store;
  if (!state) return;
  if (store.tab === "playout" && store.playout) {
    // The board shows a step of the playout; a click leads back to the game.
    const isGame = store.playout.step === 0;
    store.playout = null;
    changed();
    if (!isGame) return;
  }
  if (takers.some((take) => take(point))) return;
  const isSure = !isTap || store.settings.touch === "one" || store.tapped === point || state.isOver || pairs().length > 0 || isStone(point);
  store.tapped = isSure ? null : point;
  if (isSure) act(point);
  changed();
}
$("confirm").addEventListener("click", () => clickPoint(store.tapped));

function act(point) {
  const { state } = store;
  if (state.isOver) {
    if (state.territory && isStone(point)) {
      store.estimate = null; // it would hide the change
      post("dead", { point });
    }
    return;
  }
  if (pairs().length === 0) {
    post("play", { move: point });
  } else if (store.from && targets().slice(1).includes(point)) {
    post("play", { move: `${store.from}-${point}` });
    store.from = null;
  } else {
    const canMove = pairs().some((move) => move.startsWith(`${point}-`));
    if (!canMove && store.from !== point) toast(t(store.from ? "{move} is not a legal move" : "No legal move starts at {move}", { move: store.from ? `${store.from}-${point}` : point }));
    store.from = canMove && store.from !== point ? point : null;
  }
}

// The requested node, and the time until which its position may still be on its way.
let wanted = { node: 0, until: 0 };

/** Shows the position some moves before or after the current or the last requested one. */
export async function go(step) {
  const { values } = store;
  const from = performance.now() < wanted.until ? wanted.node : store.state?.node;
  const at = values.findIndex(([node]) => node === from);
  const to = Math.max(0, Math.min(values.length - 1, at + step));
  if (at < 0 || to === at) return;
  const node = values[to][0];
  const asked = { node, until: performance.now() + 5000 };
  wanted = asked;
  await post("go", { node });
  // The position arrives as an event and may be later than the answer.
  asked.until = Math.min(asked.until, performance.now() + 300);
}

/** Shows the engine's move at full strength. */
async function hint() {
  const { record, node } = store.state;
  const asked = {};
  Object.assign(store, { hint: asked, estimate: null });
  changed();
  const answer = await ask("judge", { record, node, line: [] });
  // Another position may be on the board.
  if (store.hint === asked) store.hint = answer?.line[0] ? { move: answer.line[0] } : null;
  changed();
}

/** Lets the engine estimate the score, or removes the estimate from the board. */
export async function estimate() {
  if (store.estimate) {
    store.estimate = null;
    changed();
    return;
  }
  const asked = {};
  Object.assign(store, { estimate: asked, hint: null });
  changed();
  const answer = await ask("score") ?? null;
  // Another position may be on the board.
  if (store.estimate === asked) store.estimate = answer;
  changed();
}

/** The actions of the buttons. */
export const actions = {
  first: () => go(-Infinity),
  back: () => go(-1),
  forward: () => go(1),
  last: () => go(Infinity),
  pass: () => post("play", { move: "pass" }),
  undo: () => post("undo"),
  redo: () => post("redo"),
  move: () => post("move"),
  stop: () => post("stop"),
  resign: () => post("resign"),
  score: estimate,
  hint,
};
for (const [id, act] of Object.entries(actions)) $(id).addEventListener("click", () => { if ($(id).ariaDisabled !== "true") act(); });

// The players and the strength of the engine.
for (const color of ["black", "white"]) {
  $(`role-${color}`).addEventListener("change", (event) => post("players", { [color]: event.target.value }));
}
$("level").addEventListener("change", (event) => post("players", { level: event.target.value }));
$("seconds").addEventListener("change", ({ target }) => {
  // An empty field gets the old value back.
  if (target.value === "") target.value = store.state.seconds;
  else post("players", { seconds: Math.max(target.min, Math.min(target.max, target.value)) });
});

/** Turns a button on or off. A button that is off keeps the focus. */
const enable = (id, isOn) => $(id).setAttribute("aria-disabled", String(!isOn));

/** Sets a field unless it has the focus. */
function set(field, value) {
  if (document.activeElement !== field && field.value !== String(value)) field.value = value;
}

watch(() => {
  const { state } = store;
  if (!state) return;
  const focused = document.activeElement;
  if (state.node === wanted.node) wanted.until = 0;
  for (const color of ["black", "white"]) set($(`role-${color}`), state.players[color]);
  options($("level"), levels(state));
  set($("level"), state.level);
  set($("seconds"), state.seconds);
  $("pass").hidden = state.game !== "go";
  enable("hint", !state.isOver);
  $("confirm").hidden = !store.tapped;
  $("confirm").textContent = t("Play {move}", { move: store.tapped });
  const isBusy = Boolean(state.isThinking || state.review || state.isPlaying && state.players.black === "engine" && state.players.white === "engine");
  // Stop takes the place of Hint, so that the buttons do not move at each turn.
  $("stop").hidden = !isBusy;
  $("score").hidden = state.game !== "go";
  $("hint").hidden = state.game !== "go" || isBusy || store.isSolving;
  $("move").textContent = t(state.isThinking ? "Move now" : "Engine");
  enable("undo", state.node !== 0 || state.isOver);
  for (const id of ["resign", "pass", "move"]) enable(id, !state.isOver);
  const at = store.values.findIndex(([node]) => node === state.node);
  const hasNext = at < store.values.length - 1;
  for (const id of ["first", "back"]) enable(id, at > 0);
  for (const id of ["last", "forward", "redo"]) enable(id, hasNext);
  if (focused === $("hint") && focused.hidden) $("stop").focus();
  if (focused === $("stop") && focused.hidden) $("hint").focus();
  clocks();
});

function clockText(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Returns the current clock text; the clock runs in the page between updates from the program. */
function shown(clock, color) {
  let { seconds, periods } = clock[color];
  let spent = clock.running === color ? Math.max(0, Date.now() - clock.at) / 1000 : 0;
  while (spent >= seconds && (periods === 0 ? clock.periods > 0 : periods > 1)) {
    spent -= seconds;
    [seconds, periods] = [clock.period, periods === 0 ? clock.periods : periods - 1];
  }
  seconds = Math.max(0, seconds - spent);
  const more = clock.periods === 0 ? "" : periods === 0 ? ` + ${clock.periods} × ${clockText(clock.period)}`
    : periods === 1 ? `, ${t("last period")}` : `, ${t("{count} periods", { count: periods })}`;
  const isLast = seconds < 10 && (periods === 1 || clock.periods === 0);
  return { text: clockText(seconds) + more, isLast, seconds };
}

/** Returns a player's name and rank from the record, at most 24 letters, or else who plays; nothing for one of two persons. */
export function name(state, color) {
  const isOnly = state.players.black !== state.players.white;
  const of = state.names[color] || (state.players[color] === "engine" ? "brasa" : isOnly ? "you" : "");
  const known = spoken(of);
  const rank = state.names[`${color}Rank`];
  return (known.length > 24 ? `${known.slice(0, 23)}…` : known) + (rank ? ` (${ranked(rank)})` : "");
}

let ticked = 0; // the last second that was sounded

function clocks() {
  const { state } = store;
  if (!state) return;
  for (const color of ["black", "white"]) {
    const clock = state.clock && shown(state.clock, color);
    const runs = state.clock?.running === color;
    const prisoners = state.prisoners?.[color];
    const parts = [
      html("i", { class: `disc ${color}` }),
      html("span", { class: "name" }, html("b", {}, t(color === "black" ? "Black" : "White")), ` ${name(state, color)}`),
      prisoners === undefined ? "" : html("span", { class: "prisoners" }, t(prisoners === 1 ? "1 prisoner" : "{count} prisoners", { count: prisoners })),
      clock ? html("span", { class: "clock" }, clock.text) : "",
    ];
    const words = parts.map((part) => part.textContent ?? "").join("|");
    if ($(color).dataset.words !== words) $(color).replaceChildren(...parts);
    $(color).dataset.words = words;
    $(color).classList.toggle("hurry", Boolean(clock?.isLast && runs));
    $(color).classList.toggle("turn", state.toPlay === color && !state.isOver);
    $(color).classList.toggle("thinks", state.isThinking && state.toPlay === color);
    const second = Math.ceil(clock?.seconds ?? 0);
    if (clock?.isLast && runs && state.players[color] === "person" && second !== ticked) {
      ticked = second;
      play("tick");
    }
  }
}
setInterval(() => { if (store.state?.clock?.running && !document.hidden) clocks(); }, 250);
