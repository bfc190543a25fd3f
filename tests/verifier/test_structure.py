"""What holds a program together: modules, functions, regions, branches, symbols. MLIR says the same of each."""

# ruff: noqa: E501 (lines of MLIR are long)
from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.text.parse import parse
from stablehlo_tools.text.print import print_module
from stablehlo_tools.verifier.module import verify
from tests import oracle
from tests.agreement.compare import our_verdict
from tests.agreement.mlir import Mlir


def generic(properties: str, regions: str = "", results: str = "()") -> str:
    """A function @f of no arguments in the generic form."""
    return (
        f'"func.func"() <{{{properties}}}> ({{\n  "func.return"() : () -> ()\n}}{regions}) : () -> {results}'
    )


OF_MESH = '#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = "x">]>'
CALLEE = "func.func private @g(i32) -> i32\n"
VALID = [
    "func.func nested @f(%a: tensor<2xf32>) -> tensor<2xf32> {\n  return %a : tensor<2xf32>\n}",
    "func.func nested @f()",
    'func.func @f(%a: tensor<2xf32> {stablehlo.foo, zzz.y = 2, ".x" = 1}) {\n  return\n}',
    "func.func @f() attributes {foo = 1} {\n  return\n}",
    "module @m attributes {a.b = 1} {\n}",
    generic('function_type = () -> (), sym_name = "f", arg_attrs = [], res_attrs = []'),
    "module @a {\n  func.func private @a()\n}",
    f'module {{\n  module @a attributes {{a.x = {OF_MESH}}} {{\n    sdy.mesh @m = <["x"=2]>\n  }}\n}}',
    "module {\n  module {\n  }\n  module {\n  }\n}",
    "func.func @f(%0: i32, %-a: i32, %$.0: i32, %_1b: i32) {\n  return\n}",
    f"{CALLEE}func.func @f() {{\n  %0 = constant @g : (i32) -> i32\n  return\n}}",
    "func.func @f(%a: i32) {\n  cf.br ^b(%a : i32)\n^b(%c: i32):\n  cf.br ^b(%c : i32)\n}",
    "func.func @f(%a: i32, %p: i1) {\n  cf.cond_br %p, ^b(%a : i32), ^c\n^b(%c: i32):\n  return\n^c:\n  return\n}",
]
WRONG = [
    ("func.func private @f(tensor<2xf32> {foo = 1 : i32})", "signature_attributes"),
    ('func.func private @f() -> (tensor<2xf32> {bar = "x"})', "signature_attributes"),
    (generic('function_type = () -> (), sym_name = "f", arg_attrs = [{}]'), "signature_attributes"),
    (generic('function_type = () -> (), sym_name = "f", res_attrs = [{}]'), "signature_attributes"),
    (generic('function_type = () -> (), sym_name = "f", arg_attrs = {}'), "signature_attributes"),
    (generic('function_type = () -> (), sym_name = "f", arg_attrs = [1]'), "signature_attributes"),
    (generic('function_type = i32, sym_name = "f"'), "function_type"),
    (generic('sym_name = "f"'), "function_type"),
    (generic('function_type = () -> (), sym_name = "f"', ", {\n}"), "one_region"),
    (f'%0 = {generic("function_type = () -> (), sym_name = " + chr(34) + "f" + chr(34), results="i32")}', "one_region"),
    ('"func.func"() <{function_type = () -> (), sym_name = "f"}> : () -> ()', "one_region"),
    ('"builtin.module"() ({\n}, {\n}) : () -> ()', "one_region"),
    ('"builtin.module"() : () -> ()', "one_region"),
    (f'{CALLEE}func.func @f(%a: i32) {{\n  %0 = "func.call"(%a) <{{callee = @g}}> ({{}}) : (i32) -> i32\n  return\n}}', "region_count"),
    ('func.func @f() {\n  %0 = "arith.constant"() <{value = 1 : i32}> ({}) : () -> i32\n  return\n}', "region_count"),
    ('func.func @f() {\n  "cf.br"() [^a] ({}) : () -> ()\n^a:\n  return\n}', "region_count"),
    ('func.func @f() {\n  "func.return"() ({}) : () -> ()\n}', "region_count"),
    ('func.func @f(%a: i1) {\n  "scf.if"(%a) : (i1) -> ()\n  return\n}', "region_count"),
    ('func.func @f(%a: i32) {\n  "func.call_indirect"(%a) : (i32) -> ()\n  return\n}', "call_type"),
    ('func.func @f(%a: (i32) -> ()) {\n  "func.call_indirect"(%a) : ((i32) -> ()) -> ()\n  return\n}', "call_count"),
    (f"{CALLEE}func.func @f() {{\n  %0 = constant @h : (i32) -> i32\n  return\n}}", "undefined_symbol"),
    (f"{CALLEE}func.func @f() {{\n  %0 = constant @g : (i64) -> i32\n  return\n}}", "function_type"),
    ("func.func @f() {\n  cf.br ^b\n^b:\n  > return\n}", "syntax"),
    ("func.func @f() {\n  ) return\n}", "syntax"),
    ("module {\n]\n}", "syntax"),
    ("module attributes {foo = 1} {\n}", "module_attribute"),
    ("func.func @f() {\n  func.func private @g()\n  return\n}", "nested_function"),
    ('func.func @f() {\n  sdy.mesh @m = <["x"=2]>\n  return\n}', "sharding"),
    ("func.func @f(%0a: i32) {\n  return\n}", "syntax"),
    ("func.func @f(%x: tensor<i1>) {\n  %0 = sdy.reshard %x #sdy.sharding<@m, []> : tensor<i1>\n  return\n}", "syntax"),
    ("func.func @f() attributes {sym_name = \"g\"} {\n  return\n}", "syntax"),
    ("module {\n  module @a {\n  }\n  module @a {\n  }\n}", "duplicate_symbol"),
    ("module {\n  module @a {\n  }\n  func.func private @a()\n}", "duplicate_symbol"),
    ('sdy.mesh @m = <["x"=2]>\nfunc.func private @m()', "duplicate_symbol"),
    (f"module attributes {{a.x = {OF_MESH}}} {{\n}}", "undefined_mesh"),
    (f'sdy.mesh @m = <["x"=2]>\nmodule @a attributes {{a.x = {OF_MESH}}} {{\n}}', "undefined_mesh"),
    ("func.func @f() {\n^a:\n  cf.br ^a\n}", "branch"),
    ("func.func @f(%a: i32) {\n  cf.br ^b(%a : i32)\n^b:\n  return\n}", "branch"),
    ("func.func @f(%a: i32) {\n  cf.br ^b(%a : i32)\n^b(%c: i64):\n  return\n}", "branch"),
    ("func.func @f() {\n  cf.br ^b\n^b(%c: i64):\n  return\n}", "branch"),
    ("func.func @f(%a: i32, %p: i1) {\n  cf.cond_br %p, ^b(%a : i32), ^b\n^b(%c: i32):\n  return\n}", "branch"),
    ("module attributes {a.x = dense<256> : tensor<2xi8>} {\n}", "integer_constant_c1"),
    ("module attributes {a.x = [{b = dense<[1, 2]> : tensor<3xi32>}]} {\n}", "tensor_constant_c2"),
    ("func.func private @f(i32 {a.x = dense<-1> : tensor<2xui8>})", "tensor_constant_c1"),
    (f"{CALLEE}func.func @f(%a: i32) {{\n  %0 = call @g(%a) {{a.x = dense<[[1], [2, 3]]> : tensor<2x2xi32>}} : (i32) -> i32\n  return\n}}", "tensor_constant_c2"),
]  # fmt: skip


