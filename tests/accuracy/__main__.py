"""Measure the errors of elementwise ops, and write the greatest ones.

    python -m tests.accuracy [--points N] [--ops tanh,erf] [--types f32,f64]

What is measured joins stablehlo_tools/explanations/accuracy.json, and the table of docs/accuracy.md is made
of it. numpy's functions differ with the processor: of processors with AVX-512 and without, the greater error
stays. With gmpy2, 10^6 points of f64 take some fifteen minutes, narrower types a few, and complex<f64> an
hour; mpmath alone is much slower.

    python -m tests.accuracy --engine xla|iree|numpy [--ops tanh,erf] [--types f32,bf16,f16]

measures an engine, at more points, and writes stablehlo_tools/verdict/profiles.json.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

from tests.accuracy import engines
from tests.accuracy.measuring import measure, measured_ops, simd, types_of

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "stablehlo_tools/explanations/accuracy.json"
PAGE = ROOT / "docs/accuracy.md"
Table = dict[str, dict[str, dict[str, Any]]]


def page_of(table: Table) -> str:
    """The table of the page: a row for each op, a column for each type, one for all of at most 8 bits."""
    headings = [f"`{each}`" if "<" in each else each for each in _COLUMNS]
    lines = [f"| op | {' | '.join(headings)} |", f"| --- |{' --- |' * len(_COLUMNS)}"]
    for op, row in table.items():
        cells: dict[str, float] = {}
        for name, each in row.items():
            column = name if name in _COLUMNS else "narrower"
            cells[column] = max(each["ulp"], cells.get(column, 0.0))
        texts = [f"{cells[name]:.1f}" if name in cells else "" for name in _COLUMNS]
        lines.append(f"| `{op}` | {' | '.join(texts)} |")
    return "\n".join(lines)


_COLUMNS = ("f64", "f32", "bf16", "f16", "narrower", "complex<f64>", "complex<f32>")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--points", type=int, default=1_000_000, help="of types of 32 bits and more")
    parser.add_argument("--ops", type=lambda text: text.split(","), help="mnemonics  [default: all]")
    parser.add_argument("--types", type=lambda text: text.split(","), help="element types  [default: all]")
    parser.add_argument("--engine", help="measure this engine, by its name, rather than our kernels")
    options = parser.parse_args()
    if options.engine:
        name = options.engine.partition("@")[0]
        for function, name_of_type, error in engines.of_engine(
            options.engine, options.ops, options.types or engines.TYPES
        ):
            print(f"{function} {name_of_type}: {error:.3f}", flush=True)
            engines.write(name, function, name_of_type, error)
        return
    table: Table = json.loads(TABLE.read_text("utf-8")) if TABLE.exists() else {}
    for op in measured_ops():
        for type in types_of(op):
            if op.mnemonic not in (options.ops or [op.mnemonic]):
                continue
            if type.name not in (options.types or [type.name]):
                continue
            worst = measure(op, type, options.points)
            print(f"{op.name} {type.name}: {worst.ulp:.3f} of {worst.points:,}", flush=True)
            row = {
                "ulp": round(worst.ulp, 3),
                "points": worst.points,
                "at": list(worst.at),
                "simd": simd(),
            }
            known = table.setdefault(op.name, {}).get(type.name)
            if known is None or known["simd"] == row["simd"] or known["ulp"] < row["ulp"]:
                table[op.name][type.name] = row
                write(table)


def _of_dialect(item: tuple[str, Any]) -> tuple[bool, str]:
    return not item[0].startswith("stablehlo."), item[0]


def write(table: Table) -> None:
    """Write both files."""
    table = {name: dict(sorted(row.items())) for name, row in sorted(table.items(), key=_of_dialect)}
    rows = ",\n".join(f" {json.dumps(name)}: {json.dumps(row)}" for name, row in table.items())
    TABLE.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
    text = PAGE.read_text("utf-8")
    written = re.sub(r"\| op \|.*?(?=\n\n)", lambda match: page_of(table), text, flags=re.DOTALL)
    PAGE.write_text(written, encoding="utf-8")


if __name__ == "__main__":
    main()
