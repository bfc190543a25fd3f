"""Aliases as MLIR defines, numbers and uses them, and as it reads them."""

# ruff: noqa: E501 (lines of MLIR are long)
from __future__ import annotations

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.bytecode.write import plain_bytecode
from stablehlo_tools.text.parse import read
from tests import oracle
from tests.mlir_text import read_by_mlir

SEVENTEEN = ", ".join(f"i{width}" for width in range(1, 18))
PAIR = "affine_map<(d0, d1) -> (d1, d0)>"

# A text, and what MLIR prints of it.
PRINTED = {
    "maps and sets are numbered by their names": (
        f""""foo.a"() {{a = {PAIR}, b = affine_map<(d0) -> (d0)>, c = {PAIR}}} : () -> ()
        "foo.b"() {{a = [affine_map<(d0) -> (d0)>, {{y = affine_set<(d0) : (d0 == 0)>}}]}} : () -> ()""",
        f"""#map = {PAIR}
#map1 = affine_map<(d0) -> (d0)>
#set = affine_set<(d0) : (d0 == 0)>
module {{
  "foo.a"() {{a = #map, b = #map1, c = #map}} : () -> ()
  "foo.b"() {{a = [#map1, {{y = #set}}]}} : () -> ()
}}""",
    ),
    "types come before attributes": (
        '"foo.a"() {b = affine_map<(d0) -> (d0 * 2)>, a = affine_map<(d0) -> (d0 * 3)>} : () -> memref<4xf32, affine_map<(d0) -> (d0 * 4)>>',
        """#map = affine_map<(d0) -> (d0 * 4)>
#map1 = affine_map<(d0) -> (d0 * 3)>
#map2 = affine_map<(d0) -> (d0 * 2)>
module {
  %0 = "foo.a"() {a = #map1, b = #map2} : () -> memref<4xf32, #map>
}""",
    ),
    "and regions before both": (
        """"foo.a"() ({
        ^bb0(%x: memref<4xf32, affine_map<(d0) -> (d0 * 4)>>):
          "foo.b"() {x = affine_map<(d0) -> (d0 * 5)>} : () -> ()
        }) {c = affine_map<(d0) -> (d0 * 2)>} : () -> ()""",
        """#map = affine_map<(d0) -> (d0 * 4)>
#map1 = affine_map<(d0) -> (d0 * 5)>
#map2 = affine_map<(d0) -> (d0 * 2)>
module {
  "foo.a"() ({
  ^bb0(%arg0: memref<4xf32, #map>):
    "foo.b"() {x = #map1} : () -> ()
  }) {c = #map2} : () -> ()
}""",
    ),
    "locations are by depth": (
        '"foo.a"() {z = loc("z"), a = loc("a"), k = [loc(callsite("a" at "f.py":1:2)), loc(unknown), loc(fused<"m">["a"]), loc("n"("z"))]} : () -> ()',
        """#loc = loc("a")
#loc1 = loc("f.py":1:2)
#loc2 = loc(unknown)
#loc3 = loc("z")
#loc4 = loc(callsite(#loc at #loc1))
#loc5 = loc(fused<"m">[#loc])
#loc6 = loc("n"(#loc3))
module {
  "foo.a"() {a = #loc, k = [#loc4, #loc2, #loc5, #loc6], z = #loc3} : () -> ()
}""",
    ),
    "distinct attributes are numbered again": (
        '"foo.a"() {a = distinct[3]<"s">, b = distinct[1]<"s">, c = distinct[3]<"s">, d = distinct[2]<unit>, e = distinct[4]<loc("x")>} : () -> ()',
        """#distinct = distinct[0]<"s">
#distinct1 = distinct[1]<"s">
#loc = loc("x")
#distinct2 = distinct[2]<#loc>
module {
  "foo.a"() {a = #distinct, b = #distinct1, c = #distinct, d = distinct[3]<>, e = #distinct2} : () -> ()
}""",
    ),
    "tuples of more than 16 types": (
        f'"foo.a"() : () -> tuple<tuple<{SEVENTEEN}>, {SEVENTEEN}>\n"foo.b"() : () -> tuple<tuple<{SEVENTEEN}>>',
        f"""!tuple = tuple<{SEVENTEEN}>
!tuple1 = tuple<!tuple, {SEVENTEEN}>
module {{
  %0 = "foo.a"() : () -> !tuple1
  %1 = "foo.b"() : () -> tuple<!tuple>
}}""",
    ),
    "attributes of arguments define none": (
        """func.func @f(%x: memref<4xf32, affine_map<(d0) -> (d0 * 4)>> {a.b = affine_map<(d0) -> (d0 * 2)>, a.c = affine_map<(d0) -> (d0 * 3)>})
            -> (i32 {x.y = loc("q")}) attributes {m.n = affine_map<(d0) -> (d0 * 3)>} {
          %0 = "foo.z"() : () -> i32
          return %0 : i32
        }""",
        """#loc = loc("q")
#map = affine_map<(d0) -> (d0 * 4)>
#map1 = affine_map<(d0) -> (d0 * 3)>
module {
  func.func @f(%arg0: memref<4xf32, #map> {a.b = affine_map<(d0) -> (d0 * 2)>, a.c = #map1}) -> (i32 {x.y = #loc}) attributes {m.n = #map1} {
    %0 = "foo.z"() : () -> i32
    return %0 : i32
  }
}""",
    ),
    "nor do properties of an op that is not declared": (
        f'"foo.a"() <{{p = affine_map<(d0) -> (d0 * 2)>, q = {PAIR}}}> {{c = {PAIR}}} : () -> ()',
        f"""#map = {PAIR}
module {{
  "foo.a"() <{{p = affine_map<(d0) -> (d0 * 2)>, q = #map}}> {{c = #map}} : () -> ()
}}""",
    ),
    "nor strings and attributes of dialects that are not known": (
        f'"foo.a"() {{s = "{PAIR} loc(unknown)", t = #foo.bar<{PAIR}>, u = !foo.t<loc(unknown)>}} : () -> ()',
        f"""module {{
  "foo.a"() {{s = "{PAIR} loc(unknown)", t = #foo.bar<{PAIR}>, u = !foo.t<loc(unknown)>}} : () -> ()
}}""",
    ),
    "attributes of the module and of declared ops": (
        """module @m attributes {a.b = affine_map<(d0) -> (d0 * 3)>, a.l = loc("top")} {
          func.func @loc(%x: tensor<4xf32, loc("e")>) -> tensor<4xf32, loc("e")> {
            %0 = stablehlo.add %x, %x {m = affine_map<(d0) -> (d0 * 3)>} : tensor<4xf32, loc("e")>
            return %0 : tensor<4xf32, loc("e")>
          }
        }""",
        """#loc = loc("top")
#loc1 = loc("e")
#map = affine_map<(d0) -> (d0 * 3)>
module @m attributes {a.b = #map, a.l = #loc} {
  func.func @loc(%arg0: tensor<4xf32, #loc1>) -> tensor<4xf32, #loc1> {
    %0 = stablehlo.add %arg0, %arg0 {m = #map} : tensor<4xf32, #loc1>
    return %0 : tensor<4xf32, #loc1>
  }
}""",
    ),
    "aliases are read": (
        f"""#x = {PAIR}
        #y = [#x, #x]
        #here = loc("here")
        !t = memref<2x3xf32, #x>
        "foo.a"() {{a = #y, t = !t, l = #here, m = loc(callsite(#here at #here)), n = loc(#here)}} : () -> ()""",
        f"""#loc = loc("here")
#map = {PAIR}
#loc1 = loc(callsite(#loc at #loc))
module {{
  "foo.a"() {{a = [#map, #map], l = #loc, m = #loc1, n = #loc, t = memref<2x3xf32, #map>}} : () -> ()
}}""",
    ),
    "memrefs without what is their default": (
        '"foo.a"() {a = memref< 4 x f32, affine_map<(d0) -> (d0)>, 0>, b = memref<index, 1>, c = memref<*xf32, 2 : i32>, d = memref<2x3xf32, strided<[3, 1]>, "s">, e = memref<2xmemref<f32>>} : () -> ()',
        """module {
  "foo.a"() {a = memref<4xf32>, b = memref<index, 1>, c = memref<*xf32, 2 : i32>, d = memref<2x3xf32, strided<[3, 1]>, "s">, e = memref<2xmemref<f32>>} : () -> ()
}""",
    ),
}

