// SHA-512, which Python uses to seed its generator. It computes with BigInt, so it is slow for long texts.

const WORD_BITS = 64n;
const BLOCK_BYTES = 128;
const LENGTH_BYTES = 16;
const ROUND_COUNT = 80;

const rotateRight = (word: bigint, bits: bigint) => BigInt.asUintN(64, (word >> bits) | (word << (WORD_BITS - bits)));

/** Return the first 64 bits of the fraction of a prime's square or cube root. */
function rootFraction(prime: number, degree: 2n | 3n): bigint {
  const shiftedPrime = BigInt(prime) << (WORD_BITS * degree);
  let low = 0n;
  let high = 1n << 72n;
  while (high - low > 1n) {
    const middleRoot = (low + high) >> 1n;
    if (middleRoot ** degree <= shiftedPrime) low = middleRoot;
    else high = middleRoot;
  }
  return BigInt.asUintN(64, low);
}

function firstPrimes(count: number): number[] {
  const primesFound: number[] = [];
  for (let n = 2; primesFound.length < count; n++) if (primesFound.every((prime) => n % prime)) primesFound.push(n);
  return primesFound;
}

const FIRST_PRIMES = firstPrimes(ROUND_COUNT);
const ROUND_CONSTANTS = FIRST_PRIMES.map((prime) => rootFraction(prime, 3n));
const INITIAL_HASH = FIRST_PRIMES.slice(0, 8).map((prime) => rootFraction(prime, 2n));

/** Return the SHA-512 digest (64 bytes). */
export function sha512(content: Uint8Array): Uint8Array {
  const size = Math.ceil((content.length + 1 + LENGTH_BYTES) / BLOCK_BYTES) * BLOCK_BYTES;
  const paddedMessage = new Uint8Array(size);
  paddedMessage.set(content);
  paddedMessage[content.length] = 0x80;
  const messageWords = new DataView(paddedMessage.buffer);
  messageWords.setBigUint64(size - 8, BigInt(content.length) * 8n);
  const hashState = [...INITIAL_HASH];
  for (let at = 0; at < size; at += BLOCK_BYTES) hashBlock(hashState, messageWords, at);
  const digestView = new DataView(new ArrayBuffer(64));
  hashState.forEach((word, k) => digestView.setBigUint64(8 * k, word));
  return new Uint8Array(digestView.buffer);
}

function hashBlock(state: bigint[], words: DataView, at: number): void {
  const messageSchedule = Array.from({ length: 16 }, (_, k) => words.getBigUint64(at + 8 * k));
  for (let k = 16; k < ROUND_COUNT; k++) {
    const [early, late] = [messageSchedule[k - 15]!, messageSchedule[k - 2]!];
    const sigma0 = rotateRight(early, 1n) ^ rotateRight(early, 8n) ^ (early >> 7n);
    const sigma1 = rotateRight(late, 19n) ^ rotateRight(late, 61n) ^ (late >> 6n);
    messageSchedule.push(BigInt.asUintN(64, messageSchedule[k - 16]! + sigma0 + messageSchedule[k - 7]! + sigma1));
  }
  let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  for (let k = 0; k < ROUND_COUNT; k++) {
    const sum1 = rotateRight(e, 14n) ^ rotateRight(e, 18n) ^ rotateRight(e, 41n);
    const t1 = h + sum1 + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[k]! + messageSchedule[k]!;
    const t2 = (rotateRight(a, 28n) ^ rotateRight(a, 34n) ^ rotateRight(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, BigInt.asUintN(64, d + t1), c, b, a, BigInt.asUintN(64, t1 + t2)];
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => (state[k] = BigInt.asUintN(64, state[k]! + word)));
}
