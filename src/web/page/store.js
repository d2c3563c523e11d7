// What the page knows: the latest news of the program, and what the user looks at.

export const store = {
  state: null, // the position, the players and the state of the game
  tree: { version: 0, nodes: [] }, // the variations: [parent, color, move, has a comment] for each node
  values: [], // [node, Black's win rate, Black's lead, playouts] along the line that is shown
  analysis: null, // the analysis of the position
  estimate: null, // the estimate of the score that was asked for
  hint: null, // the node for which a good move was asked, and the move
  hover: null, // the move under the pointer
  turn: null, // the turning point that was chosen
  from: null, // the stone that is about to move, in games of two clicks a move
  playout: null, // the playout that is shown, and the step
  tapped: null, // the point whose stone is shown until a second tap
  mistakes: [], // the moves that lost most, confirmed
  verdict: null, // what is said of the last move in a problem
  settings: {}, // what the user has chosen, such as the theme
  tab: "play",
};

const watchers = [];

/** Calls a function after each change. */
export const watch = (see) => watchers.push(see);

let isDue = false;

/** Tells the watchers of a change, once for all changes before the next frame. */
export function changed() {
  if (isDue) return;
  isDue = true;
  const tell = () => {
    if (!isDue) return;
    isDue = false;
    for (const see of watchers) see();
  };
  requestAnimationFrame(tell);
  setTimeout(tell, 50); // a page that is not drawn has no frames
}
