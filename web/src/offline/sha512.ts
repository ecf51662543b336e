// SHA-512, which Python uses to seed its generator. It computes with BigInt, so it is slow for long texts.

const WORD_BITS = 64n;
const BLOCK_BYTES = 128;
const LENGTH_BYTES = 16;
const ROUNDS = 80;

const rotated = (word: bigint, bits: bigint) => BigInt.asUintN(64, (word >> bits) | (word << (WORD_BITS - bits)));

/** Return the first 64 bits of the fraction of a prime's square or cube root. */
function rootFraction(prime: number, degree: 2n | 3n): bigint {
  const target = BigInt(prime) << (WORD_BITS * degree);
  let low = 0n;
  let high = 1n << 72n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** degree <= target) low = middle;
    else high = middle;
  }
  return BigInt.asUintN(64, low);
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime)) found.push(n);
  return found;
}

const PRIMES = firstPrimes(ROUNDS);
const ROUND_CONSTANTS = PRIMES.map((prime) => rootFraction(prime, 3n));
const INITIAL_HASH = PRIMES.slice(0, 8).map((prime) => rootFraction(prime, 2n));

/** Return the SHA-512 digest (64 bytes). */
export function sha512(content: Uint8Array): Uint8Array {
  const size = Math.ceil((content.length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  const padded = new Uint8Array(size);
  padded.set(content);
  padded[content.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setBigUint64(size - 8, BigInt(content.length) * 8n);
  const state = [...INITIAL_HASH];
  for (let at = 0; at < size; at += BLOCK_BYTES) addBlock(state, words, at);
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, k) => digest.setBigUint64(8 * k, word));
  return new Uint8Array(digest.buffer);
}

function addBlock(state: bigint[], words: DataView, at: number): void {
  const schedule = Array.from({ length: 16 }, (_, k) => words.getBigUint64(at + 8 * k));
  for (let k = 16; k < ROUNDS; k++) {
    const [early, late] = [schedule[k - 15]!, schedule[k - 2]!];
    const first = rotated(early, 1n) ^ rotated(early, 8n) ^ (early >> 7n);
    const second = rotated(late, 19n) ^ rotated(late, 61n) ^ (late >> 6n);
    schedule.push(BigInt.asUintN(64, schedule[k - 16]! + first + schedule[k - 7]! + second));
  }
  let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  for (let k = 0; k < ROUNDS; k++) {
    const mixed = rotated(e, 14n) ^ rotated(e, 18n) ^ rotated(e, 41n);
    const first = h + mixed + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[k]! + schedule[k]!;
    const second = (rotated(a, 28n) ^ rotated(a, 34n) ^ rotated(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, BigInt.asUintN(64, d + first), c, b, a, BigInt.asUintN(64, first + second)];
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => (state[k] = BigInt.asUintN(64, state[k]! + word)));
}
