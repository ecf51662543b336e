/** The sounds of the table, made by the browser's synthesiser. They are soft, and off until the player wants them. */
import { preferences } from "../../lib/preferences.svelte";

export type SoundName = "turn" | "deal" | "lay" | "snap" | "round" | "win" | "lose";

/** A tone: pitch in hertz, start and length in seconds, loudness from 0 to 1, and the pitch to which it slides. */
interface Tone {
  pitch: number;
  at: number;
  length: number;
  loudness?: number;
  slidesTo?: number;
  wave?: OscillatorType;
}

/** A burst of filtered noise, such as a card that slides over a table. */
interface Rustle {
  at: number;
  length: number;
  pitch: number;
  loudness: number;
}

const SOUND_DEFINITIONS: Record<SoundName, { tones?: Tone[]; rustles?: Rustle[] }> = {
  turn: { tones: [{ pitch: 523.25, at: 0, length: 0.35 }, { pitch: 783.99, at: 0.11, length: 0.35 }] },
  deal: { rustles: [0, 0.07, 0.14].map((at) => ({ at, length: 0.06, pitch: 2600, loudness: 0.1 })) },
  lay: { tones: [{ pitch: 190, at: 0, length: 0.1, slidesTo: 95, loudness: 0.14 }], rustles: [{ at: 0, length: 0.04, pitch: 1500, loudness: 0.08 }] },
  snap: { tones: [{ pitch: 880, at: 0, length: 0.08, slidesTo: 440, wave: "triangle", loudness: 0.12 }], rustles: [{ at: 0, length: 0.05, pitch: 5200, loudness: 0.22 }] },
  round: { tones: [{ pitch: 392, at: 0, length: 0.3 }, { pitch: 523.25, at: 0.14, length: 0.5 }] },
  win: { tones: [523.25, 659.25, 783.99, 1046.5].map((pitch, n) => ({ pitch, at: n * 0.12, length: n === 3 ? 0.9 : 0.4, loudness: 0.08 })) },
  lose: { tones: [{ pitch: 392, at: 0, length: 0.4, loudness: 0.06 }, { pitch: 329.63, at: 0.2, length: 0.7, loudness: 0.06 }] },
};
const DEFAULT_LOUDNESS = 0.07;
const NOISE_LENGTH_S = 0.25;

let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Play a sound, if sound is on. Browsers allow none before the page's first interaction. */
export function playSound(sound: SoundName): void {
  if (!preferences.sound || navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    const { tones = [], rustles = [] } = SOUND_DEFINITIONS[sound];
    for (const tone of tones) playTone(audio, tone);
    for (const rustle of rustles) playRustle(audio, rustle);
  } catch {
    // A browser that cannot play sound throws here. The match goes on without sound.
  }
}

function playTone(context: AudioContext, { pitch, at, length, loudness = DEFAULT_LOUDNESS, slidesTo, wave = "sine" }: Tone): void {
  const startTime = context.currentTime + at;
  const oscillator = new OscillatorNode(context, { type: wave, frequency: pitch });
  if (slidesTo) oscillator.frequency.exponentialRampToValueAtTime(slidesTo, startTime + length);
  oscillator.connect(fadingVolume(context, startTime, length, loudness));
  oscillator.start(startTime);
  oscillator.stop(startTime + length + 0.05);
}

function playRustle(context: AudioContext, { at, length, pitch, loudness }: Rustle): void {
  const startTime = context.currentTime + at;
  noise ??= noiseBuffer(context);
  const noiseSource = new AudioBufferSourceNode(context, { buffer: noise });
  const bandpassFilter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 0.8 });
  noiseSource.connect(bandpassFilter).connect(fadingVolume(context, startTime, length, loudness));
  noiseSource.start(startTime, 0, length + 0.05);
}

/** Return a volume that rises within 10 ms and then fades. */
function fadingVolume(context: AudioContext, start: number, length: number, loudness: number): GainNode {
  const fadingGain = new GainNode(context, { gain: 0 });
  fadingGain.gain.setValueAtTime(0, start);
  fadingGain.gain.linearRampToValueAtTime(loudness, start + 0.01);
  fadingGain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  fadingGain.connect(context.destination);
  return fadingGain;
}

function noiseBuffer(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * NOISE_LENGTH_S, context.sampleRate);
  const noiseSamples = buffer.getChannelData(0);
  for (let n = 0; n < noiseSamples.length; n++) noiseSamples[n] = Math.random() * 2 - 1;
  return buffer;
}