# As MLIR prints them with locations, where they are all of the text.
WITH_LOCATIONS = {
    "aliases in metadata": """module {
  "foo.a"() : () -> () loc(#loc4)
  "foo.b"() : () -> () loc(#loc5)
} loc(#loc)
#loc = loc("-":1:1)
#loc1 = loc("a.py":1:1)
#loc2 = loc("f.py":3:4)
#loc3 = loc("nm")
#map = affine_map<(d0) -> (d0)>
#loc4 = loc(fused<#map>[#loc1])
#loc5 = loc(fused<#loc2>[#loc3])""",
    "a dictionary of them is deeper": """module {
  "foo.a"() : () -> () loc(#loc4)
} loc(#loc)
#loc = loc("-":1:1)
#loc1 = loc("q")
#loc2 = loc("a")
#loc3 = loc("b")
#map = affine_map<() -> ()>
#loc4 = loc(fused<{k = #loc1, l = [#map]}>[#loc2, #loc3])""",
    "locations of operations and attributes": """#loc2 = loc("-":2:6)
#loc4 = loc("q")
#map = affine_map<(d0) -> (d0 * 4)>
#map1 = affine_map<(d0) -> (d0 * 5)>
module {
  "foo.a"() ({
  ^bb0(%arg0: memref<4xf32, #map> loc("-":2:6)):
    "foo.b"() {l = #loc4, x = #map1} : () -> () loc(#loc3)
  }) : () -> () loc(#loc1)
} loc(#loc)
#loc = loc("-":1:1)
#loc1 = loc("-":1:2)
#loc3 = loc("-":3:2)""",
    "one location for both": """#loc1 = loc("a")
module {
  "foo.a"() {a = #loc1} : () -> () loc(#loc1)
} loc(#loc)
#loc = loc("-":1:1)""",
}


