// A player's moves that lost most, each as a question: what is better?

import { $, html, percent } from "./dom.js";
import { person } from "./end.js";
import { takers } from "./play.js";
import { ask, post } from "./server.js";
import { changed, store, watch } from "./store.js";
import { spelled, t, written } from "./words.js";

const panel = $("panel-mistakes");
const GOOD = 0.8; // points; a move that loses less is as good as the engine's
/** A question without a try. */
const untried = () => ({ tries: new Map(), last: null, isShown: false, asked: null });
const quiz = { color: null, at: 0, base: new Map(), ...untried() };

/** Returns the questions: the confirmed mistakes of the player. */
const questions = () => store.mistakes.filter((of) => of.color === quiz.color);

const current = () => (store.tab === "mistakes" && store.state.isReviewed && !store.state.review ? questions()[quiz.at] : undefined);

let led = null; // the question whose position was shown

async function show(at) {
  Object.assign(quiz, { at: Math.max(0, Math.min(questions().length - 1, at)), ...untried() });
  const question = current();
  led = question?.before;
  if (question) await post("go", { node: question.before });
  changed();
}

const sign = (color) => (color === "black" ? 1 : -1);

const judge = (question, line) => ask("judge", { record: store.state.record, node: question.before, line });

/** Lets the engine judge a move; stores its loss compared to the best move. */
async function attempt(move) {
  const question = current();
  if (!question || quiz.asked) return;
  const asked = {};
  quiz.asked = asked;
  changed();
  const base = quiz.base.get(question.before) ?? await judge(question, []);
  const answer = await judge(question, [move]);
  // The user has moved on to another question.
  if (quiz.asked !== asked) return;
  quiz.asked = null;
  if (base && answer) {
    quiz.base.set(question.before, base);
    const isBest = move === question.better || move === base.line[0];
    const loss = isBest ? 0 : Math.max(0, sign(question.color) * (base.lead - answer.lead));
    quiz.last = { move, loss, line: answer.line, color: question.color };
    quiz.tries.set(move, loss);
    quiz.isShown = loss < GOOD;
  }
  changed();
}

/** Shows the answer. */
async function reveal() {
  const [question, { base }] = [current(), quiz];
  Object.assign(quiz, { last: null, isShown: true, asked: null });
  changed();
  if (base.has(question.before)) return;
  const best = await judge(question, []);
  if (best) base.set(question.before, best);
  changed();
}

takers.push((point) => {
  const question = current();
  if (!question) return false;
  // On another position, reached with the arrows, a click leads back to the question.
  if (store.state.node === question.before) attempt(point);
  else post("go", { node: question.before });
  return true;
});

/** Returns the question's marks for the board: the move played, the tries, the refutation and the better line. */
export function quizOverlay() {
  const question = current();
  if (!question || store.state.node !== question.before) return {};
  const { last } = quiz;
  const moves = [[question.move, ["✕"], 1, false, "#b3301b"]];
  for (const [move, loss] of quiz.tries) moves.push([move, [loss < GOOD ? "✓" : `−${written(loss, 0)}`], 0.6, loss < GOOD]);
  if (quiz.isShown) {
    const line = quiz.base.get(question.before)?.line ?? [question.better];
    return { line: line.slice(0, 8), color: question.color };
  }
  if (last) return { line: [last.move, ...last.line.slice(0, 5)], color: last.color };
  return { moves, next: [] };
}

const button = (words, click, isMain) => html("button", { click, class: isMain ? "main" : null }, t(words));

function choose(color) {
  quiz.color = color;
  show(0);
}

/** Returns the text about the last try. */
function verdict(question) {
  if (quiz.asked) return t("The engine is checking your move …");
  if (!quiz.last) return t("The move in the game was {move}; it lost {points} points. What is better?", { move: t(question.move), points: written(question.points, 1) });
  const { move, loss, line } = quiz.last;
  if (loss < GOOD) return t("{move} is good.", { move: t(move) });
  return t("{move} loses {points} points after {line}. Try again.", { move: t(move), points: written(loss, 1), line: spelled(...line.slice(0, 4)) });
}

function content() {
  const { state } = store;
  if (state.game !== "go") return [html("p", {}, t("Available only for Go."))];
  if (state.review) {
    const [done, all] = state.review;
    return [html("p", {}, t(done < all ? "The engine is analyzing the game: {done} of {all} positions." : "The engine is checking the mistakes with a longer search.", { done, all })),
      // The number of longer searches is not known before.
      html("progress", { max: all, value: done < all ? done : null, "aria-label": t("Progress") }),
      html("div", { class: "buttons" }, button("Stop", () => post("stop")))];
  }
  if (store.values.length < 3) return [html("p", {}, t("Play or open a game first."))];
  if (!state.isReviewed) {
    return [html("p", {}, t("The engine analyzes every position, then searches longer around the moves that lost most. Each of these moves becomes a question.")),
      html("div", { class: "buttons" }, button("Find the mistakes", () => post("review"), true))];
  }
  const counts = ["black", "white"].map((color) => html("button", { "aria-pressed": String(quiz.color === color), click: () => choose(color) },
    html("i", { class: `disc ${color}` }), `${t(color === "black" ? "Black" : "White")} (${store.mistakes.filter((of) => of.color === color).length})`));
  const parts = [html("div", { class: "buttons" }, ...counts)];
  const list = questions();
  const question = list[quiz.at];
  if (!question) return [...parts, html("p", {}, t(quiz.color ? "No clear mistake of this player was found." : "Whose mistakes?"))];
  parts.push(
    html("h2", {}, t("Mistake {at} of {all}: move {number}", { at: quiz.at + 1, all: list.length, number: question.number })),
    html("p", { role: "status", class: "verdict" }, verdict(question)),
    quiz.isShown && !quiz.asked ? html("p", {}, t("Better: {line}", { line: spelled(...(quiz.base.get(question.before)?.line ?? [question.better]).slice(0, 8)) })) : "",
    html("div", { class: "buttons" },
      quiz.isShown ? "" : button("Show the answer", reveal),
      quiz.last || quiz.isShown ? button("Try again", () => { Object.assign(quiz, { last: null, isShown: false }); changed(); }) : "",
      quiz.at > 0 ? button("Previous", () => show(quiz.at - 1)) : "",
      quiz.at < list.length - 1 ? button("Next mistake", () => show(quiz.at + 1), quiz.isShown) : ""),
    html("p", { class: "soft" }, t("It lost {winrate} in win rate. A longer search confirmed it.", { winrate: percent(question.winrate) })));
  return parts;
}

let drawn = "";
let record = null;

watch(() => {
  const { state } = store;
  if (!state) return;
  if (state.review) [led, quiz.at] = [null, 0];
  if (store.tab !== "mistakes") return;
  if (record !== state.record) {
    Object.assign(quiz, { color: person(state) ?? null, at: 0, base: new Map(), ...untried() });
    led = null;
  }
  record = state.record;
  // A question comes with its position.
  if (current() && current().before !== led) show(quiz.at);
  const key = JSON.stringify([state.review, store.mistakes, store.values.length, state.isReviewed, quiz.color, quiz.at, quiz.last, quiz.isShown, quiz.asked, [...quiz.tries], quiz.base.size]);
  if (key === drawn) return;
  drawn = key;
  panel.replaceChildren(...content());
});
