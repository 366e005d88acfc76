// The sound of a move, made here: no file is loaded. It is off until somebody wants it.

/** Seconds, how fast it dies away, and the pitch and strength of a move and of a capture. */
const [LENGTH, DECAY] = [0.12, 40];
const MOVE = { pitch: 900, strength: 0.5 };
const CAPTURE = { pitch: 500, strength: 0.9 };
/** A check has a tone behind it. */
const CHECK = { pitch: 660, strength: 0.08, length: 0.15 };

/** Something hard that is put onto wood: noise that dies away, around a pitch. */
function knock(audio, { pitch, strength }) {
  const noise = audio.createBuffer(1, LENGTH * audio.sampleRate, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = (2 * Math.random() - 1) * Math.exp((-DECAY * at) / audio.sampleRate);
  const [source, filter, gain] = [audio.createBufferSource(), audio.createBiquadFilter(), audio.createGain()];
  source.buffer = noise;
  Object.assign(filter, { type: "bandpass" }).frequency.value = pitch;
  gain.gain.value = strength;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start();
}

function tone(audio, { pitch, strength, length }) {
  const [source, gain] = [audio.createOscillator(), audio.createGain()];
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(strength, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
  source.connect(gain).connect(audio.destination);
  source.start();
  source.stop(audio.currentTime + length);
}

export class Sound {
  constructor() {
    this.isOn = false;
  }

  /** A move was made, as people write it. */
  play(san) {
    if (!this.isOn) return;
    // Browsers let nothing sound before somebody has clicked.
    this.audio ??= new AudioContext();
    knock(this.audio, san.includes("x") ? CAPTURE : MOVE);
    if (/[+#]$/.test(san)) tone(this.audio, CHECK);
  }
}
