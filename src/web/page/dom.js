// Helpers for page elements.

import { t, written } from "./words.js";

/** Returns the element with an id. */
export const $ = (id) => document.getElementById(id);

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element with attributes and children; function attributes are listeners. */
function make(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Makes an HTML element. */
export const html = (tag, attributes = {}, ...children) =>
  make(document.createElement(tag), attributes, children);

/** Makes an SVG element. */
export const svg = (tag, attributes = {}, ...children) =>
  make(document.createElementNS(SVG, tag), attributes, children);

/** Returns a share as percent. */
export const percent = (share, digits = 0) => written(share, digits, "percent");

/** Returns Black's lead in points as text, such as B+3.5. */
export const lead = (points, digits = 1) =>
  t(points >= 0 ? "B+{points}" : "W+{points}", { points: written(Math.abs(points), digits) });

/** Returns a game result such as W+R in words; if one person played against the program, as won or lost. */
export function result(text, person) {
  const found = /^([BW])\+(.*)$/.exec(text);
  if (!found) return text === "0" || text === "Draw" ? t("Draw") : text;
  const winner = found[1] === "B" ? "Black" : "White";
  const who = !person ? `${winner} won` : winner.toLowerCase() === person ? "You won" : "You lost";
  const how = { __proto__: null, R: " by resignation", T: " on time", "": "", F: " by forfeit" }[found[2].replace(/^(R|T|F)[a-z]+$/, "$1")];
  return t(who) + t(how ?? " by {points}", { points: found[2].replace(/\d+(\.\d+)?/, (points) => written(Number(points))) });
}

/** Returns a number in short form: 12, 3.4k, 1.2M. */
export function short(number) {
  if (number < 1000) return String(number);
  return number < 1e6 ? `${written(number / 1e3, 1)}k` : `${written(number / 1e6, 1)}M`;
}

/** Replaces the options of a select if they differ. */
export function options(select, entries) {
  const key = JSON.stringify(entries);
  if (select.dataset.key === key) return;
  select.dataset.key = key;
  const chosen = select.value;
  select.replaceChildren(...entries.map(([value, text]) => html("option", { value }, text)));
  if (entries.some(([value]) => value === chosen)) select.value = chosen;
}

/** Shows a message for a few seconds. */
export function toast(text) {
  const place = $("toast");
  // A dialog hides what is outside.
  (document.querySelector("dialog[open]") ?? document.body).append(place);
  place.textContent = text;
  place.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(hideToast, 6000);
}

/** Removes the message. */
export function hideToast() {
  $("toast").hidden = true;
}
