// The start screen: a new game, the unfinished game, records, and past games.

import { takeFocus } from "./board.js";
import { $, html, options, result } from "./dom.js";
import { post } from "./server.js";
import { change } from "./settings.js";
import { store, watch } from "./store.js";
import { called, ranked, spoken, t } from "./words.js";

const form = $("setup");
const dialog = $("start");

/** Returns the levels as choices of a select; 0 is full strength. */
export const levels = (state) =>
  [...state.levels.map(([name, label]) => [name, ranked(name) + (label && `: ${t(label)}`)]), ["0", t("full strength")]];

/** Returns the user's rank on a board size and the stones to take, or undefined before the first estimate. */
const ownRank = (cols) => store.state.ranks[cols < 12 ? 9 : cols < 15 ? 13 : 19];

/** Opens the start screen; resolves when it lists the games. */
export async function openStart() {
  const { state } = store;
  if (!state) return;
  const { elements } = form;
  options(elements.game, state.games.map((name) => [name, called(name)]));
  options(elements.level, [["auto", t("about as strong as you")], ...levels(state)]);
  if (state.ruleNames) options(elements.rules, state.ruleNames.map((name) => [name, called(name)]));
  // The last choices are offered again; the board may show another game.
  const last = { level: state.isStart || !isLive(state) ? "auto" : state.level, ...store.settings.setup };
  for (const [name, value] of Object.entries(last)) if (elements[name]) elements[name].value = value;
  const isLast = store.settings.setup && (state.isStart || state.game === last.game);
  if (!isLast) [elements.game.value, elements.cols.value, elements.rows.value] = [state.game, ...state.isStart ? [9, 9] : [state.cols, state.rows]];
  if (!elements.level.value) elements.level.value = state.level;
  fit();
  // What differs from the usual game is never hidden.
  $("more").open ||= elements.game.value !== "go" || elements.opponent.value !== "engine" || elements.rules.value !== elements.rules.options[0]?.value
    || elements.komi.value !== "" || ["handicap", "main", "period", "increment"].some((name) => Number(elements[name].value) > 0);
  $("unfinished").hidden = state.isStart || state.isOver || !isLive(state) || store.values.length <= 1;
  if (!dialog.open) dialog.showModal();
  await showGames();
}
$("new").addEventListener("click", openStart);
$("games").addEventListener("click", async () => { await openStart(); $("history").scrollIntoView(); });

const isLive = (state) => state.players.black === "engine" || state.players.white === "engine";

/** Shows only the fields of the selected game. */
function fit() {
  const { elements } = form;
  const isGo = elements.game.value === "go";
  for (const of of form.querySelectorAll(".go")) of.hidden = !isGo;
  elements.cols.parentElement.hidden = elements.game.value === "tictactoe";
  elements.rows.parentElement.hidden = isGo || elements.cols.parentElement.hidden;
  $("sizes").hidden = !isGo;
  for (const of of elements.size) of.checked = of.value === elements.cols.value;
  // Byo-yomi and added seconds are two different clocks.
  elements.periods.disabled = !(Number(elements.period.value) > 0);
  elements.increment.disabled = !elements.periods.disabled;
  const own = ownRank(Number(elements.cols.value));
  const isAuto = isGo && elements.level.value === "auto" && elements.opponent.value === "engine";
  $("guess").hidden = !isAuto || Boolean(own);
  const ranks = Object.entries(store.state.ranks).map(([size, { rank }]) => `${size}×${size} ${rank}`);
  $("own-rank").textContent = ranks.length > 0 ? ranked(t("Your rank: {ranks}", { ranks: ranks.join(", ") })) : "";
  const stones = isAuto && own ? own.stones : 0;
  $("stones").hidden = stones < 2;
  $("stones").textContent = t("The weakest level may be too strong: take {count} stones", { count: stones });
  $("stones").dataset.stones = stones;
  $("colors").hidden = elements.opponent.value !== "engine";
  // The browser checks hidden fields, too, unless they are disabled.
  for (const of of [elements.cols, elements.rows, elements.komi, elements.handicap]) of.disabled = of.parentElement.hidden;
}
for (const name of ["game", "opponent", "level"]) form.elements[name].addEventListener("change", fit);
for (const name of ["cols", "period"]) form.elements[name].addEventListener("input", fit);
for (const of of form.elements.size) of.addEventListener("change", () => { form.elements.cols.value = of.value; fit(); });
// The browser shows what is wrong with a field only where it can be seen.
form.addEventListener("invalid", () => { $("more").open = true; }, true);
$("stones").addEventListener("click", () => {
  form.elements.handicap.value = $("stones").dataset.stones;
  form.elements.color.value = "black";
  $("more").open = true;
});

