// The connection to the program: commands go out by POST, news comes in as server-sent events.

import { $, toast } from "./dom.js";
import { said, t } from "./words.js";

let last = Promise.resolve();

/**
 * Sends a command; returns its answer. A refusal is shown, and the answer is then undefined. Each command waits for the
 * answer to the one before it: requests that run at the same time may arrive in any order.
 */
export function post(command, body = {}) {
  last = last.then(() => send(command, body));
  return last;
}

/** Asks what takes long and changes nothing, beside the other commands. Otherwise like {@link post}. */
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
    toast(t("The program does not respond. Is it still running?"));
  }
  return undefined;
}

/** Says, as long as it is so, that the program is gone. */
function gone(isGone) {
  $("gone").hidden = !isGone;
}

/**
 * Calls the handler of a topic with its value now and after each change. A hidden page listens to nothing: browsers
 * allow few streams at once, and nobody needs an analysis that nobody sees.
 */
export function listen(handlers) {
  let source = null;
  const open = () => {
    source = new EventSource("api/events");
    source.onopen = () => gone(false);
    source.onerror = () => {
      gone(!document.hidden);
      // The browser tries again by itself, but not after an answer that is no stream.
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
  open();
}
