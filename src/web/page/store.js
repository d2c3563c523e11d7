// The state of the page: the latest values from the program, and what the user is viewing.

export const store = {
  state: null, // position, players and game state
  tree: { nodes: [], children: [] }, // [parent, color, move, has a comment] for each node, and its children, main line first
  values: [], // [node, Black's win rate, Black's lead, playouts] along the current line
  analysis: null, // the analysis of the position
  estimate: null, // the requested score estimate
  hint: null, // the requested hint: its move, once known
  hover: null, // the move under the pointer
  chosen: null, // the candidate whose line stays on the board
  turn: null, // the selected turning point
  from: null, // the selected stone, in games with two clicks per move
  playout: null, // the current playout and step
  tapped: null, // the point previewed until a second tap
  mistakes: [], // the moves that lost most, confirmed
  isEditing: false, // whether clicks edit the position
  isSolving: false, // whether clicks answer a problem
  tried: null, // a move outside the problem's record, and the engine's answer
  verdict: null, // the text about the last move in a problem
  settings: {}, // the user's settings, such as the theme
  tab: "play",
};

const watchers = [];

/** Calls a function after each change. */
export const watch = (see) => watchers.push(see);

/** Returns the listeners of a table row that show its move on the board. */
export const hovers = (move) => {
  const show = (hover) => () => { store.hover = hover; changed(); };
  return { pointerenter: show(move), pointerleave: show(null), focus: show(move), blur: show(null) };
};

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
