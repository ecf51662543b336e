/** SHA-256 (FIPS 180-4). Browsers offer `crypto.subtle` over https only, and home servers often use plain http. */

/** Round constants and initial hash value of SHA-256. */
const ROUND_CONSTANTS = primeRootFractions(64, 3);
const INITIAL_HASH = primeRootFractions(8, 2);

/** Return the first 32 fractional bits of the square (2) or cube (3) roots of the first `count` primes. */
function primeRootFractions(count: number, root: number): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  return Uint32Array.from(primes, (prime) => {
    const primeRoot = root === 2 ? Math.sqrt(prime) : Math.cbrt(prime);
    return Math.floor((primeRoot % 1) * 2 ** 32);
  });
}

const rotateRight = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Return the SHA-256 digest in hexadecimal. */
export function sha256(message: Uint8Array): string {
  const paddedMessage = padMessageForHash(message);
  const hash = INITIAL_HASH.slice();
  for (let at = 0; at < paddedMessage.byteLength; at += 64) compressBlock(hash, paddedMessage, at);
  return Array.from(hash, (word) => word.toString(16).padStart(8, "0")).join("");
}

function padMessageForHash(message: Uint8Array): DataView {
  const paddedBytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  paddedBytes.set(message);
  paddedBytes[message.length] = 0x80;
  const view = new DataView(paddedBytes.buffer);
  view.setBigUint64(paddedBytes.length - 8, BigInt(message.length) * 8n);
  return view;
}

function compressBlock(hash: Uint32Array, blocks: DataView, at: number): void {
  const messageSchedule = new Uint32Array(64);
  for (let n = 0; n < 16; n++) messageSchedule[n] = blocks.getUint32(at + 4 * n);
  for (let n = 16; n < 64; n++) {
    const [w15, w2] = [messageSchedule[n - 15]!, messageSchedule[n - 2]!];
    const s0 = rotateRight(w15, 7) ^ rotateRight(w15, 18) ^ (w15 >>> 3);
    const s1 = rotateRight(w2, 17) ^ rotateRight(w2, 19) ^ (w2 >>> 10);
    messageSchedule[n] = messageSchedule[n - 16]! + s0 + messageSchedule[n - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    const one = (h + (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) + ((e & f) ^ (~e & g)) + ROUND_CONSTANTS[n]! + messageSchedule[n]!) | 0;
    const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n] = hash[n]! + word));
}

export function bytesFromHex(hex: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new Error("Invalid hexadecimal text.");
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Whether the SHA-256 digest of seed and salt (hexadecimal) equals the commitment published before the first move. */
export function matchesCommitment(commitment: string, seed: string, salt: string): boolean {
  return sha256(bytesFromHex(seed + salt)) === commitment;
}
