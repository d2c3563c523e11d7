// Playing: clicks on the board, the buttons below it, the players, their clocks, and new games.

import { $, html, options, toast } from "./dom.js";
import { post } from "./server.js";
import { changed, store, watch } from "./store.js";

/** Returns the moves of two points that are legal, such as A1-A2; none in games of one click a move. */
const pairs = () => (store.state.legal ?? []).filter((move) => move.includes("-"));

/** Returns the points where the stone that was chosen can go. */
export function targets() {
  if (!store.from) return [];
  const from = pairs().filter((move) => move.startsWith(`${store.from}-`));
  return [store.from, ...from.map((move) => move.split("-")[1])];
}

/** Plays at a point; in a game of two clicks the first chooses a stone. At the end of a game it marks dead stones. */
export function clickPoint(point) {
  const { state } = store;
  if (!state || store.tab === "playout" && store.playout) return;
  if (state.isOver) {
    if (state.territory) post("dead", { point });
    return;
  }
  if (pairs().length === 0) {
    post("play", { move: point });
  } else if (store.from && targets().slice(1).includes(point)) {
    post("play", { move: `${store.from}-${point}` });
    store.from = null;
  } else {
    const canMove = pairs().some((move) => move.startsWith(`${point}-`));
    if (!canMove && store.from !== point) toast(store.from ? `${store.from}-${point} is not a legal move` : `No legal move begins at ${point}`);
    store.from = canMove && store.from !== point ? point : null;
  }
  changed();
}

// The node that was asked for, and the time until which its position may still be on its way.
let wanted = { node: 0, until: 0 };

/** Shows the position some moves before or after the current one, or after the one that was asked for just now. */
export async function go(step) {
  const { values } = store;
  const from = performance.now() < wanted.until ? wanted.node : store.state.node;
  const at = values.findIndex(([node]) => node === from);
  const to = Math.max(0, Math.min(values.length - 1, at + step));
  if (at < 0 || to === at) return;
  const node = values[to][0];
  const asked = { node, until: performance.now() + 5000 };
  wanted = asked;
  await post("go", { node });
  // The news of the position comes by another way and may be later than the answer.
  asked.until = Math.min(asked.until, performance.now() + 300);
}

/** Lets the engine estimate the score, or takes the estimate off the board. */
export async function estimate() {
  store.estimate = store.estimate ? null : await post("score") ?? null;
  changed();
}

/** What the buttons do; the keys do the same. */
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
  new: openDialog,
};
for (const [id, act] of Object.entries(actions)) $(id).addEventListener("click", act);

// The players and the strength of the engine.
for (const color of ["black", "white"]) {
  $(`role-${color}`).addEventListener("change", (event) => post("players", { [color]: event.target.value }));
}
$("level").addEventListener("change", (event) => post("players", { level: Number(event.target.value) }));
$("seconds").addEventListener("change", (event) => post("players", { seconds: Number(event.target.value) }));

const levels = (state) =>
  [["0", "full, by seconds"], ...state.levels.map((label, i) => [String(i + 1), `${i + 1}: ${label}`])];

/** Sets a field unless the user is in it. */
function set(field, value) {
  if (document.activeElement !== field && field.value !== String(value)) field.value = value;
}

watch(() => {
  const { state } = store;
  if (!state) return;
  if (state.node === wanted.node) wanted.until = 0;
  for (const color of ["black", "white"]) set($(`role-${color}`), state.players[color]);
  options($("level"), levels(state));
  set($("level"), state.level);
  set($("seconds"), state.seconds);
  $("pass").hidden = state.game !== "go";
  $("score").hidden = state.game !== "go";
  $("stop").disabled = !(state.isThinking || state.review || state.isPlaying && state.players.black === "engine" && state.players.white === "engine");
  $("move").textContent = state.isThinking ? "Move now" : "Engine";
  $("undo").disabled = state.node === 0 && !state.isOver;
  $("resign").disabled = state.isOver;
  $("pass").disabled = state.isOver;
  $("move").disabled = state.isOver;
  const at = store.values.findIndex(([node]) => node === state.node);
  const hasNext = at < store.values.length - 1;
  $("first").disabled = $("back").disabled = at <= 0;
  $("last").disabled = $("forward").disabled = $("redo").disabled = !hasNext;
  clocks();
});

