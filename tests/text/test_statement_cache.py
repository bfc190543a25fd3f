"""What is remembered of statements, by whom, and for how long."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

import stablehlo_tools
from stablehlo_tools.api import reading
from stablehlo_tools.api.writing import serialize
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.bytecode.operations import read_bytecode
from stablehlo_tools.ir.attributes import Symbol
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.operations import Operation, Region
from stablehlo_tools.ir.types import ELEMENT_TYPES, TensorType
from stablehlo_tools.text.parse import parse, read
from stablehlo_tools.text.print import print_module
from stablehlo_tools.text.reader.splitter import LineRun, SplitFile
from stablehlo_tools.text.statement import statement_cache as remembered
from stablehlo_tools.text.statement.statement_cache import StatementCache, TemplateMap
from stablehlo_tools.text.statement.template import Template
from stablehlo_tools.verifier import operation as problems
from stablehlo_tools.verifier.module import _Verifier, verify
from stablehlo_tools.verifier.operation import CachedProblems
from stablehlo_tools.verifier.problem import Problem


def program(name: str, *attributes: str) -> Source:
    """A function with an op for each attribute."""
    ops = (f"  %{n} = stablehlo.negate %x {{{each}}} : tensor<f32>\n" for n, each in enumerate(attributes))
    head, end = f"func.func @{name}(%x: tensor<f32>) -> tensor<f32> {{\n", "  return %x : tensor<f32>\n}\n"
    return Source(head + "".join(ops) + end)


def test_statements_that_read_the_same_have_one_template() -> None:
    known = StatementCache()
    first, second = (parse(program(name, "a = 1"), known).functions[0] for name in "fg")
    templates = [function.body.operations[0].template for function in (first, second) if function.body]
    assert templates[0] is templates[1]
    assert templates[0] in known.templates.values()
    others = parse(program("f", "a = 1"), StatementCache()).functions[0].body
    assert others is not None
    assert others.operations[0].template is not templates[0]


HEADERS = """
func.func @f(%x: tensor<f32>) { return }
func.func @g.h(%x: tensor<f32>) { return }
func.func private @f1(%x: tensor<f32>) attributes {a = "func @x("} { return }
func.func private @f2(%x: tensor<f32>) attributes {a = "func @x("} { return }
func.func @"f 3"(%x: tensor<f32>) { return }
"""


def test_functions_that_differ_in_names_only_have_one_template() -> None:
    module = parse(Source(HEADERS), StatementCache())
    first, second, *quoting, quoted = module.functions
    assert first.template is second.template is not quoted.template
    assert quoting[0].template is not quoting[1].template  # the name in the string is none
    assert [function.symbol for function in module.functions] == ["f", "g.h", "f1", "f2", "f 3"]
    assert [str(function.span and function.span.text)[:12] for function in (first, second)] == [
        "func.func @f", "func.func @g",
    ]  # fmt: skip
    assert parse(Source(print_module(module)), StatementCache()) == module


def test_who_hands_over_nothing_leaves_nothing_behind() -> None:
    text = program("f", 'of_nobody = "test_statements"')
    module = parse(text)
    verify(module)
    print_module(module)
    assert not [key for key in reading.STATEMENTS.templates if "of_nobody" in key]
    assert not {id(each.template) for each in module.walk()} & reading.STATEMENTS.problems.keys()
    stablehlo_tools.verify(text.text)
    assert [key for key in reading.STATEMENTS.templates if "of_nobody" in key]


def test_problems_and_texts_are_there_as_long_as_their_template() -> None:
    known = StatementCache()
    module = parse(program("f", "a = 1"), known)
    verify(module, known=known.problems)
    print_module(module, layouts=known.layouts)
    assert {CachedProblems} == {type(each) for each in known.problems.values()}
    assert any("stablehlo.negate" in text for texts in known.layouts.values() for text in texts.values())
    known.forget()
    assert known.problems
    del module
    gc.collect()
    assert (known.problems, known.layouts, known.templates) == ({}, {}, {})


def test_problems_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    known, checked, check = StatementCache(), list[str](), problems._check_operation

    def counted(operation: Operation, *around: Any, **how: Any) -> Iterator[Problem]:
        checked.append(operation.name)
        return check(operation, *around, **how)

    monkeypatch.setattr(problems, "_check_operation", counted)
    for _ in range(2):
        verify(parse(program("f", "a = 1", "a = 1"), known), known=known.problems)
    assert checked == ["stablehlo.negate"]


def test_facts_are_those_of_one_template() -> None:
    facts = TemplateMap[str]()
    first, second = Template("a"), Template("a")
    facts.keep(first, "first")
    assert facts.keep(second, "second") == "second"
    facts.keep(first, "again")
    assert (facts[id(first)], facts[id(second)]) == ("again", "second")
    del first
    assert [*facts.values()] == ["second"]


def test_there_is_a_limit_to_what_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "_MAX_BYTES", 100_000)
    known, most = StatementCache(), 0
    for number in range(100):
        parse(program("f", *(f"a = {number * 10 + each}" for each in range(10))), known)
        most = max(most, len(known.templates))
    assert 20 < most <= 50


def test_calls_of_different_functions_have_one_template() -> None:
    lines = (f"  %{n} = call @{callee}(%x) : (tensor<f32>) -> tensor<f32>" for n, callee in enumerate("fgh"))
    head, end = "func.func @main(%x: tensor<f32>) -> tensor<f32> {", "  return %x : tensor<f32>\n}"
    module = parse(Source("\n".join([head, *lines, end])), StatementCache())
    calls = module.functions[0].regions[0].blocks[0].operations[:-1]
    assert [str(call.attributes["callee"]) for call in calls] == [str(Symbol((name,))) for name in "fgh"]
    assert len({call.template for call in calls}) == 1
    assert [each in print_module(module) for each in ("@f(", "@g(", "@h(")] == [True] * 3
    missing = verify(module, known=StatementCache().problems)
    assert [each.message.partition("`")[2].partition("`")[0] for each in missing] == ["@f", "@g", "@h"]


def test_each_call_that_begins_a_statement_has_its_callee() -> None:
    text = (
        "func.func @main() {\n  call @f() : () -> ()\ncall @g() : () -> () call @h() : () -> ()\n  return\n}"
    )
    calls = parse(Source(text), StatementCache()).functions[0].regions[0].blocks[0].operations[:-1]
    assert [call.attributes["callee"] for call in calls] == [Symbol((name,)) for name in "fgh"]


def test_a_function_keeps_an_attribute_that_is_named_as_that_of_a_call() -> None:
    text = "\n".join(f"func.func @{name}() attributes {{callee = @x}} {{\n  return\n}}" for name in "fg")
    functions = parse(Source(text), StatementCache()).functions
    assert [each.symbol for each in functions] == ["f", "g"]
    assert [each.attributes["callee"] for each in functions] == [Symbol(("x",))] * 2


TWO_ERRORS = """func.func @f() -> tensor<2000xf32> {{
  %0 = stablehlo.constant dense<[{}]> : tensor<2000xf32>
  %1 = stablehlo.abs %2 : tensor<2000xf32>
  %3 = stablehlo.abs %1 +
  return %0 : tensor<2000xf32>
}}"""


def splits_in(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the sources that are split from now on."""
    names, split = list[str](), SplitFile._split

    def noted(self: SplitFile) -> None:
        names.append(self.source.name)
        split(self)

    monkeypatch.setattr(SplitFile, "_split", noted)
    return names


