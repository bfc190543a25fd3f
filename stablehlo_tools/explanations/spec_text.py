"""The text of the specification, in Markdown: quotations, under the Apache License 2.0."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping

from stablehlo_tools.host import resources


@functools.cache
def specification() -> Mapping[str, str]:
    """The text of each numbered constraint, by its code."""
    lines = (resources.folder("specification") / "constraints.jsonl").read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    return {f"{row['of']}_{row['id'].lower()}": _text(row["text"], row.get("items", ())) for row in rows}


def _text(sentence: str, items: list[str]) -> str:
    nested = (len(item) - len(item.lstrip()) for item in items)
    bullets = (f"{' ' * indent}* {item.lstrip()}" for indent, item in zip(nested, items, strict=True))
    return "\n".join([sentence, *bullets])
