// Drives the engine with @sabaki/gtp, the GTP library of Sabaki: a game that is set up, taken back, analyzed and played,
// the commands in the order in which Sabaki sends them.
//
//     npm install @sabaki/gtp
//     node tests/clients/sabaki.js target/release/brasa
//
// Exit status: 0 all is well or the library is not installed, 1 otherwise.

const path = require("path");
const { createRequire } = require("module");

let gtp;
try {
  // Also finds the library below the current directory.
  gtp = createRequire(path.join(process.cwd(), "x.js"))("@sabaki/gtp");
} catch {
  console.log("skipped: `npm install @sabaki/gtp` installs what this test needs");
  process.exit(0);
}

const check = (holds, text) => {
  if (!holds) throw new Error(text);
};

// Reads a line of analysis by Sabaki's rules: each part after `info` ends in the line of play, and all before that are
// pairs of a key and a value.
function parse(line) {
  return line.split(/\s*info\s+/).slice(1).map((part) => {
    const match = part.trim().match(/(?:(?:pass|[A-Za-z]\d+)\s+)*(?:pass|[A-Za-z]\d+)\s*$/i);
    check(match, `no line of play at the end: ${part}`);
    const words = part.trim().slice(0, match.index).trim().split(/\s+/);
    check(words.pop() === "pv" && words.length % 2 === 0, `not pairs and a pv: ${part}`);
    const pairs = {};
    for (let i = 0; i < words.length; i += 2) pairs[words[i]] = words[i + 1];
    return { ...pairs, pv: match[0].trim().split(/\s+/) };
  });
}

async function main() {
  const [program = "brasa", ...args] = process.argv.slice(2);
  const controller = new gtp.Controller(program, [...args, "--time", "1", "--nobook", "--quiet"]);
  const errors = [];
  controller.on("stderr", ({ content }) => errors.push(content));
  controller.start();
  const send = (text, subscriber) => controller.sendCommand(gtp.Command.fromString(text), subscriber);
  const need = async (text) => {
    const response = await send(text);
    check(!response.error, `${text}: ${response.content}`);
    return response.content;
  };

  // The start: all at once.
  const [name, , version, list] = await Promise.all(
    ["name", "version", "protocol_version", "list_commands"].map(need),
  );
  const commands = list.split("\n").map((command) => command.trim());
  check(version === "2" && !commands.includes("analyze"), "protocol 2, without a plain analyze");
  console.log(`${name}: ${commands.length} commands`);

  // The board follows the game tree.
  const tracker = new gtp.ControllerStateTracker(controller);
  const moves = [["B", "D4"], ["W", "G7"], ["B", "G3"], ["W", "D7"]];
  const history = (count) => moves.slice(0, count).map((args) => ({ name: "play", args }));
  const sync = (count, size) =>
    tracker.sync({ komi: 6.5, boardsize: [size, size], timeSettings: null, history: history(count) });
  await sync(4, 9);
  check(tracker.state.history.length === 4, "four moves");
  await sync(2, 9);
  check(tracker.state.history.length === 2, "two moves taken back");
  const board = await need("showboard");
  check(/X/.test(board) && /O/.test(board), board);

  // An analysis runs until the next command.
  for (const [command, dialect] of [["kata-analyze", "decimal"], ["lz-analyze", "whole"]]) {
    check(commands.includes(command), `${command} is listed`);
    let lines = 0;
    let stop;
    const enough = new Promise((resolve) => (stop = resolve));
    const analysis = send(`${command} B 10`, ({ line }) => {
      if (!line.startsWith("info ")) return;
      const infos = parse(line);
      const best = infos[0];
      check(/^(pass|[A-Z]\d+)$/.test(best.move) && best.pv[0] === best.move, line);
      const winrate = Number(best.winrate);
      check(dialect === "whole" ? Number.isInteger(winrate) && winrate <= 10000 : winrate <= 1, line);
      check(infos.every((info) => Number.isInteger(Number(info.visits))), line);
      if (++lines === 3) stop();
    });
    await Promise.race([enough, analysis]);
    check((await need("protocol_version")) === "2", "the command that stops the analysis is answered");
    await analysis;
    console.log(`${command}: ${lines} lines`);
  }

  // Moves with their analysis.
  for (const color of ["B", "W"]) {
    let played = null;
    let infos = 0;
    await send(`kata-genmove_analyze ${color} 20`, ({ line }) => {
      if (line.startsWith("info ")) infos = parse(line).length;
      played = line.match(/^play (\S+)/)?.[1] ?? played;
    });
    check(played && infos > 1, `a move with its analysis: ${played}, ${infos}`);
    console.log(`${color} ${played}, ${infos} moves analyzed`);
  }
  check((await send("play B D4")).content === "illegal move", "an illegal move is refused");
  const score = await need("final_score");
  check(/^([BW]\+[\d.]+|0)$/.test(score), score);
  await controller.stop();
  check(errors.length === 0, `nothing on standard error: ${errors[0]}`);
  console.log("passed");
}

main().catch((error) => {
  console.error(`failed: ${error.stack}`);
  process.exit(1);
});