def test_a_text_is_split_once(monkeypatch: pytest.MonkeyPatch) -> None:
    names, known = splits_in(monkeypatch), StatementCache()
    text = TWO_ERRORS.format(", ".join(["0.5"] * 2000))
    sources = [Source(text, name) for name in "abc"]
    found = [read(source, known) for source in sources]
    assert names == ["a"]
    for source, (module, errors) in zip(sources, found, strict=True):
        assert [(each.code, each.span and each.span.source) for each in errors] == [
            ("undefined_value", source), ("syntax", source)
        ]  # fmt: skip
        assert [each.span and each.span.source for each in module.walk()][1:3] == [source] * 2
        literal = module.functions[0].regions[0].blocks[0].operations[0].attributes["value"]
        assert isinstance(literal, Dense)
        assert literal.elements.sum() == 1000
    known.forget()
    read(sources[0], known)
    assert names == ["a", "a"]


def test_there_is_a_limit_to_the_texts_that_remain_split(monkeypatch: pytest.MonkeyPatch) -> None:
    names, known = splits_in(monkeypatch), StatementCache()
    texts = [f"// {number}\n" for number in range(remembered._MAX_TEXTS + 1)]
    for text in [*texts, texts[-1], texts[0]]:
        parse(Source(text, text), known)
    assert names == [*texts, texts[0]]
    monkeypatch.setattr(remembered, "_MAX_TEXT", 3)
    for _ in range(2):
        parse(Source("// long", "long"), known)
    assert names[-2:] == ["long", "long"]


REDUCTION = """func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%x init: %i) applies stablehlo.add across dimensions = [0]
    : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}"""


