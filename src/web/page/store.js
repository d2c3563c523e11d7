// The state of the page: the latest values from the program, and what the user is viewing.

export const store = {
  state: null, // position, players and game state
  tree: { version: 0, nodes: [] }, // [parent, color, move, has a comment] for each node
  values: [], // [node, Black's win rate, Black's lead, playouts] along the current line
  analysis: null, // the analysis of the position
  estimate: null, // the requested score estimate
  hint: null, // the node of the requested hint, and its move
  hover: null, // the move under the pointer
  turn: null, // the selected turning point
  from: null, // the selected stone, in games with two clicks per move
  playout: null, // the current playout and step
  tapped: null, // the point previewed until a second tap
  mistakes: [], // the moves that lost most, confirmed
  verdict: null, // the text about the last move in a problem
  settings: {}, // the user's settings, such as the theme
  tab: "play",
};

const watchers = [];

/** Calls a function after each change. */
export const watch = (see) => watchers.push(see);

let isDue = false;

/** Notifies the watchers, once for all changes before the next frame. */
export function changed() {
  if (isDue) return;
  isDue = true;
  const tell = () => {
    if (!isDue) return;
    isDue = false;
    for (const see of watchers) see();
  };
  requestAnimationFrame(tell);
  setTimeout(tell, 50); // a hidden page has no frames
}
