// Python's generator `random.Random` (Mersenne Twister MT19937), seeded with bytes: the same draws for the same seed.
import { sha512 } from "./sha512";

const STATE_WORD_COUNT = 624;
const TWIST_OFFSET = 397;
const UPPER_MASK = 0x80000000;
const LOWER_MASK = 0x7fffffff;
const TWIST_MATRIX = 0x9908b0df;

export class PythonRandom {
  private readonly words = new Uint32Array(STATE_WORD_COUNT);
  private used = STATE_WORD_COUNT;

  constructor(seed: Uint8Array) {
    const seedAndHash = new Uint8Array(seed.length + 64);
    seedAndHash.set(seed);
    seedAndHash.set(sha512(seed), seed.length);
    this.startFromKey(keyWords(seedAndHash));
  }

  private startFromNumber(seed: number): void {
    this.words[0] = seed;
    for (let k = 1; k < STATE_WORD_COUNT; k++) {
      const mixedPrevious = this.words[k - 1]! ^ (this.words[k - 1]! >>> 30);
      this.words[k] = Math.imul(mixedPrevious, 1812433253) + k;
    }
  }

  private startFromKey(key: number[]): void {
    this.startFromNumber(19650218);
    const { words } = this;
    let [i, j] = [1, 0];
    const step = (factor: number, added: number) => {
      const mixedPrevious = words[i - 1]! ^ (words[i - 1]! >>> 30);
      words[i] = (words[i]! ^ Math.imul(mixedPrevious, factor)) + added;
      if (++i >= STATE_WORD_COUNT) {
        words[0] = words[STATE_WORD_COUNT - 1]!;
        i = 1;
      }
    };
    for (let k = Math.max(STATE_WORD_COUNT, key.length); k; k--) {
      step(1664525, key[j]! + j);
      j = (j + 1) % key.length;
    }
    for (let k = STATE_WORD_COUNT - 1; k; k--) step(1566083941, -i);
    words[0] = UPPER_MASK;
  }

  private refill(): void {
    const { words } = this;
    for (let k = 0; k < STATE_WORD_COUNT; k++) {
      const joinedHalves = (words[k]! & UPPER_MASK) | (words[(k + 1) % STATE_WORD_COUNT]! & LOWER_MASK);
      words[k] = words[(k + TWIST_OFFSET) % STATE_WORD_COUNT]! ^ (joinedHalves >>> 1) ^ (joinedHalves & 1 ? TWIST_MATRIX : 0);
    }
    this.used = 0;
  }

  /** Return 32 random bits. */
  word(): number {
    if (this.used >= STATE_WORD_COUNT) this.refill();
    let drawn = this.words[this.used++]!;
    drawn ^= drawn >>> 11;
    drawn ^= (drawn << 7) & 0x9d2c5680;
    drawn ^= (drawn << 15) & 0xefc60000;
    return (drawn ^ (drawn >>> 18)) >>> 0;
  }

  /** Return up to 32 random bits, like `getrandbits`. */
  bits(count: number): number {
    return this.word() >>> (32 - count);
  }

  /** Return a number from 0 to below 1, like `random`. */
  random(): number {
    const [high, low] = [this.word() >>> 5, this.word() >>> 6];
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** Return an integer from 0 to below `bound`, like `randrange`. */
  below(bound: number): number {
    const bitCount = 32 - Math.clz32(bound);
    let drawn = this.bits(bitCount);
    while (drawn >= bound) drawn = this.bits(bitCount);
    return drawn;
  }

  choice<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** Return random bytes, like `randbytes`. The count is a multiple of four. */
  bytes(count: number): Uint8Array {
    const drawnBytes = new DataView(new ArrayBuffer(count));
    for (let at = 0; at < count; at += 4) drawnBytes.setUint32(at, this.word(), true);
    return new Uint8Array(drawnBytes.buffer);
  }

  /** Return different items in random order, like `sample`. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const sampledItems: Item[] = [];
    const setSize = 21 + (count > 5 ? 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 0);
    if (items.length <= setSize) {
      const pool = [...items];
      for (let k = 0; k < count; k++) {
        const j = this.below(items.length - k);
        sampledItems.push(pool[j]!);
        pool[j] = pool[items.length - k - 1]!;
      }
      return sampledItems;
    }
    const chosenIndices = new Set<number>();
    while (sampledItems.length < count) {
      const j = this.below(items.length);
      if (chosenIndices.has(j)) continue;
      chosenIndices.add(j);
      sampledItems.push(items[j]!);
    }
    return sampledItems;
  }
}

/** Return a big-endian number as 32-bit words in little-endian order, without leading zero words. */
function keyWords(bytes: Uint8Array): number[] {
  const keyWordList: number[] = [];
  for (let end = bytes.length; end > 0; end -= 4) {
    let word = 0;
    for (let k = Math.max(0, end - 4); k < end; k++) word = ((word << 8) | bytes[k]!) >>> 0;
    keyWordList.push(word);
  }
  while (keyWordList.length > 1 && keyWordList.at(-1) === 0) keyWordList.pop();
  return keyWordList;
}