def test_the_op_of_a_reduction_is_checked_once_unless_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    known, checked, check = StatementCache(), list[str](), problems._check_operation

    def counted(operation: Operation, *around: Any, **how: Any) -> Iterator[Problem]:
        checked.append(operation.name)
        return check(operation, *around, **how)

    monkeypatch.setattr(problems, "_check_operation", counted)
    for _ in range(3):
        module = parse(Source(REDUCTION), known)
        assert verify(module, known=known.problems, as_read=False) == []
    assert checked == ["stablehlo.reduce", "stablehlo.add"]
    reduction = module.functions[0].regions[0].blocks[0].operations[0]
    for argument in reduction.regions[0].blocks[0].arguments:
        argument.type = TensorType((), ELEMENT_TYPES["i32"])
    found = verify(module, known=known.problems, as_read=False)
    assert [each.code for each in found] == ["add_c1", "reduce_c6"]


WRITTEN_OUT = """func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}"""


@pytest.mark.parametrize("form", ["text", "bytecode"])
def test_a_region_that_only_applies_an_op_is_not_walked_again(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, holders, walk = StatementCache(), list[str](), _Verifier._walk_region

    def noted(self: _Verifier, region: Region) -> Iterator[Region]:
        holders.append(region.operation.name)
        return walk(self, region)

    monkeypatch.setattr(_Verifier, "_walk_region", noted)
    program = serialize(WRITTEN_OUT)
    for _ in range(4):
        module = parse(Source(WRITTEN_OUT), known) if form == "text" else read_bytecode(program)
        assert verify(module, known=known.problems) == []
    assert holders.count("func.func") == 4
    assert holders.count("stablehlo.reduce") == 2  # new, and when its op has been checked


@pytest.mark.parametrize(
    ("line", "other", "codes"),
    [
        ("stablehlo.add %a, %b :", "stablehlo.subtract %a, %b :", []),
        ("stablehlo.add %a, %b :", "stablehlo.add %a, %c :", ["undefined_value"]),
        (
            "stablehlo.add %a, %b : tensor<f32>",
            "stablehlo.floor %a : tensor<f64>",
            ["type_of_use", "reduce_c6"],
        ),
        ("(tensor<f32>) -> ()\n  })", "(tensor<f64>) -> ()\n  })", ["type_of_use"]),
        ('"stablehlo.return"(%1)', '"stablehlo.return"(%x)', ["type_of_use", "reduce_c6"]),
        ("%b: tensor<f32>", "%b: tensor<f64>", ["type_of_use", "reduce_c6"]),
    ],
)
def test_a_region_with_anything_else_is_walked(line: str, other: str, codes: list[str]) -> None:
    known = StatementCache()
    for _ in range(4):
        assert verify(parse(Source(WRITTEN_OUT), known), known=known.problems) == []
    assert line in WRITTEN_OUT
    module, errors = read(Source(WRITTEN_OUT.replace(line, other)), known)
    found = [*errors, *verify(module, known=known.problems)]
    assert sorted(each.code for each in found) == sorted(codes)


@pytest.mark.parametrize(
    ("part", "other", "code"),
    [
        ("stablehlo.reduce", "other.reduce", "not_checked"),
        ("}) :", "}) {a.b = dense_resource<__elided__> : tensor<i8>} :", "elided_literal"),
    ],
)
def test_what_is_noted_of_an_operation_with_a_region_is_noted_each_time(
    part: str, other: str, code: str
) -> None:
    known = StatementCache()
    for _ in range(4):
        found = verify(parse(Source(WRITTEN_OUT.replace(part, other)), known), known=known.problems)
        assert [each.code for each in found] == [code]


def test_a_template_keeps_no_variant_of_an_op_that_is_not_shared() -> None:
    known, text = StatementCache(), "!t = tensor<f32>\n" + WRITTEN_OUT.replace("%b : tensor<f32>", "%b : !t")
    for _ in range(3):
        parse(Source(text), known)
    (reduction,) = {each for each in known.templates.values() if each.name == "stablehlo.reduce"}
    assert not reduction.variants


def test_lines_with_empty_regions_are_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths, extents = list[int](), SplitFile.extents

    def noted(self: SplitFile, run: LineRun) -> Any:
        lengths.append(len(run.steps))
        return extents(self, run)

    monkeypatch.setattr(SplitFile, "extents", noted)
    text = "".join(f"func.func private @f{number}(tensor<f32>)\n" for number in range(100))
    module = parse(Source(text))
    assert [each.symbol for each in module.functions] == [f"f{number}" for number in range(100)]
    assert lengths == [100]
