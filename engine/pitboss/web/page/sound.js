// The sound that says whose turn it is; browsers play no sound before the first click or key.

const TONES_HZ = [660, 880];
let audio = null;

/** Sound two short tones. */
export function sound() {
  if (navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  TONES_HZ.forEach((frequency, place) => {
    const begin = audio.currentTime + place * 0.12;
    const loud = new GainNode(audio, { gain: 0.12 });
    const tone = new OscillatorNode(audio, { frequency });
    tone.connect(loud).connect(audio.destination);
    loud.gain.setTargetAtTime(0, begin + 0.06, 0.03);
    tone.start(begin);
    tone.stop(begin + 0.3);
  });
}
