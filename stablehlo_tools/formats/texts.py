"""Recognition of MLIR and HLO text, and its split into programs."""

from __future__ import annotations

import re

from stablehlo_tools.diagnostics.diagnostic import Diagnostic, ParseError
from stablehlo_tools.diagnostics.source import Source, Span
from stablehlo_tools.formats.faults import SEVERAL_PROGRAMS, not_mlir
from stablehlo_tools.grammars.languages import is_hlo, is_hlo_text
from stablehlo_tools.host.regex import regex
from stablehlo_tools.ir.deferred_text import DeferredText

# A text is parsed as MLIR if one of its lines begins like an operation, however invalid the rest is.
_STATEMENT = regex(
    r"""^[ \t]*(?:
        %[\w$.-]+(?::\d+)?\s*[,=]               # results
      | "[A-Za-z_]\w*\.[\w.$-]+"\s*[(<]         # an op in generic form
      | [A-Za-z_]\w*\.[a-z_][\w$.]*\s*[%@(<]    # an op of a dialect: sdy.mesh @mesh, stablehlo.return %0
      | (?:builtin\.)?module\b\s*(?:[@{]|attributes\b|$)
      | func(?:\.func)?\b\s*(?:@|public\b|private\b|nested\b|$)
      | return\s+%
      | [\#!][\w.$-]+\s*=                       # an alias
      | \^\w+                                   # a block label
      | \{-\#                                   # resources
    )""",
    re.VERBOSE | re.MULTILINE,
)
_COMMENT = regex(r"//[^\n]*")
_PATH = regex(r"\S*[./]\w*|.*\.mlir")  # of a program, which one may take for its text

SPLIT = "// -----"
_SPLIT_LINE = regex(rf"^{SPLIT}[ \t\r]*(?:\n|\Z)", re.MULTILINE)


def source_from_text(text: str, name: str = "<string>") -> Source:
    """`text` as a source; raises `ParseError` if nothing in it looks like MLIR or HLO."""
    if "\r" in text and "\n" not in text:
        text = text.replace("\r", "\n")  # line endings of old Macs; offsets do not change
    if "vhlo." in text:
        from stablehlo_tools.formats.vhlo.text import (  # not imported where programs are StableHLO
            from_text,
            is_vhlo,
        )

        if is_vhlo(text):
            return from_text(Source(text, name))
    if _STATEMENT.search(text) or is_hlo_text(text):
        return Source(text, name)
    if not _COMMENT.sub("", text).strip():
        return Source(text, name)  # a program may be empty
    if _PATH.fullmatch(text):
        raise not_mlir(name, f"this is a path, not MLIR text: {text!r}", "use `load(path)` to read a file")
    if text.startswith("version https://git-lfs"):
        raise not_mlir(name, "this is a pointer of Git LFS, not the file", "fetch it: `git lfs pull`")
    raise not_mlir(name, "this is not MLIR or HLO text: no line begins like an operation")


def is_editable(source: Source) -> bool:
    """Whether the file itself holds this text, so that edits apply to it."""
    return type(source) is Source  # other kinds are of what was unpacked, or written for a binary file


def pieces(source: Source) -> list[Source]:
    """The programs of a split input, separated by lines `// -----`, as in `mlir-opt --split-input-file`.

    A piece of only comments is ignored, unless it is the only one. HLO text is a single program.
    """
    if isinstance(source, DeferredText) or SPLIT not in source.text or is_hlo(source):
        return [source]
    programs, start, line = [], 0, source.first_line
    for split in [*_SPLIT_LINE.finditer(source.text), None]:
        text = source.text[start : split.start() if split else None]
        if _COMMENT.sub("", text).strip():
            programs.append(Source(text, source.name, line))
        if split:
            line += text.count("\n") + 1
            start = split.end()
    return programs or [source]


def only_piece(source: Source) -> Source:
    """The single MLIR program of a text. Raises `ParseError` if it has several."""
    first, *others = pieces(source)
    if not others:
        return first
    message = f"expected a single program, found {len(others) + 1}, separated by `{SPLIT}`"
    text = others[0].text
    start = len(text) - len(text.lstrip())
    span = Span(others[0], start, start + len(text[start:].partition("\n")[0]))
    help = "only `shlo verify`, `shlo lint` and `shlo fmt` accept split input; move it to a file of its own"
    raise ParseError(Diagnostic(SEVERAL_PROGRAMS, message, span, label="second program", helps=(help,)))