@pytest.mark.parametrize("case", PRINTED)
def test_it_is_printed_as_mlir_prints_it(case: str) -> None:
    given, printed = PRINTED[case]
    assert stablehlo_tools.format(given).rstrip() == printed
    assert stablehlo_tools.format(printed).rstrip() == printed
    assert stablehlo_tools.parse(given) == stablehlo_tools.parse(printed) or "distinct" in given


@pytest.mark.parametrize("case", WITH_LOCATIONS)
def test_so_is_it_with_locations(case: str) -> None:
    assert stablehlo_tools.format(WITH_LOCATIONS[case]).rstrip() == WITH_LOCATIONS[case]


@pytest.mark.parametrize("case", PRINTED)
def test_bytecode_holds_it(case: str) -> None:
    given, printed = PRINTED[case]
    assert stablehlo_tools.format(plain_bytecode(stablehlo_tools.parse(given))).rstrip() == printed


def test_ranges_in_one_line_are_two_locations_with_one_text() -> None:
    text = '"foo.a"() : () -> () loc("f.py":1:2 to :5)\n"foo.b"() : () -> () loc("f.py":1:2 to 1:5)\n"foo.c"() : () -> () loc("f.py":1:2 to 1:2)'
    lines = [
        "#loc = loc(unknown)",
        '#loc1 = loc("f.py":1:2 to :5)',
        '#loc2 = loc("f.py":1:2 to :5)',
        '#loc3 = loc("f.py":1:2)',
    ]
    assert stablehlo_tools.format(text).rstrip().splitlines()[-4:] == lines
    assert (
        stablehlo_tools.format(plain_bytecode(stablehlo_tools.parse(text))).rstrip().splitlines()[-4:]
        == lines
    )


def codes(text: str) -> list[str]:
    return [each.code for each in read(Source(text))[1]]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('"foo.a"() {a = #loc} : () -> ()\n#loc = loc("x")', "undefined_alias"),
        ('"foo.a"() {a = loc(#loc)} : () -> ()\n#loc = loc("x")', "undefined_alias"),
        ('"foo.a"() : () -> () loc(#loc)\n#loc = loc(fused<#loc1>["a"])', "undefined_alias"),
        ('"foo.a"() : () -> memref<4xf32, 1, affine_map<(d0) -> (d0)>>', "unknown_type"),
        ('"foo.a"() : () -> memref<4xtuple<i32>>', "unknown_type"),
        ('"foo.a"() : () -> memref<4xf32, #map>', "undefined_alias"),
    ],
)
def test_what_mlir_does_not_read_is_an_error(text: str, code: str) -> None:
    assert codes(text) == [code]


