// Editing a record, and solving one as a problem.

import { $, html, lead, toast } from "./dom.js";
import { mainLine } from "./graph.js";
import { takers } from "./play.js";
import { ask, post } from "./server.js";
import { changed, store, watch } from "./store.js";
import { spelled, t } from "./words.js";

/** [tool, icon, label]; tools in lower case act at once. */
const TOOLS = [
  ["AB", "●", "black stone"], ["AW", "○", "white stone"], ["AE", "⌫", "Empty point"], ["PL", "⇄", "Other player to move"],
  ["LB", "A", "Label"], ["TR", "△", "Triangle"], ["SQ", "□", "Square"], ["CR", "◯", "Circle"], ["MA", "✕", "Cross"],
  ["promote", "↑", "Move the variation up"], ["delete", "⊘", "Delete from here on"],
];
const ACTS = ["PL", "promote", "delete"];
let tool = "AB";

const send = (name, more = {}) =>
  post("edit", { record: store.state.record, node: store.state.node, tool: name, ...more });

/** Returns the first unused label letter. */
function nextLabel() {
  const used = new Set((store.state.markup?.LB ?? []).map(([, text]) => text));
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !used.has(letter)) ?? "?";
}

$("tools").append(...TOOLS.map(([name, sign, words]) => {
  const of = html("button", { "aria-pressed": "false", "aria-label": t(words), title: t(words), click: () => {
    if (!ACTS.includes(name)) tool = name;
    else if (name !== "delete" || confirm(t("Delete this move and all moves after it?"))) send(name);
    changed();
  } }, sign);
  of.dataset.tool = name;
  return of;
}));
const words = html("input", { type: "text", size: 3, maxlength: 12, "aria-label": t("Label text"), placeholder: "A, B …" });
$("tools").append(words);

$("edit").addEventListener("click", () => {
  store.isEditing = !store.isEditing;
  if (store.isEditing) store.isSolving = false;
  changed();
});

takers.push((point) => {
  if (!store.isEditing || store.tab !== "play") return false;
  const known = (store.state.markup?.LB ?? []).find(([at]) => at === point);
  send(tool, { point, ...tool === "LB" ? { text: words.value || known?.[1] || nextLabel() } : {} });
  return true;
});

// A problem: the user plays one side, the record answers. The engine judges moves missing from the record.
$("solve").addEventListener("click", () => {
  store.isSolving = !store.isSolving;
  store.isEditing = false;
  store.verdict = null;
  changed();
});

const children = (id) => store.tree.children[id] ?? [];

/** Returns whether a comment begins with a word, followed by punctuation or nothing, or has such a sentence. */
const says = (comment, words, more) =>
  new RegExp(`(^|[.!?\\n。！？])[\\s\\p{P}]*((${words})\\s*([\\n\\p{P}]|$)|${more})`, "iu").test(comment);

/** Returns whether a comment calls the move right or wrong; null if it says neither. */
export function stated(comment) {
  if (says(comment, "wrong|incorrect[oa]?|fail(s|ed|ure)?|falsch|fall[ao]", "不正解|失敗|错误|错解|失败|오답|실패")) return false;
  return says(comment, "right|correct[oa]?|richtig", "正解|正确|정답|정해") || /\bRIGHT\b/.test(comment) || null;
}

/** Returns whether the record calls a node right or wrong; null if it says neither. */
function judgement(id, comment) {
  // Without comments the main line is right.
  return stated(comment) ?? (children(id).length === 0 ? mainLine().at(-1) === id : null);
}

/** Shows a verdict on the last move until another position is shown. */
function say(node, words, values) {
  store.verdict = { node, text: t(words, values) };
}

async function tryMove(point) {
  const { state } = store;
  const known = children(state.node).find((id) => store.tree.nodes[id][2] === point);
  if (known === undefined) {
    const answer = await ask("judge", { record: state.record, node: state.node, line: [point] });
    if (!answer) return;
    store.tried = { node: state.node, move: point, color: state.toPlay, line: answer.line };
    say(state.node, "{move} is not in the record. The engine answers {line}: {lead}.", { move: point, line: spelled(...answer.line.slice(0, 5)), lead: lead(answer.lead) });
    changed();
    return;
  }
  const { record } = state;
  if (await post("go", { record, node: known }) === undefined) return;
  const [answer] = children(known);
  if (answer !== undefined) {
    await new Promise((done) => { setTimeout(done, 500); });
    if (!store.isSolving || store.state.record !== record) return;
    await post("go", { record, node: answer });
  }
  const end = answer ?? known;
  const { comment } = await (await fetch("api/state")).json();
  const isRight = judgement(end, comment);
  say(end, isRight === true ? "Right!" : isRight === false ? "Wrong. Go back and try again." : "Go on.");
  changed();
}

takers.push((point) => {
  if (!store.isSolving || store.tab !== "play") return false;
  store.tried = null;
  tryMove(point).catch((error) => toast(String(error)));
  return true;
});

watch(() => {
  const isGo = store.state?.game === "go";
  for (const [id, is] of [["edit", store.isEditing], ["solve", store.isSolving]]) {
    $(id).setAttribute("aria-pressed", String(Boolean(is)));
    $(id).hidden = !isGo;
  }
  $("solve").hidden ||= store.tree.nodes.length < 2;
  $("tools").hidden = !store.isEditing || !isGo;
  // The tree would show the answer.
  $("variations").hidden = $("variations-more").hidden = Boolean(store.isSolving);
  for (const of of $("tools").querySelectorAll("button")) of.setAttribute("aria-pressed", String(of.dataset.tool === tool));
  if (store.tried && store.tried.node !== store.state.node) store.tried = null;
});