@pytest.mark.parametrize("text", VALID)
def test_what_is_well_formed(text: str) -> None:
    assert our_verdict(text) == ()
    module = parse(Source(text))
    assert parse(Source(print_module(module))) == module


@pytest.mark.parametrize(("text", "code"), WRONG)
def test_what_is_not(text: str, code: str) -> None:
    assert [said.partition(":")[0] for said in our_verdict(text)] == [code]


def test_mlir_says_the_same() -> None:
    if not oracle.is_there():
        pytest.skip("MLIR comes with jax")
    with Mlir() as mlir:
        assert [text for text in VALID if mlir.verdict(text)] == []
        assert [text for text, _ in WRONG if not mlir.verdict(text)] == []


def test_a_function_in_an_op_of_which_nothing_is_known() -> None:
    inner = '  "a.b"() ({\n    func.func @f() {\n      return\n    }\n  }) : () -> ()\n'
    assert our_verdict(f"func.func @f() {{\n{inner}  return\n}}") == ()


TWO_BLOCKS = "  ^second:\n    stablehlo.return\n"
REGIONS = """func.func @f(%c: tensor<i1>, %k: tensor<i32>) {{
  "stablehlo.if"(%c) ({{
    stablehlo.return
{0}  }}, {{
    stablehlo.return
  }}) : (tensor<i1>) -> ()
  "stablehlo.case"(%k) ({{
    stablehlo.return
  }}, {{
    stablehlo.return
{1}  }}) : (tensor<i32>) -> ()
  return
}}
"""


def test_a_region_of_an_op_has_one_block() -> None:
    assert verify(parse(Source(REGIONS.format("", "")))) == []
    found = verify(parse(Source(REGIONS.format(TWO_BLOCKS, TWO_BLOCKS))))
    assert [(each.code, each.span and each.span.begin[0]) for each in found] == [
        ("region_blocks", 2),
        ("region_blocks", 9),
    ]


def test_a_branch_that_reads_the_same_may_go_to_another_block() -> None:
    right = "func.func @f() {\n  cf.br ^b\n^b:\n  return\n}"
    assert our_verdict(right) == ()
    assert our_verdict(right.replace("^b:", "^b(%0: i32):")) != ()


def test_an_operand_that_is_not_defined_has_no_sharding() -> None:
    text = """
    sdy.mesh @mesh = <["x"=2]>
    func.func @f(%index: tensor<i32>) {
      %0 = "stablehlo.case"(%index) ({
        %1 = sdy.all_gather [{"x"}] %other out_sharding=<@mesh, [{}]> : tensor<64xf32>
        stablehlo.return %1 : tensor<64xf32>
      }) : (tensor<i32>) -> tensor<64xf32>
      return
    }
    """
    assert [each.code for each in stablehlo_tools.verify(text)] == ["undefined_value"]


def test_the_second_of_two_equal_modules_is_at_its_own_line() -> None:
    (found,) = stablehlo_tools.verify("module @a {\n}\nmodule @a {\n}\n")
    (first,) = found.related
    assert (found.span and found.span.begin, first.span.begin) == ((3, 8), (1, 8))