def test_deep_locations_are_no_attributes() -> None:
    lines = [
        '#loc0 = loc("a")',
        *(f"#loc{n} = loc(callsite(#loc{n - 1} at #loc{n - 1}))" for n in range(1, 500)),
    ]
    text = "\n".join([*lines, '"foo.a"() : () -> () loc(#loc499)'])
    assert codes(text) == []
    assert codes(f'{text}\n"foo.b"() {{a = #loc499}} : () -> ()') == ["nesting"]
    assert codes(f'{text}\n"foo.b"() {{a = #loc40}} : () -> ()') == ["alias_size"]


# -- against MLIR -------------------------------------------------------------------------------


def maps() -> list[str]:
    """Programs with an attribute at every place, alone and beside another one."""
    kinds = [
        PAIR,
        "affine_set<(d0) : (d0 == 0)>",
        'distinct[7]<"d">',
        'loc("n")',
        'loc(callsite("n" at "m"))',
        f"distinct[1]<[{PAIR}]>",
        f"tuple<{SEVENTEEN}>",
    ]
    places = [
        '"foo.a"() {{a = {0}, b = {1}}} : () -> ()',
        '"foo.a"() {{b = [{0}, {{c = {1}}}], a = {1}}} : () -> ()',
        '"foo.a"() <{{p = {0}}}> {{a = {1}}} : () -> ()',
        '"foo.a"() {{a = {0}}} : () -> tensor<2xf32, {1}>',
        '"foo.a"() ({{\n "foo.b"() {{z = {0}}} : () -> ()\n}}) {{a = {1}}} : () -> ()',
        "module attributes {{a.a = {0}}} {{\n func.func private @f(i32 {{a.a = {1}}}) -> (i32 {{a.a = {0}}}) attributes {{a.a = {1}}}\n}}",
        "func.func @f(%x: tensor<f32, {0}>) -> tensor<f32, {0}> {{\n %0 = stablehlo.abs %x {{a = {1}}} : tensor<f32, {0}>\n return %0 : tensor<f32, {0}>\n}}",
        '"foo.a"() : () -> () loc(fused<[{0}, {1}]>["a", "b"])\n"foo.b"() {{a = {1}}} : () -> ()',
    ]
    every = [place.format(first, second) for place in places for first in kinds for second in kinds]
    every += [
        f'"func.func"() <{{function_type = (memref<2x3xf32, {PAIR}>) -> (), sym_name = "f", sym_visibility = "private"}}> ({{\n}}) : () -> ()'
    ]
    return [text for text in every if "f32, distinct" not in text]  # which is no encoding


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_prints_it_so() -> None:
    answers = read_by_mlir([given for given, _ in PRINTED.values()])
    assert [answer and answer.text for answer in answers] == [printed for _, printed in PRINTED.values()]
    answers = read_by_mlir([*WITH_LOCATIONS.values()])
    assert [answer and answer.debug for answer in answers] == [*WITH_LOCATIONS.values()]


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_defines_the_same_aliases_for_every_attribute_at_every_place() -> None:
    differ = []
    for text, answer in zip(texts := maps(), read_by_mlir(texts), strict=True):
        assert answer is not None
        ours = {
            "text": answer.text if "loc(fused" in text else stablehlo_tools.format(text).rstrip(),
            "generic": stablehlo_tools.format(answer.text, generic=True).rstrip(),
            "debug": stablehlo_tools.format(answer.debug).rstrip(),
        }
        differ += [(text, form) for form, printed in ours.items() if printed != getattr(answer, form)]
        differ += [(text, "bytecode")] * (stablehlo_tools.format(answer.bytecode).rstrip() != answer.debug)
    assert differ == []