/** Returns the players selected on the start screen. */
function roles(opponent, color) {
  if (opponent !== "engine") {
    const role = opponent === "both" ? "engine" : "person";
    return { black: role, white: role };
  }
  const own = color === "random" ? ["black", "white"][Math.floor(2 * Math.random())] : color;
  return { black: own === "black" ? "person" : "engine", white: own === "white" ? "person" : "engine" };
}

/** Returns the command that starts a game with these choices. */
function setup(choices) {
  const number = (name) => (choices[name] ? Number(choices[name]) : undefined);
  const of = {
    game: choices.game, level: choices.level, guess: choices.level === "auto" ? choices.guess : undefined, ...roles(choices.opponent, choices.color),
    main: 60 * (number("main") ?? 0), period: number("period"), periods: number("periods"), increment: number("increment"),
  };
  if (choices.game !== "go" && of.level === "auto") of.level = "15k";
  if (choices.game === "go") {
    return { ...of, cols: number("cols"), komi: number("komi"), handicap: number("handicap"), rules: choices.rules || undefined };
  }
  return choices.game === "tictactoe" ? of : { ...of, cols: number("cols"), rows: number("rows") };
}

let isStarting = false;

// Starts a game with the choices, and stores them; choices without a game stay on the screen.
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isStarting) return;
  isStarting = true;
  const choices = Object.fromEntries(new FormData(form));
  const answer = await post("new", setup(choices));
  isStarting = false;
  if (answer === undefined) return;
  dialog.close("start");
  // Fields of other games keep their values.
  change({ setup: { ...store.settings.setup, ...choices } });
});

/** Starts the same game; without handicap the colors are swapped. */
export function rematch() {
  const { state } = store;
  const swapped = { black: state.players.white, white: state.players.black };
  const choices = store.settings.setup ?? {};
  const of = setup({ opponent: "engine", color: "black", handicap: "", main: "", period: "", periods: "", increment: "", ...choices,
    game: state.game, level: state.isRated ? "auto" : state.level, cols: state.cols, rows: state.rows, komi: state.komi ?? "", rules: state.rules });
  if (state.handicap) of.handicap = state.handicap;
  post("new", { ...of, ...(state.handicap ? state.players : swapped) });
}

form.elements.close.addEventListener("click", () => dialog.close());

// After the keyboard, the board gets the focus; after the pointer the keys step through the game.
let isKeyboard = true;
dialog.addEventListener("pointerdown", () => { isKeyboard = false; });
dialog.addEventListener("keydown", () => { isKeyboard = true; });

dialog.addEventListener("close", () => {
  const focused = document.activeElement;
  // A field of the closed dialog keeps the focus until the next frame.
  if (isKeyboard && (dialog.returnValue || focused === document.body || dialog.contains(focused))) takeFocus();
  dialog.returnValue = "";
});

/** Returns the description of a saved game. */
function about(game) {
  const players = `${spoken(game.black || "Black")} – ${spoken(game.white || "White")}`;
  const [cols, rows = cols] = String(game.size).split("x");
  const board = `${game.game === "go" ? "" : `${called(game.game)} `}${cols}×${rows}`;
  return [players, board, t(game.moves === 1 ? "1 move" : "{count} moves", { count: game.moves }), game.result && result(game.result), game.date].filter(Boolean).join(" · ");
}

async function open(game) {
  dialog.close();
  await post("open", { file: game.file });
}

async function showGames() {
  const response = await fetch("api/games").catch(() => null);
  const games = response?.ok ? await response.json() : [];
  const live = games.find((game) => game.isLive);
  const isShown = !store.state.isStart && isLive(store.state) && !store.state.isOver;
  $("resume").replaceChildren(...live && !isShown
    ? [html("button", { class: "main big", click: () => open(live) }, t("Resume")), html("p", {}, about(live))] : []);
  $("history").replaceChildren(...games.length === 0 ? [html("li", { class: "soft" }, t("Games you play are listed here."))]
    : games.map((game, i) => html("li", {},
      html("button", { class: "game", click: () => open(game) }, about(game)),
      html("button", { class: "close", "aria-label": t("Delete"), title: t("Delete"), click: async () => {
        if (!confirm(t("Delete this game?")) || await post("forget", { file: game.file }) === undefined) return;
        await showGames();
        const buttons = $("history").querySelectorAll(".close");
        (buttons[Math.min(i, buttons.length - 1)] ?? form.elements.close).focus();
      } }, "✕"))));
}

$("start-open").addEventListener("click", () => { dialog.close(); $("open").click(); });
$("sample").addEventListener("click", () => { dialog.close(); post("sample"); });

// A program that was started again has no game yet. The first game may begin with a dropped file, or in another tab.
let wasStart = false;
watch(() => {
  if (!store.state) return;
  if (store.state.isStart && !wasStart) openStart();
  if (!store.state.isStart && wasStart) dialog.close();
  wasStart = store.state.isStart;
});
