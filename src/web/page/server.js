// The connection to the program: commands are sent by POST, updates arrive as server-sent events.

import { $, toast } from "./dom.js";
import { said } from "./words.js";

let last = Promise.resolve();

/**
 * Sends a command; returns its answer. A refusal is shown and returns undefined. Each command waits for the previous
 * answer, because concurrent requests may arrive in any order, or until the previous one has surely arrived.
 */
export function post(command, body = {}) {
  const sent = last.then(() => send(command, body));
  last = last.then(() => Promise.race([sent, new Promise((go) => { setTimeout(go, 300); })]));
  return sent;
}

/** Like {@link post}, for long queries that change nothing; does not block other commands. */
export async function ask(command, body = {}) {
  await last;
  return send(command, body);
}

async function send(command, body) {
  const isFile = body instanceof ArrayBuffer;
  try {
    const response = await fetch(`api/${command}`, { method: "POST", body: isFile ? body : JSON.stringify(body) });
    const answer = await response.json();
    if (response.ok) return answer;
    toast(said(answer.error));
  } catch {
    toast($("gone").textContent);
  }
  return undefined;
}

/**
 * Calls each topic's handler with its value now and after each change. A hidden page does not listen: browsers allow
 * few streams at once, and an analysis that nobody sees is wasted.
 */
export function listen(handlers) {
  let source = null;
  const open = () => {
    source = new EventSource("api/events");
    source.onopen = () => { $("gone").hidden = true; };
    source.onerror = () => {
      $("gone").hidden = document.hidden;
      // The browser retries by itself, but not after a response that is not a stream.
      if (source?.readyState === EventSource.CLOSED) {
        source = null;
        setTimeout(follow, 1000);
      }
    };
    for (const [topic, handle] of Object.entries(handlers)) {
      source.addEventListener(topic, (event) => handle(JSON.parse(event.data)));
    }
  };
  const follow = () => {
    if (document.hidden && source) {
      source.close();
      source = null;
    } else if (!document.hidden && !source) {
      open();
    }
  };
  document.addEventListener("visibilitychange", follow);
  addEventListener("pagehide", () => source?.close());
  follow();
}
