"""The rules as a package of data, for implementations in other languages: JSON, without code.

rules.json      each op, type and constant with its rules: formulas, also as trees
cases.json      programs that keep and that break the rules, with the values of the names in these
accuracy.json   measured errors of elementwise ops, in units in the last place
examples.json   programs of one op, inputs, and what they return, with bounds
schema.json, README.md, LICENSE, pyproject.toml
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from stablehlo_tools._version import SPECIFICATION, __version__
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.diagnostics.members import members
from stablehlo_tools.explanations.facts.ops import all_constructs, all_ops, measured_errors
from stablehlo_tools.explanations.table import as_object
from stablehlo_tools.formula.check import check
from stablehlo_tools.formula.functions import FUNCTIONS, RegionType
from stablehlo_tools.formula.parse import formula
from stablehlo_tools.grammars.nodes import Tree
from stablehlo_tools.ir.arrays import Array
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ir.types import ELEMENT_TYPES, Dim, FunctionType, QuantizedType, TensorType
from stablehlo_tools.ops.examples import Example, examples
from stablehlo_tools.ops.model.attributes import AttributeMismatch
from stablehlo_tools.ops.model.signature import CountMismatch
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.targets.conformance.corpus import Corpus
from stablehlo_tools.targets.conformance.package import write_project
from stablehlo_tools.targets.conformance.results import ConformanceCase
from stablehlo_tools.text.parse import parse
from stablehlo_tools.verifier.named_values import names_of

Object = dict[str, Any]
SCHEMA: Final = 1  # incremented when a member changes its meaning or is removed
_QUANTIZED: Final = (
    "storage_type=storage_type.name expressed_type=expressed_type.name storage_min storage_max "
    "scales zero_points quantization_dimension"
)
_OF_HERE: Final = ("source", "executed", "rewrites")  # what is said of ops that is about this implementation


def write_rules(folder: Path, worked: str = "") -> Mapping[str, int]:
    """Write the package to a folder, and return how many entries each file has. Raises OSError.

    Worked examples are those of ops whose name contains `worked`.
    """
    rules = _rules()
    files: dict[str, Object] = {
        "rules": rules,
        "cases": {"cases": [case for each in examples() if (case := _case(each))]},
        "accuracy": {"unit": "ulp", "ops": measured_errors()},
        "examples": {"examples": [*_worked(worked)]},
    }
    about = {"schema": SCHEMA, "stablehlo": SPECIFICATION, "stablehlo_tools": __version__}
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        text = json.dumps({**about, **content}, indent=1, allow_nan=False) + "\n"
        (folder / f"{name}.json").write_text(text, encoding="utf-8")
    (folder / "schema.json").write_bytes((Path(__file__).parent / "rules_schema.json").read_bytes())
    counts = {
        "ops": len(rules["ops"]),
        "rules": sum(len(each["rules"]) for each in (*rules["ops"], *rules["constructs"])),
        "cases": len(files["cases"]["cases"]),
        "examples": len(files["examples"]["examples"]),
    }
    about_it = "The rules of StableHLO as data: constraints, cases, measured errors, worked examples"
    readme = (Path(__file__).parent / "rules_readme.md").read_text(encoding="utf-8")
    shown = {name: f"{count:,}" for name, count in counts.items()}
    for name, text in {**shown, "version": SPECIFICATION, "tools": __version__}.items():
        readme = readme.replace(f"{{{name}}}", text)
    write_project(folder, "stablehlo-rules", about_it, readme, ["*.json"])
    return counts


# -- rules ----------------------------------------------------------------------------------------------


def _rules() -> Object:
    return {
        "element_types": [
            {"name": each.name, "kind": each.kind, "bits": each.bits} for each in ELEMENT_TYPES.values()
        ],
        "functions": {name: (each.__doc__ or "").partition("\n")[0] for name, each in FUNCTIONS.items()},
        "ops": [_described(as_object(op)) for op in all_ops()],
        "constructs": [_described(as_object(each)) for each in all_constructs()],
    }


def _described(described: Object) -> Object:
    """The object of `shlo explain` with trees beside formulas, without facts about this implementation."""
    if "definitions" in described:
        described["definitions"] = {
            name: {"formula": text, "tree": tree_of(text)} for name, text in described["definitions"].items()
        }
    for rule in described["rules"]:
        for checked in rule["formulas"]:
            checked["tree"] = None if checked["formula"] is None else tree_of(checked["formula"])
            checked["when"] = [{"formula": text, "tree": tree_of(text)} for text in checked["when"]]
        del rule["passing"], rule["failing"]  # which are among the cases
    return {name: value for name, value in described.items() if name not in _OF_HERE}


def tree_of(text: str) -> list[Any]:
    """The tree of a formula: a list of the name of a production of grammar/formula.lark and its parts."""
    return _tree(formula(text).tree)


def _tree(node: Tree) -> list[Any]:
    parts = [_tree(child) if isinstance(child, Tree) else child and str(child) for child in node.children]
    return [node.data, *parts]


# -- cases ----------------------------------------------------------------------------------------------


def _case(example: Example) -> Object | None:
    """A program with the codes of the rules that it violates; None if its fault is not about rules."""
    try:
        module = parse(example.source)
    except DiagnosticError:
        return None  # a mistake in the syntax
    checks = [case for case in _checked(module, example) if case["breaks"] or not example.codes]
    best = max(checks, key=lambda case: len({*case["breaks"]} & {*example.codes}), default=None)
    if best is None:
        return None
    candidates = [
        case for case in checks if example.name.startswith(case["op"].partition(".")[2].replace(".", "_"))
    ]
    chosen = best if example.codes else max(candidates, key=lambda each: len(each["op"]), default=best)
    return {"name": example.name, "strict": example.is_strict, **chosen, "program": example.text}


def _checked(module: Module, example: Example) -> Iterator[Object]:
    """The operations of a program that have rules, with the names that rules read and the broken rules."""
    functions = module.declared
    for operation in module.walk():
        op = OPS.get(operation.name)
        if op is None or not isinstance(operation, Operation):
            continue
        try:
            names = names_of(op, operation, functions)
            broken = check(op, names, strict=example.is_strict).violations
        except (AttributeMismatch, CountMismatch, RuntimeError):
            continue  # which the signature refuses
        breaks = [each.rule.code(op.mnemonic) for each in broken]
        yield {
            "op": op.name,
            "breaks": breaks,
            "names": {name: value_of(each) for name, each in names.items()},
        }


def value_of(x: Any) -> Any:
    """A value of a name as JSON: README.md of the package describes it."""
    if x is None or isinstance(x, bool | int | str):
        return x
    if isinstance(x, float):
        return x if math.isfinite(x) else {"number": str(x)}
    if isinstance(x, Dim):
        lower, upper = (None if math.isinf(bound) else int(bound) for bound in x)
        return {"least": lower, "most": upper}
    if isinstance(x, tuple | list):
        return [value_of(element) for element in x]
    x = getattr(x, "type", x)  # of a constant, its type is what rules are about
    if isinstance(x, TensorType):
        sizes = None if x.shape is None else value_of(x.shape)
        of = x.element_type
        quantized = {"quantized": value_of(of)} if isinstance(of, QuantizedType) else {}
        return {"type": str(x), "shape": sizes, "element_type": str(of), **quantized}
    if isinstance(x, QuantizedType):
        return {"type": str(x), **members(x, _QUANTIZED)}
    if isinstance(x, FunctionType):
        return {"inputs": value_of(x.inputs), "results": value_of(x.results)}
    if isinstance(x, RegionType):
        types = {"inputs": value_of(x.input_types), "results": value_of(x.output_types)}
        return {**types, "operation": x.operation}
    return {"type": str(x)}


# -- worked examples ------------------------------------------------------------------------------------


def _worked(only: str) -> Iterator[Object]:
    """The valid examples as they are, with inputs and results."""
    for case in Corpus(only, as_they_are=True):
        if case.is_valid:
            yield {"name": case.name, "op": case.op, "program": case.text, **_arrays(case)}


def _arrays(case: ConformanceCase) -> Object:
    named = {"inputs": case.inputs, "results": case.expected, "bounds": case.bounds}
    return {name: [*map(_elements, arrays)] for name, arrays in named.items()}


def _elements(array: Array) -> Object:
    """The elements in row-major order; as text where JSON has no number: `nan`, `inf`, `1+2j`."""
    return {"shape": list(array.shape), "elements": [*map(_number, array.ravel().tolist())]}


def _number(x: Any) -> Any:
    if isinstance(x, complex):
        return [_number(x.real), _number(x.imag)]
    return str(x) if isinstance(x, float) and not math.isfinite(x) else x
