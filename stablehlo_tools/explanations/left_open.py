"""The choices that the specification leaves open: its sentences, and the behaviour here and elsewhere."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from stablehlo_tools.ops.model.choices import Choice, choices_of, sentences, untried
from stablehlo_tools.ops.model.schema import Op
from stablehlo_tools.ops.registry import OPS


@dataclass(frozen=True)
class LeftOpen:
    """A sentence that leaves something open, in the section of an op or another one.

    `choices` are those of `ops` that it is about; without any, `reason` says why nothing else is tried.
    """

    name: str
    subject: str
    text: str
    choices: tuple[Choice, ...]
    ops: tuple[str, ...]
    reason: str

    @property
    def trials(self) -> Mapping[str, str]:
        """The behaviour here, and that of `--sanitize`, by the codes of choices."""
        trials: dict[str, list[str]] = {}
        for choice in self.choices:
            tried = "; ".join(choice.variants)
            trials.setdefault(choice.code, []).append(f"here, {choice.here}; --sanitize tries: {tried}")
        return {code: ". ".join(dict.fromkeys(words)) for code, words in trials.items()}


@functools.cache
def left_open() -> Sequence[LeftOpen]:
    """All sentences that leave something open, in the order of the specification."""
    choices: dict[str, dict[int, Choice]] = {}
    ops: dict[str, dict[str, None]] = {}
    for op in OPS.values():
        for choice in choices_of(op):
            for name in choice.sentences:
                choices.setdefault(name, {})[id(choice)] = choice
                ops.setdefault(name, {})[op.name] = None
    return [
        LeftOpen(
            name,
            sentence.subject,
            sentence.plain,
            tuple(choices.get(name, {}).values()),
            tuple(ops.get(name, ())),
            untried().get(name, ""),
        )
        for name, sentence in sentences().items()
    ]


def left_open_to(op: Op) -> tuple[LeftOpen, ...]:
    """The sentences of an op's section, and those of other ones about a choice of the op."""
    is_specified = op.name.startswith("stablehlo.")
    return tuple(
        replace(each, choices=tuple(choice for choice in each.choices if choice in choices_of(op)))
        for each in left_open()
        if op.name in each.ops or (is_specified and each.subject == op.mnemonic)
    )
