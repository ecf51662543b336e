"""Action spaces: every action of a game is an integer, numbered verb by verb."""

from __future__ import annotations

from math import prod


class ActionSpace:
    """The verbs of a game with the ranges of their arguments: `ActionSpace(draw=(), take=(4,), look=(8, 4))`.

    An action is the verb's first number plus its arguments in row-major order.
    """

    def __init__(self, **verbs: tuple[int, ...]) -> None:
        self.verbs = verbs
        self._first: dict[str, int] = {}
        self._decoded: dict[int, tuple[str, tuple[int, ...]]] = {}
        self.size = 0
        for verb, ranges in verbs.items():
            self._first[verb] = self.size
            self.size += prod(ranges)

    def first_action(self, verb: str) -> int:
        """Return the number of a verb's first action. Rules add the encoded arguments to it."""
        return self._first[verb]

    def encode(self, verb: str, *arguments: int) -> int:
        """Return the number of the action with this verb and these arguments."""
        offset = 0
        for argument, size in zip(arguments, self.verbs[verb], strict=True):
            if not 0 <= argument < size:
                raise ValueError(f"{verb}: the argument {argument} is not in 0..{size - 1}.")
            offset = offset * size + argument
        return self._first[verb] + offset

    def decode(self, action: int) -> tuple[str, tuple[int, ...]]:
        """Return the verb and the arguments of an action number."""
        decoded = self._decoded.get(action)
        if decoded is None:
            decoded = self._decoded[action] = self._decode_uncached(action)
        return decoded

    def _decode_uncached(self, action: int) -> tuple[str, tuple[int, ...]]:
        if not 0 <= action < self.size:
            raise ValueError(f"Unknown action {action}. Available: 0 to {self.size - 1}.")
        verb = max((v for v in self.verbs if self._first[v] <= action), key=self.first_action)
        offset = action - self._first[verb]
        arguments: list[int] = []
        for size in reversed(self.verbs[verb]):
            offset, argument = divmod(offset, size)
            arguments.append(argument)
        return verb, tuple(reversed(arguments))
