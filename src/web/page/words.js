// The language of the page. Messages are written in English in the code; a table for each other language translates them.

import { store } from "./store.js";

/** The languages, by their own names. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", ja: "日本語", zh: "中文", ko: "한국어" };

let table = {};

/** Returns a message in the language of the page; `{name}` stands for a value. */
export const t = (text, values = {}) =>
  (table[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

/** Returns the language that the user has chosen, or else the first of the browser's that is known. */
export function language() {
  const known = [store.settings.language, ...navigator.languages.map((name) => name.slice(0, 2)), "en"];
  return known.find((name) => LANGUAGES[name]);
}

const ATTRIBUTES = ["title", "aria-label", "placeholder"];

/** Loads the table of the language, and translates the page as it was sent. */
export async function useLanguage() {
  const name = language();
  document.documentElement.lang = name;
  if (name === "en") return;
  table = (await import(`./${name}.js`)).default;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim();
    if (table[text]) texts.currentNode.data = texts.currentNode.data.replace(text, table[text]);
  }
  for (const element of document.querySelectorAll(ATTRIBUTES.map((of) => `[${of}]`).join())) {
    for (const of of ATTRIBUTES) {
      // A title may end with the key that does the same.
      const [, text, key] = /^(.*?)( \([^ ]+\))?$/.exec(element.getAttribute(of) ?? "") ?? [];
      if (table[text]) element.setAttribute(of, table[text] + (key ?? ""));
    }
  }
}
