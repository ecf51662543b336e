"""A console with scripted answers."""

from __future__ import annotations

import io

from rich.console import Console


class ScriptedConsole(Console):
    """Gives the scripted answers in order. A last answer "1" repeats forever; otherwise the input ends."""

    def __init__(self, *answers: str) -> None:
        super().__init__(file=io.StringIO(), width=100, highlight=False)
        self.answers = list(answers)

    def input(self, prompt="", **_):
        self.print(prompt, end="")
        if not self.answers:
            raise EOFError
        answer = self.answers[0] if self.answers == ["1"] else self.answers.pop(0)
        self.print(answer)
        return answer

    @property
    def shown(self) -> str:
        return self.file.getvalue()  # type: ignore[attr-defined]
