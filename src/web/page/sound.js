// Synthesized sounds: a stone, a capture, a pass, and the last seconds of a clock.

import { store } from "./store.js";

let context = null;

/** Plays a fading noise burst, filtered around a frequency, after some seconds. */
function click(after, frequency, length, loudness) {
  const start = context.currentTime + after;
  const frames = Math.ceil(context.sampleRate * length);
  const buffer = context.createBuffer(1, frames, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i += 1) data[i] = (2 * Math.random() - 1) * (1 - i / frames) ** 4;
  const source = new AudioBufferSourceNode(context, { buffer });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 2.5 });
  source.connect(filter).connect(new GainNode(context, { gain: loudness })).connect(context.destination);
  source.start(start);
}

/** Plays a fading tone. */
function tone(after, frequency, length, loudness) {
  const start = context.currentTime + after;
  const source = new OscillatorNode(context, { frequency });
  const gain = new GainNode(context, { gain: loudness });
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(1e-4, start + length);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}

const stone = (after) => {
  click(after, 1700 + 300 * Math.random(), 0.06, 2.2);
  tone(after, 190, 0.09, 0.35);
};

const SOUNDS = {
  stone: () => stone(0),
  capture: () => { stone(0); for (let i = 1; i < 4; i += 1) click(0.09 + 0.055 * i, 2600 + 500 * Math.random(), 0.05, 1); },
  pass: () => { tone(0, 520, 0.18, 0.12); tone(0.12, 390, 0.25, 0.12); },
  tick: () => tone(0, 880, 0.06, 0.12),
  end: () => [392, 494, 587].forEach((frequency, i) => tone(0.13 * i, frequency, 0.5, 0.1)),
};

/** Plays a sound unless sounds are off. Browsers play none before the first click on the page. */
export function play(name) {
  if (store.settings.sound === false || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name]();
}

/** Plays the sound of the change between two states. */
export function follow(before, after) {
  if (!before || before.record !== after.record) return;
  const hasEnded = ({ isOver, isCounting }) => isOver && !isCounting;
  if (hasEnded(after) && !hasEnded(before)) play("end");
  if (after.node === before.node || after.number !== before.number + 1) return;
  const prisoners = ({ prisoners }) => (prisoners ? prisoners.black + prisoners.white : 0);
  play(after.last === "pass" ? "pass" : prisoners(after) > prisoners(before) ? "capture" : "stone");
}
