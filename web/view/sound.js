// Synthesised sounds: discs, the end of the game, an illegal square.

import { placed } from '../state/tree.js';

/** @type {AudioContext | undefined} */
let audio;

/** A tone that fades. @param {OscillatorType} type @param {number} hertz @param {number} after in seconds @param {number} long in seconds */
function tone(type, hertz, after, long, volume = 0.18) {
  audio ??= new AudioContext();
  const start = audio.currentTime + after;
  const source = new OscillatorNode(audio, { type, frequency: hertz });
  const gain = new GainNode(audio, { gain: volume });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + long);
  source.frequency.exponentialRampToValueAtTime(hertz * 0.7, start + long);
  source.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + long);
}

const sounds = {
  disc: () => tone('triangle', 420, 0, 0.09, 0.3),
  illegal: () => tone('square', 130, 0, 0.12, 0.06),
  end: () => [392, 494, 587].forEach((hertz, i) => tone('triangle', hertz, 0.15 + i * 0.14, 0.4)),
};

export function mountSound() {
  let before = /** @type {State | null} */ (null);
  return {
    /** @param {State} state */
    update(state) {
      const last = before;
      before = state;
      if (!last || !state.settings.sound || last.round !== state.round) return;
      const { game, notice } = state;
      const isNew = game.current !== last.game.current && placed(game).parent === placed(last.game).id && placed(game).id !== placed(last.game).id;
      if (isNew) sounds.disc();
      if (notice !== last.notice && notice?.kind === 'said') sounds.illegal();
      if (last.live && !state.live && isOver(state)) sounds.end();
    },
  };
}

/** @param {State} state */
function isOver({ game }) {
  const { facts, flagged } = game.nodes[game.current];
  return Boolean(flagged || facts?.result != null);
}