@pytest.mark.skipif(not oracle.is_there(), reason="MLIR comes with jax")
def test_mlir_reads_our_bytecode_of_them() -> None:
    texts = [text for text in maps() if "loc(fused" not in text]
    written = [plain_bytecode(stablehlo_tools.parse(text)) for text in texts]
    both = zip(texts, read_by_mlir(texts), read_by_mlir(written), strict=True)
    assert [
        text for text, given, back in both if given is None or back is None or given.text != back.text
    ] == []


@pytest.mark.parametrize("encoding", ["array<i64: 1>", "strided<[1]>", "distinct[0]<1>"])
def test_what_is_no_encoding_by_its_first_token_may_have_an_alias(encoding: str) -> None:
    program = "func.func @f(%x: tensor<2xf32, {}>) {{ return }}"
    (error,) = stablehlo_tools.verify(program.format(encoding))
    assert error.code == "syntax"
    assert stablehlo_tools.verify(f"#e = {encoding}\n{program.format('#e')}") == []


# What MLIR prints for each statement, of these aliases.
ATTRIBUTES = """#value = dense<1> : tensor<2xi64>
#number = 1 : i64
#numbers = array<i64: 1, 0>
#word = #stablehlo<comparison_direction LT>
#flag = true
#sharding = #sdy.sharding<@mesh, [{}, {"a"}]>
#mesh = #sdy.mesh<["a"=2]>
"""


@pytest.mark.parametrize(
    ("statement", "printed"),
    [
        ("stablehlo.constant #value", "stablehlo.constant dense<1> : tensor<2xi64>"),
        ("stablehlo.constant {a = 1 : i32} #value", "stablehlo.constant {a = 1 : i32} dense<1> : tensor<2xi64>"),
        ("sdy.constant #value", "sdy.constant dense<1> : tensor<2xi64>"),
        ("arith.constant #number", "arith.constant 1 : i64"),
        ("arith.constant #flag", "arith.constant true"),
        ("stablehlo.transpose %x, dims = #numbers : {0}", "stablehlo.transpose %arg0, dims = [1, 0] : {0}"),
        ("stablehlo.reverse %x, dims = #numbers : {1}", "stablehlo.reverse %arg0, dims = [1, 0] : {1}"),
        ("stablehlo.get_dimension_size %x, dim = #number : {2}", "stablehlo.get_dimension_size %arg0, dim = 1 : {2}"),
        ("stablehlo.compare #word, %x, %x : {3}", "stablehlo.compare LT, %arg0, %arg0 : {3}"),
        ("stablehlo.cholesky %x, lower = #flag : {1}", "stablehlo.cholesky %arg0, lower = true : {1}"),
        ("sdy.data_flow_edge %x sharding=#sharding : {1}",
         'sdy.data_flow_edge %arg0 sharding=<@mesh, [{{}}, {{"a"}}]> : {1}'),
    ],
)  # fmt: skip
def test_an_alias_may_stand_in_an_assembly_format(statement: str, printed: str) -> None:
    square = "tensor<2x2xf32>"
    types = (
        f"({square}) -> {square}", square, f"({square}) -> tensor<i32>", f"({square}, {square}) -> tensor<2x2xi1>",
    )  # fmt: skip
    statement = statement if "{a" in statement else statement.format(*types)
    text = f"{ATTRIBUTES}sdy.mesh @mesh = #mesh\nfunc.func @main(%x: {square}) {{\n  %0 = {statement}\n  return\n}}"
    assert f" = {printed if '{a' in printed else printed.format(*types)}\n" in stablehlo_tools.format(text)
    assert 'sdy.mesh @mesh = <["a"=2]>' in stablehlo_tools.format(text)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("stablehlo.constant #number", "expected the alias of `dense<...> : type`"),
        ("arith.constant #word", "expected the alias of a constant"),
        ("stablehlo.iota dim = #flag : tensor<2x2xf32>", "attribute `iota_dimension` is not of the form"),
    ],
)
def test_an_alias_stands_for_an_attribute_of_the_right_kind(statement: str, message: str) -> None:
    (error,) = stablehlo_tools.verify(f"{ATTRIBUTES}func.func @main() {{\n  %0 = {statement}\n  return\n}}")
    assert (error.code, message in error.message) == ("syntax", True)
