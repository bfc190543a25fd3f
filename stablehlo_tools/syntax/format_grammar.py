"""Makes `grammar/formats.lark` and `dialects.lark` of formats; run as a module, it writes the files.

Formats that differ in nothing that a parser sees share an alternative, and their ops a terminal.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from stablehlo_tools import resources
from stablehlo_tools.syntax.formats import FORMATS, GRAMMARS, SHORT_NAMES

_HEADER = """\
// The custom forms of ops. Made of their formats, by syntax/format_grammar.py: do not edit.

"""
# MLIR also reads a constant whose value stands in the dictionary.
_BARE = 'STABLEHLO_CONSTANT "(" ")" ["<" dictionary ">"] [dictionary] ":" signature -> bare_constant'


def text(file: str) -> str:
    """What `grammar/<file>.lark` should hold."""
    ops: defaultdict[str, list[str]] = defaultdict(list)
    for name, format in sorted(FORMATS.items()):
        if format.grammar == file:
            ops[format.rule].append(name)
    alternatives, terminals = [_BARE] * (file == GRAMMARS[0]), []
    for rule, names in sorted(ops.items(), key=lambda item: _called_after(item[1])):
        terminal = re.sub(r"\W", "_", _called_after(names)).upper()
        alternatives.append(f"{terminal} {rule} -> custom")
        spelt = [*names, *(short for short, name in SHORT_NAMES.items() if name in names)]
        terminals.append(f"{terminal}.2: /(?:{_pattern(spelt)})(?![\\w$.\\-])/")
    return f"{_HEADER}?custom: " + "\n       | ".join(alternatives) + "\n\n" + "\n".join(terminals) + "\n"


def _called_after(names: Sequence[str]) -> str:
    """The op after which a terminal is called: the first of StableHLO, if it has one."""
    return min(names, key=lambda name: (not name.startswith("stablehlo."), name))


def _pattern(names: Sequence[str]) -> str:
    """A regular expression of names, what they begin with once."""
    by_dialect: defaultdict[str, list[str]] = defaultdict(list)
    for name in names:
        dialect, _, mnemonic = name.rpartition(".")
        by_dialect[dialect].append(mnemonic)
    return "|".join(
        "|".join(rf"{dialect}\.{each}" if dialect else each for each in mnemonics)
        if len(mnemonics) == 1
        else rf"{dialect}\.(?:{'|'.join(mnemonics)})"
        for dialect, mnemonics in by_dialect.items()
    )


if __name__ == "__main__":
    for file in GRAMMARS:
        Path(resources.folder("grammar") / f"{file}.lark").write_text(text(file), encoding="utf-8")
