// The language of the page. Messages are written in English in the code; a table for each other language translates them.

import { store } from "./store.js";

/** The languages, by their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", ja: "日本語", zh: "简体中文", ko: "한국어" };

const NUMBERS = ["bytes", "column", "count", "least", "line", "most", "number"]; // numeric values

let table = { __proto__: null };
let patterns = []; // [pattern, translation] for the program's messages with values

/** Returns a message in the page's language; `{name}` is replaced by a value. */
export const t = (text, values = {}) =>
  (table[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/** Returns a message of the program, such as a refusal, in the page's language. */
export function said(text) {
  for (const [pattern, words] of patterns) {
    const found = pattern.exec(text);
    if (found) return words.replace(/\{(\w+)\}/g, (_, name) => said(found.groups[name]));
  }
  return t(text);
}

/** The usual spelling of the program's names. */
const NAMES = {
  __proto__: null,
  chinese: "Chinese", cgos: "CGOS", kgs: "KGS", japanese: "Japanese", "tromp-taylor": "Tromp-Taylor", aga: "AGA", new_zealand: "New Zealand",
  go: "Go", tictactoe: "Tic-tac-toe", clobber: "Clobber", nogo: "NoGo",
};

/** Returns moves as text, with passes translated. */
export const spelled = (...line) => line.map((move) => t(move)).join(" ");

/** Returns a text with its ranks, such as 15k, in the page's language. */
export const ranked = (text) =>
  text.replace(/\b(\d+)([kd])\b/g, (rank, count, unit) => t(rank === "1d" ? rank : `{count}${unit}`, { count }));

/** Returns a player's name, with the level for the program. */
export const spoken = (name) => ranked(t(name).replace(/^brasa, level /, "brasa "));

/** Returns a number in the page's language, with a number of decimals or else those needed; the style may be "percent". */
export const written = (number, decimals, style) => number.toLocaleString(document.documentElement.lang,
  { style, minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false });

/** Returns the name of a game or rule set in the page's language. */
export const called = (name) => t(NAMES[name] ?? name);

/** Returns the language set by the user, or else the browser's first known language. */
export function language() {
  const known = [store.settings.language, ...navigator.languages.map((name) => name.slice(0, 2)), "en"];
  return known.find((name) => LANGUAGES[name]);
}

const ATTRIBUTES = ["title", "aria-label", "placeholder"];

/** Loads the language's table and translates the HTML page. */
export async function useLanguage() {
  const name = language();
  document.documentElement.lang = name;
  if (name === "en") return;
  const messages = await import(`./${name}.js`);
  table = { __proto__: null, ...messages.default, ...messages.program };
  patterns = Object.entries(messages.program).filter(([text]) => text.includes("{")).map(([text, words]) =>
    [new RegExp(`^${text.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, (_, of) => `(?<${of}>${NUMBERS.includes(of) ? "\\d+" : ".+"})`)}$`), words]);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim();
    if (table[text]) texts.currentNode.data = texts.currentNode.data.replace(text, table[text]);
  }
  for (const element of document.querySelectorAll(ATTRIBUTES.map((of) => `[${of}]`).join())) {
    for (const of of ATTRIBUTES) {
      // A title may end with the key for the same action.
      const [, text, key] = /^(.*?)( \([^ ]+\))?$/.exec(element.getAttribute(of) ?? "") ?? [];
      if (table[text]) element.setAttribute(of, table[text] + (key ?? ""));
    }
  }
}
