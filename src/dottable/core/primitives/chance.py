"""The random generator of a match: ChaCha20 keyed by a 256-bit seed, with unbiased draws.

A generator is an array of 28 words of 32 bits: the key (8), a counter (2), a stream number (1), the number of used
words of the block (1), and the block (16). The seed decides every draw of a match, so a published seed lets anyone
replay it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.primitives.record import GENERATOR_WORDS, Array, rule_array
from dottable.core.primitives.rule import noinline_rule, rule

WORD_MASK = 0xFFFFFFFF
"""Mask of a 32-bit word."""
KEY_WORDS = 8
"""Length of a key in 32-bit words."""
COUNTER, STREAM, USED, BLOCK = 8, 10, 11, 12
"""Indices into a generator's array, after the key: block counter, stream number, used words, block."""
BLOCK_WORDS = 16
"""Length of a ChaCha block in 32-bit words."""
DOUBLE_ROUNDS = 10
"""Number of double rounds of ChaCha20."""


@rule
def add_words(a: int, b: int) -> int:
    """Return the sum of two 32-bit words modulo 2**32."""
    return (a + b) & WORD_MASK


@rule
def rotate_left(value: int, bits: int) -> int:
    """Return a 32-bit word rotated left by `bits`."""
    return ((value << bits) | (value >> (32 - bits))) & WORD_MASK


@rule
def quarter_round(x: Any, a: int, b: int, c: int, d: int) -> None:
    """Apply ChaCha's quarter round to words a, b, c and d of `x` in place."""
    xa = add_words(x[a], x[b])
    xd = rotate_left(x[d] ^ xa, 16)
    xc = add_words(x[c], xd)
    xb = rotate_left(x[b] ^ xc, 12)
    x[a] = add_words(xa, xb)
    x[d] = rotate_left(xd ^ x[a], 8)
    x[c] = add_words(xc, x[d])
    x[b] = rotate_left(xb ^ x[c], 7)


@rule
def apply_rounds(x: Any) -> None:
    """Apply the 20 rounds of ChaCha20 to the 16 words of `x` in place."""
    for _ in range(DOUBLE_ROUNDS):
        quarter_round(x, 0, 4, 8, 12)
        quarter_round(x, 1, 5, 9, 13)
        quarter_round(x, 2, 6, 10, 14)
        quarter_round(x, 3, 7, 11, 15)
        quarter_round(x, 0, 5, 10, 15)
        quarter_round(x, 1, 6, 11, 12)
        quarter_round(x, 2, 7, 8, 13)
        quarter_round(x, 3, 4, 9, 14)


@rule
def input_word(g: Any, i: int) -> int:
    """Return word `i` (0 to 15) of the cipher's input: four constants, the key, the counter and the stream."""
    if i >= 4:
        return g[i - 4] & WORD_MASK if i < 15 else 0
    if i < 2:
        return 0x61707865 if i == 0 else 0x3320646E
    return 0x79622D32 if i == 2 else 0x6B206574


@noinline_rule
def refill_block(g: Any) -> None:
    """Compute the next 16-word block of the key stream of generator `g` and increment its counter."""
    x = g[BLOCK:GENERATOR_WORDS]
    for i in range(BLOCK_WORDS):
        x[i] = input_word(g, i)
    apply_rounds(x)
    for i in range(BLOCK_WORDS):
        x[i] = add_words(x[i], input_word(g, i))
    g[COUNTER] = add_words(g[COUNTER], 1)
    if g[COUNTER] == 0:
        g[COUNTER + 1] = add_words(g[COUNTER + 1], 1)
    g[USED] = 0


@rule
def set_key(g: Any, key: Any) -> None:
    """Key the generator `g` with 8 words of 32 bits. Its first draw comes from block 0."""
    for i in range(KEY_WORDS):
        g[i] = key[i]
    for i in range(KEY_WORDS, GENERATOR_WORDS):
        g[i] = 0
    g[USED] = BLOCK_WORDS


@rule
def next_word(g: Any) -> int:
    """Return the next 32 random bits of the generator `g`."""
    if g[USED] >= BLOCK_WORDS:
        refill_block(g)
    position = g[USED]
    g[USED] = position + 1
    return g[BLOCK + position] & WORD_MASK


@rule
def random_below(g: Any, bound: int) -> int:
    """Return a uniform random integer in 0..bound-1, for 1 <= bound < 2**31 (Lemire's method, unbiased)."""
    product = next_word(g) * bound
    if (product & WORD_MASK) < bound:
        floor = (WORD_MASK + 1 - bound) % bound
        while (product & WORD_MASK) < floor:
            product = next_word(g) * bound
    return product >> 32


@rule
def shuffle(g: Any, items: Any, count: int) -> None:
    """Shuffle the first `count` items in place (Fisher-Yates): every order is equally likely."""
    for last in range(count - 1, 0, -1):
        chosen = random_below(g, last + 1)
        items[last], items[chosen] = items[chosen], items[last]


@rule
def rekey(g: Any, source: Any) -> None:
    """Key the generator `g` with words drawn from the generator `source`, so that its draws become independent."""
    for i in range(KEY_WORDS):
        g[i] = next_word(source)
    for i in range(KEY_WORDS, GENERATOR_WORDS):
        g[i] = 0
    g[USED] = BLOCK_WORDS


@rule
def derive_keys(root: Any, index: int, stream: int, scratch: Any) -> None:
    """Write block number `index` of the key stream of the key `root` to the generator array `scratch`.

    The block's 16 words serve as independent keys. They depend only on `root`, `index` and `stream`.
    """
    set_key(scratch, root)
    scratch[COUNTER] = index & WORD_MASK
    scratch[COUNTER + 1] = index >> 32
    scratch[STREAM] = stream
    refill_block(scratch)


def new_generator() -> Array:
    """Return the zeroed array of a ChaCha generator without a key."""
    return np.zeros(GENERATOR_WORDS, np.uint32)


def seeded_generator(seed: bytes) -> Array:
    """Return a ChaCha generator keyed by a 32-byte seed."""
    g = new_generator()
    set_key(rule_array(g), rule_array(key_from_seed(seed)))
    return g


def key_from_seed(seed: bytes) -> Array:
    """Return the 8 key words (uint32) of a 32-byte seed."""
    if len(seed) != 4 * KEY_WORDS:
        raise ValueError(f"A seed must have 32 bytes, not {len(seed)}.")
    return np.frombuffer(seed, "<u4").astype(np.uint32)


def seed_from_key(key: Array) -> bytes:
    """Return the 32-byte seed of 8 key words."""
    return np.asarray(key[:KEY_WORDS]).astype("<u4").tobytes()
