// The end of a game: the result, the count, and what to do next.

import { $, html, result } from "./dom.js";
import { post } from "./server.js";
import { openStart, rematch } from "./start.js";
import { store, watch } from "./store.js";
import { ranked, t, written } from "./words.js";

/** Returns the color of the only person playing against the program, or undefined. */
export function person(state) {
  const persons = ["black", "white"].filter((color) => state.players[color] === "person");
  return persons.length === 1 ? persons[0] : undefined;
}

/** Returns the table of the count. */
function table({ isArea, black, white, komi }) {
  const total = (of) => of.territory + (isArea ? of.stones : of.prisoners);
  const rows = isArea
    ? [["stones", black.stones, white.stones], ["territory", black.territory, white.territory]]
    : [["territory", black.territory, white.territory], ["prisoners", black.prisoners, white.prisoners]];
  rows.push(["komi", "", komi], ["total", total(black), total(white) + komi]);
  const head = html("tr", {}, html("td", {}), ...["Black", "White"].map((color) => html("th", { scope: "col" }, t(color))));
  const lines = rows.map(([name, ...values]) => html("tr", { class: name },
    html("th", { scope: "row" }, t(name)), ...values.map((value) => html("td", {}, value && written(value)))));
  const others = isArea ? html("p", { class: "soft" },
    t("Prisoners: Black {black}, White {white}", { black: black.prisoners, white: white.prisoners })) : "";
  return [html("table", { class: "count" }, html("thead", {}, head), html("tbody", {}, ...lines)), others];
}

/** Finds and shows the mistakes, scrolling to them on a phone. */
function review() {
  $("tab-mistakes").click();
  if (!store.state.review && !store.state.isReviewed) post("review");
  $("panel-mistakes").scrollIntoView({ block: "end" });
}

let drawn = "";

watch(() => {
  const { state } = store;
  if (!state) return;
  const isShown = state.isOver && !state.isCounting && state.result !== "";
  const key = JSON.stringify([isShown, state.result, state.count, state.record, state.newRank]);
  if (key === drawn) return;
  drawn = key;
  $("end").hidden = !isShown;
  if (!isShown) return;
  const own = person(state);
  const winner = { B: "black", W: "white" }[state.result[0]];
  $("end").className = own && winner ? (winner === own ? "won" : "lost") : "";
  $("end").replaceChildren(
    html("h2", {}, result(state.result, own)),
    ...state.count ? table(state.count) : [],
    state.territory ? html("p", { class: "soft" }, t("Click stones to mark their group as dead or alive.")) : "",
    state.newRank ? html("p", { class: "soft" }, ranked(t("Your rank: {ranks}", { ranks: `${state.newRank.before} → ${state.newRank.now}` }))) : "",
    html("div", { class: "buttons" },
      state.game === "go" ? html("button", { class: "main", click: review }, t("Find the mistakes")) : "",
      html("button", { click: rematch }, t("Rematch")),
      html("button", { click: openStart }, t("New game"))));
});
