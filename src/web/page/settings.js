// The page settings, which the program stores in a user file.

import { $, html } from "./dom.js";
import { post } from "./server.js";
import { store, watch } from "./store.js";
import { LANGUAGES, language, t } from "./words.js";

/** [name, label, choices with their labels]; the first choice is the default. */
const SWITCHES = [
  ["theme", "Theme", [["auto", "same as the system"], ["light", "light"], ["dark", "dark"]]],
  ["coordinates", "Coordinates", [[true, "on"], [false, "off"]]],
  ["numbers", "Move numbers", [[false, "off"], [true, "on"]]],
  ["sound", "Sounds", [[true, "on"], [false, "off"]]],
  ["touch", "On a touch screen", [["two", "a second tap plays"], ["one", "a tap plays at once"]]],
];

/** Changes and stores settings. */
export function change(values) {
  Object.assign(store.settings, values);
  return post("settings", store.settings);
}

/** Makes a select for a setting. */
function select(name, choices) {
  const of = html("select", { name: `option-${name}`, change: async () => {
    await change({ [name]: choices[of.selectedIndex][0] });
    // The texts are inserted when the page loads.
    if (name === "language") location.reload();
  } }, ...choices.map(([, words]) => html("option", {}, words)));
  return of;
}

function showOptions() {
  const rows = SWITCHES.map(([name, words, choices]) => {
    const of = select(name, choices.map(([value, text]) => [value, t(text)]));
    of.selectedIndex = Math.max(0, choices.findIndex(([value]) => value === store.settings[name]));
    return html("label", { class: "switch" }, t(words), of);
  });
  const languages = select("language", Object.entries(LANGUAGES));
  languages.selectedIndex = Object.keys(LANGUAGES).indexOf(language());
  rows.push(html("label", { class: "switch" }, t("Language"), languages));
  $("switches").replaceChildren(...rows);
  $("options").showModal();
}
$("settings").addEventListener("click", showOptions);

watch(() => {
  const { theme = "auto", coordinates } = store.settings;
  document.documentElement.dataset.theme = theme;
  $("board").classList.toggle("bare", coordinates === false);
});
