// The tree of the last search, opened move by move, and the pattern database.

import { $, html, percent, short } from "./dom.js";
import { post } from "./server.js";
import { hovers, store, watch } from "./store.js";
import { t, written } from "./words.js";

const NAMES = ["move", "playouts", "value", "RAVE", "prior", "bound", "why"];
const table = $("search");

/** Returns a number with three decimals. */
const three = (number) => (Math.abs(number) > 99 ? "∞" : written(number, 3));

/** Returns the row of a move after a line. */
function row(stat, line) {
  const path = [...line, stat.move];
  const open = html("button", { class: "open", "aria-expanded": "false", "aria-label": t("Answers to {move}", { move: t(stat.move) }) }, "▸");
  const proven = stat.proven === true ? ` ${t("wins")}` : stat.proven === false ? ` ${t("loses")}` : "";
  const name = html("td", {}, stat.count > 0 ? open : html("span", { class: "open" }), ` ${t(stat.move)}${proven}`);
  name.style.paddingInlineStart = `${line.length * 0.9}rem`;
  const of = html("tr", hovers(stat.move),
    name,
    html("td", {}, short(stat.count)),
    html("td", {}, stat.value === null ? "" : three(stat.value)),
    html("td", {}, stat.rave ? `${three(stat.rave.value)} × ${short(stat.rave.count)}` : ""),
    html("td", {}, stat.prior),
    html("td", {}, three(stat.bound)),
    html("td", { class: "why" }, (stat.sources ?? []).map(([name, prior]) => `${t(name)} ${prior}`).join(", ")));
  of.path = path.join(" ");
  open.addEventListener("click", async () => {
    if (open.getAttribute("aria-expanded") === "true") {
      open.setAttribute("aria-expanded", "false");
      open.textContent = "▸";
      for (const other of [...table.querySelectorAll("tr")]) {
        if (other.path?.startsWith(`${of.path} `)) other.remove();
      }
      return;
    }
    const rows = await branch(path);
    if (!rows) return;
    open.setAttribute("aria-expanded", "true");
    open.textContent = "▾";
    of.after(...rows);
  });
  return of;
}

/** Returns the rows after a line, or undefined if they are refused. */
async function branch(line) {
  const answer = await post("branch", { line });
  if (line.length > 0 && answer?.node !== root) {
    // The rows shown are those of an earlier search.
    refresh();
    return undefined;
  }
  if (!answer) return undefined;
  const rows = answer.rows.slice(0, line.length === 0 ? undefined : 12).map((stat) => row(stat, line));
  if (line.length === 0) {
    root = answer.node;
    const number = answer.node === null ? "?" : depth(answer.node) + 1;
    $("search-summary").textContent = `${t(`${answer.toPlay === "black" ? "Black" : "White"} to play, move {number}`, { number })}: ${
      t("{playouts} playouts, {nodes} nodes, {count} moves, mean depth {depth}", { ...answer, playouts: short(answer.playouts), nodes: short(answer.nodes), depth: written(answer.depth) })}`;
    $("search-details").textContent = answer.details.join("\n");
  }
  return rows;
}

/** Returns the number of moves before a node. */
function depth(node) {
  let count = 0;
  for (let at = node; store.tree.nodes[at] && store.tree.nodes[at][0] !== null; at = store.tree.nodes[at][0]) count += 1;
  return count;
}

const head = (names) => html("thead", {}, html("tr", {}, ...names.map((name) => html("th", { scope: "col" }, t(name)))));

let root; // the node whose search is shown

/** Shows the moves of the last search. */
async function refresh() {
  const rows = await branch([]);
  if (rows) table.replaceChildren(head(NAMES), html("tbody", {}, ...rows));
}
$("tree-refresh").addEventListener("click", refresh);

let record; // the record of the moves shown

watch(() => {
  const { state } = store;
  $("patterns").hidden = state?.game !== "go";
  if (record !== state?.record) for (const id of ["search", "search-summary", "search-details"]) $(id).replaceChildren();
  record = state?.record;
});

$("patterns").addEventListener("click", async () => {
  const answer = await post("patterns");
  if (!answer) return;
  const rows = answer.rows.map((of) => html("tr", hovers(of.move),
    ...[of.move, String(of.value), percent(of.chance, 1), of.context, of.source].map((words) => html("td", {}, words))));
  table.replaceChildren(head(["move", "value", "chance", "context", "database line"]), html("tbody", {}, ...rows));
  $("search-summary").textContent = t("Database {database}: the probabilities of {count} moves in a playout; the engine's own playouts use the policy {policy}", answer);
  $("search-details").textContent = "";
});
