"""Chance inside a match: ChaCha20 keyed by a 256-bit seed, with unbiased draws.

A generator is an array of 28 words: the key (8), a 64-bit counter (2), a stream number (1), how
many words of the block are used (1), and the block (16). Everything a match will ever draw is
decided by its seed, so a published seed lets anyone replay it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dottable.core.record import GENERATOR_WORDS, Array
from dottable.core.rule import big_rule, rule

WORD = 0xFFFFFFFF
KEY_WORDS = 8
COUNTER, STREAM, USED, BLOCK = 8, 10, 11, 12
BLOCK_WORDS = 16
DOUBLE_ROUNDS = 10


@rule
def add(a: int, b: int) -> int:
    return (a + b) & WORD


@rule
def rotate(value: int, bits: int) -> int:
    return ((value << bits) | (value >> (32 - bits))) & WORD


@rule
def quarter_round(x: Any, a: int, b: int, c: int, d: int) -> None:
    xa = add(x[a], x[b])
    xd = rotate(x[d] ^ xa, 16)
    xc = add(x[c], xd)
    xb = rotate(x[b] ^ xc, 12)
    x[a] = add(xa, xb)
    x[d] = rotate(xd ^ x[a], 8)
    x[c] = add(xc, x[d])
    x[b] = rotate(xb ^ x[c], 7)


@rule
def permute(x: Any) -> None:
    """The 20 rounds of ChaCha20, in place."""
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
    """Word `i` of the cipher's input: four constants, the key, the counter and the stream."""
    if i >= 4:
        return g[i - 4] & WORD if i < 15 else 0
    if i < 2:
        return 0x61707865 if i == 0 else 0x3320646E
    return 0x79622D32 if i == 2 else 0x6B206574


@big_rule
def refill(g: Any) -> None:
    """Make the next block of the key stream and count it."""
    x = g[BLOCK:GENERATOR_WORDS]
    for i in range(BLOCK_WORDS):
        x[i] = input_word(g, i)
    permute(x)
    for i in range(BLOCK_WORDS):
        x[i] = add(x[i], input_word(g, i))
    g[COUNTER] = add(g[COUNTER], 1)
    if g[COUNTER] == 0:
        g[COUNTER + 1] = add(g[COUNTER + 1], 1)
    g[USED] = 0


@rule
def start(g: Any, key: Any) -> None:
    """Key a generator with 8 words; its first draw comes from block 0."""
    for i in range(KEY_WORDS):
        g[i] = key[i]
    for i in range(KEY_WORDS, GENERATOR_WORDS):
        g[i] = 0
    g[USED] = BLOCK_WORDS


@rule
def word(g: Any) -> int:
    """The next 32 random bits."""
    if g[USED] >= BLOCK_WORDS:
        refill(g)
    position = g[USED]
    g[USED] = position + 1
    return g[BLOCK + position] & WORD


@rule
def below(g: Any, bound: int) -> int:
    """A random integer in 0..bound-1, every one equally likely (1 <= bound < 2**31)."""
    product = word(g) * bound
    if (product & WORD) < bound:
        floor = (WORD + 1 - bound) % bound
        while (product & WORD) < floor:
            product = word(g) * bound
    return product >> 32


@rule
def shuffle(g: Any, items: Any, count: int) -> None:
    """Put the first `count` items into a random order, every order equally likely."""
    for last in range(count - 1, 0, -1):
        chosen = below(g, last + 1)
        items[last], items[chosen] = items[chosen], items[last]


@rule
def rekey(g: Any, source: Any) -> None:
    """Give `g` a fresh key drawn from `source`: its future is no longer that of the true match."""
    for i in range(KEY_WORDS):
        g[i] = word(source)
    for i in range(KEY_WORDS, GENERATOR_WORDS):
        g[i] = 0
    g[USED] = BLOCK_WORDS


@rule
def derive(root: Any, index: int, stream: int, scratch: Any) -> None:
    """Fill `scratch` (a generator) with the block that belongs to `index` under the key `root`.

    Its 16 words serve as two independent keys, whatever order or worker asks for them.
    """
    start(scratch, root)
    scratch[COUNTER] = index & WORD
    scratch[COUNTER + 1] = index >> 32
    scratch[STREAM] = stream
    refill(scratch)


def generator() -> Array:
    """An unkeyed generator."""
    return np.zeros(GENERATOR_WORDS, np.uint32)


def key_of(seed: bytes) -> Array:
    """The 8 key words of a 32-byte seed."""
    if len(seed) != 4 * KEY_WORDS:
        raise ValueError(f"A seed has 32 bytes, not {len(seed)}.")
    return np.frombuffer(seed, "<u4").astype(np.uint32)


def seed_of(key: Array) -> bytes:
    """The 32-byte seed of 8 key words."""
    return np.asarray(key[:KEY_WORDS]).astype("<u4").tobytes()