function clockText(seconds) {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Returns what a clock shows now: it runs on in the page between the news of the program. */
function shown(clock, color) {
  let { seconds, periods } = clock[color];
  let spent = clock.running === color ? Math.max(0, Date.now() - clock.at) / 1000 : 0;
  while (spent >= seconds && (periods === 0 ? clock.periods > 0 : periods > 1)) {
    spent -= seconds;
    [seconds, periods] = [clock.period, periods === 0 ? clock.periods : periods - 1];
  }
  seconds = Math.max(0, seconds - spent);
  const more = clock.periods === 0 ? "" : periods === 0 ? ` + ${clock.periods} × ${clockText(clock.period)}` : periods === 1 ? ", last period" : `, ${periods} periods`;
  const isLast = seconds < 10 && (periods === 1 || clock.periods === 0);
  return { text: clockText(seconds) + more, isLast };
}

/** Returns the name of a player: that of the record, at most 24 letters of it, or who plays. */
const name = (state, color) => short(state.names[color]) || (state.players[color] === "person" ? "you" : "brasa");

function short(name) {
  return name?.length > 24 ? `${name.slice(0, 23)}…` : name;
}

function clocks() {
  const { state } = store;
  if (!state) return;
  for (const color of ["black", "white"]) {
    const parts = [`${color === "black" ? "Black" : "White"}: ${name(state, color)}`];
    if (state.prisoners) parts.push(`${state.prisoners[color]} ${state.prisoners[color] === 1 ? "prisoner" : "prisoners"}`);
    const clock = state.clock && shown(state.clock, color);
    if (clock) parts.push(clock.text);
    const words = parts.join(", ");
    if ($(color).textContent !== words) $(color).textContent = words;
    $(color).classList.toggle("hurry", Boolean(clock?.isLast && state.clock.running === color));
    $(color).classList.toggle("turn", state.toPlay === color && !state.isOver);
  }
}
setInterval(() => { if (store.state?.clock?.running && !document.hidden) clocks(); }, 250);

// The dialog for a new game.
const form = $("setup");

function openDialog() {
  const { state } = store;
  if (!state) return;
  options(form.elements.game, state.games.map((name) => [name, name]));
  options(form.elements.level, levels(state));
  if (state.ruleNames) options(form.elements.rules, state.ruleNames.map((name) => [name, name.replace("_", " ")]));
  form.elements.game.value = state.game;
  form.elements.cols.value = state.cols;
  form.elements.rows.value = state.rows;
  form.elements.level.value = state.level;
  if (state.ruleNames?.includes(state.rules)) form.elements.rules.value = state.rules;
  fit();
  $("unfinished").hidden = state.isOver || store.values.length <= 1;
  $("unfinished").querySelector("a").href = $("save").href;
  $("dialog").showModal();
}

/** Shows only the fields of the game that is chosen. */
function fit() {
  const isGo = form.elements.game.value === "go";
  for (const of of form.querySelectorAll(".go")) of.hidden = !isGo;
  for (const of of form.querySelectorAll(".other")) of.hidden = isGo;
}
form.elements.game.addEventListener("change", fit);

$("dialog").addEventListener("close", () => {
  if ($("dialog").returnValue !== "start") return;
  const fields = form.elements;
  const number = (field) => (field.value === "" ? undefined : Number(field.value));
  const isGo = fields.game.value === "go";
  const setup = {
    game: fields.game.value,
    black: fields.black.value,
    white: fields.white.value,
    level: number(fields.level),
    main: 60 * (number(fields.main) ?? 0),
    period: number(fields.period),
    periods: number(fields.periods),
    increment: number(fields.increment),
  };
  if (isGo) {
    Object.assign(setup, { cols: number(fields.cols), komi: number(fields.komi), handicap: number(fields.handicap) });
    setup.rules = fields.rules.value || undefined;
  } else if (fields.game.value !== "tictactoe") {
    Object.assign(setup, { cols: number(fields.cols), rows: number(fields.rows) });
  }
  post("new", setup);
});

/** Shows the list of keys. */
export function showKeys(keys) {
  $("key-list").replaceChildren(...keys.flatMap(([key, words]) => [html("dt", {}, key), html("dd", {}, words)]));
  $("keys").showModal();
}
