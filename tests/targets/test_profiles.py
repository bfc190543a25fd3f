"""Profiles answer for operations, and mistakes in them are errors at their places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import DiagnosticError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ops.model.versions import CURRENT
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.targets.profile import Profile, ProfileError, Refusal
from stablehlo_tools.targets.read import profile_of
from stablehlo_tools.targets.registry import SHIPPED, target_named, target_names
from tests.house.test_house import ROOT

SORT = """
func.func @main(%x: tensor<4xf32>, %y: tensor<?xf64>) -> (tensor<4xf32>, tensor<?xf64>) {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.negate %y : tensor<?xf64>
  %3 = stablehlo.custom_call @mine(%2) : (tensor<?xf64>) -> tensor<?xf64>
  return %0, %3 : tensor<4xf32>, tensor<?xf64>
}
"""


def profile(text: str) -> Profile:
    return profile_of(Source(text, "mine.toml"), "mine", target_named)


def refused(text: str, program: str = SORT) -> list[Refusal]:
    return list(profile(text).refused(stablehlo_tools.parse(program)))


def reasons(text: str, program: str = SORT) -> list[tuple[str, str, str]]:
    return [(each.operation.name, each.reason, each.fault) for each in refused(text, program)]


def test_a_condition_says_why() -> None:
    text = """
    [target]
    [ops.sort]
    requires = [{formula = "is_stable = false", note = "equal keys move", rewrite = ["no-stable-sort"]}]
    """
    (found,) = refused(text)
    assert (found.operation.name, found.condition) == ("stablehlo.sort", "is_stable = false")
    assert (found.fault, found.values) == ("true = false", (("is_stable", "true"),))
    assert (found.note, found.rewrites, found.element_type) == ("equal keys move", ("no-stable-sort",), "f32")
    assert ("attribute", "is_stable") in found.places


def test_an_unknown_size_does_not_refuse() -> None:
    assert reasons('[target]\n[ops.negate]\nrequires = ["dim(operand, 0) < 8"]') == []
    requires = '[target]\n[ops.sort]\nrequires = ["size(inputs[0]) < 4"]'
    assert reasons(requires) == [("stablehlo.sort", "requires `size(inputs[0]) < 4`", "4 < 4")]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ('types = ["f32", "i1"]', [("negate", "f64"), ("custom_call", "f64")]),
        ("dynamic = false", [("negate", "tensor<?xf64>"), ("custom_call", "tensor<?xf64>")]),
        ("max-rank = 0", [("sort", "rank 1"), ("negate", "rank 1"), ("custom_call", "rank 1")]),
        ('unlisted = "refused"\n[ops.compare]\n[ops.sort]\n[ops.custom_call]', [("negate", "")]),
        ('[ops.custom_call]\nvalues = {call_target_name = ["yours", "xla.*"]}', [("custom_call", "mine")]),
        ('[ops.custom_call]\nvalues = {call_target_name = ["m*"]}', []),
        ('[ops]\nsort = false\n"stablehlo.negate" = {types = ["f64"]}', [("sort", "")]),
        ('[ops.negate]\ntypes = ["quantized"]', [("negate", "f64")]),
    ],
)
def test_each_fact_refuses_what_it_says(facts: str, expected: list[tuple[str, str]]) -> None:
    found = reasons(f"[target]\n{facts}")
    assert [(name.removeprefix("stablehlo."), fault) for name, _, fault in found] == expected


@pytest.mark.parametrize(
    ("base", "is_refused"),
    [
        ("%x, %two", True),
        ("%abs, %two", False),
        ("%exp, %two", False),
        ("%abs, %x", True),  # 0^0, and 1^infinity
        ("%two, %x", False),
        ("%below, %two", True),
        ("%i, %i", False),
    ],
)
def test_a_power_is_proved_to_be_one_by_logarithms(base: str, is_refused: bool) -> None:
    type = "tensor<4xi32>" if base == "%i, %i" else "tensor<4xf32>"
    program = f"""
    func.func @main(%x: tensor<4xf32>, %i: tensor<4xi32>) -> {type} {{
      %abs = stablehlo.abs %x : tensor<4xf32>
      %exp = stablehlo.exponential %x : tensor<4xf32>
      %two = stablehlo.constant dense<2.0> : tensor<4xf32>
      %below = stablehlo.subtract %abs, %two : tensor<4xf32>
      %0 = stablehlo.power {base} : {type}
      return %0 : {type}
    }}
    """
    found = refused('[target]\n[ops.power]\nnegative-base = false\nrewrite = ["no-negative-base"]', program)
    assert [(each.reason, each.rewrites) for each in found] == [
        ("requires operands proved to satisfy x^y = exp(y * log(x))", ("no-negative-base",))
    ] * is_refused


@pytest.mark.parametrize(("stride", "is_refused"), [(1, False), (2, True)])
def test_an_operand_is_no_slice_with_strides(stride: int, is_refused: bool) -> None:
    program = f"""
    func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {{
      %0 = stablehlo.slice %x [0:{4 * stride}:{stride}] : (tensor<8xf32>) -> tensor<4xf32>
      %1 = stablehlo.reverse %0, dims = [0] : tensor<4xf32>
      return %1 : tensor<4xf32>
    }}
    """
    found = reasons("[target]\n[ops.reverse]\nstrided-operand = false", program)
    assert (
        found == [("stablehlo.reverse", "requires an operand that is not a strided slice", "")] * is_refused
    )


@pytest.mark.parametrize(("passed", "is_refused"), [("%c", True), ("%x", False)])
def test_inputs_are_not_computed_of_constants_of_one_number(passed: str, is_refused: bool) -> None:
    """Also where a call passes the constant to a private function."""
    program = f"""
    func.func @main(%x: tensor<8xf32>) -> tensor<f32> {{
      %c = stablehlo.constant dense<0.25> : tensor<8xf32>
      %0 = call @sum({passed}) : (tensor<8xf32>) -> tensor<f32>
      return %0 : tensor<f32>
    }}
    func.func private @sum(%x: tensor<8xf32>) -> tensor<f32> {{
      %abs = stablehlo.abs %x : tensor<8xf32>
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.reduce(%abs init: %zero) applies stablehlo.add across dimensions = [0]
        : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }}
    """
    found = reasons("[target]\n[ops.reduce]\nsplat-operand = false", program)
    reason = "requires inputs that are not computed from splat constants"
    assert found == [("stablehlo.reduce", reason, "")] * is_refused


def test_what_is_proved_of_operands_follows_edits() -> None:
    """Of a module as it is: a function that calls itself, and is then given its argument by `main`."""
    module = stablehlo_tools.parse("""
    func.func @main(%x: tensor<8xf32>) -> tensor<f32> {
      %c = stablehlo.constant dense<0.25> : tensor<8xf32>
      %0 = call @sum(%c) : (tensor<8xf32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
    func.func private @sum(%x: tensor<8xf32>) -> tensor<f32> {
      %abs = stablehlo.abs %x : tensor<8xf32>
      %again = call @sum(%abs) : (tensor<8xf32>) -> tensor<f32>
      %0 = stablehlo.reduce(%abs init: %again) applies stablehlo.add across dimensions = [0]
        : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
    """)
    found = profile("[target]\n[ops.reduce]\nsplat-operand = false")
    assert [each.operation.name for each in found.refused(module)] == ["stablehlo.reduce"]
    call = next(each for each in module.walk() if each.name == "func.call")
    call.operands = [module["main"].arguments[0]]
    assert found.refused(module) == []


@pytest.mark.parametrize(
    ("type", "is_refused"),
    [("9xi4", True), ("8xi4", False), ("2x3xui2", True), ("9xi1", False), ("9xi8", False), ("?xi4", False)],
)
def test_whole_bytes(type: str, is_refused: bool) -> None:
    program = f"""
    func.func @main(%x: tensor<{type}>) -> tensor<{type}> {{
      %0 = stablehlo.not %x : tensor<{type}>
      return %0 : tensor<{type}>
    }}
    """
    found = reasons("[target]\nparts-of-bytes = false", program)
    assert found == [("stablehlo.not", "requires whole bytes", f"tensor<{type}>")] * is_refused


def test_a_profile_extends_another(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('[target]\ntitle = "Base"\n[ops]\nsort = false\nnegate = false\n')
    path = tmp_path / "mine.toml"
    path.write_text('[target]\nextend = "base.toml"\n[ops.sort]\n')
    found = target_named(str(path))
    assert (found.name, found.title) == ("mine", "Base")
    assert [each.operation.name for each in found.refused(stablehlo_tools.parse(SORT))] == [
        "stablehlo.negate"
    ]


def test_a_byte_order_mark_is_no_part_of_a_profile(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes('\ufeff[target]\r\ntitle = "Mine"\r\n'.encode())
    assert target_named(str(path)).title == "Mine"


def test_a_project_has_targets_beside_its_settings(tmp_path: Path) -> None:
    (tmp_path / "targets").mkdir()
    (tmp_path / "targets" / "chip.toml").write_text('[target]\ntitle = "Chip"\n')
    assert target_named("chip", tmp_path).title == "Chip"
    assert "chip" in target_names(tmp_path)
    with pytest.raises(ProfileError, match="unknown target `chip`"):
        target_named("chip")


@pytest.mark.parametrize(
    ("text", "at", "message", "help"),
    [
        ('requires = ["is_stabel = true"]', (3, 14), "`stablehlo.sort` has no `is_stabel`", "`is_stable`"),
        ('requires = ["rnk(inputs) = 1"]', (3, 14), "unknown function `rnk`", "`rank`"),
        ('requires = ["dimension = = 1"]', (3, 26), "invalid formula `dimension = = 1`", ""),
        ('require = ["dimension = 1"]', (3, 1), "unknown key `ops.sort.require`", "`requires`"),
        ('types = ["f23"]', (3, 11), "unknown element type `f23`", "`f32`"),
        ("types = 1", (3, 1), "expected a list of strings for `ops.sort.types`, found 1", ""),
        ('values = {is_stabel = ["x"]}', (3, 11), "no attribute `is_stabel`", "`is_stable`"),
        ('rewrite = ["no-sort"]', (3, 13), "unknown rewrite `no-sort`", ""),
        ("supported = 1", (3, 1), "expected true or false for `ops.sort.supported`, found 1", ""),
        ("[ops.srot]", (3, 6), "unknown op `stablehlo.srot`", "`stablehlo.sort`"),
        ("[ops.chlo.erf]", (3, 6), "unknown op `stablehlo.chlo`", '[ops."chlo.NAME"]'),
        ("x", (3, 2), "invalid TOML", ""),
    ],
)
def test_a_mistake_has_its_place(text: str, at: tuple[int, int], message: str, help: str) -> None:
    with pytest.raises(ProfileError) as raised:
        profile(f"[target]\n[ops.sort]\n{text}\n")
    diagnostic = raised.value.diagnostic
    assert diagnostic.span is not None
    assert message in diagnostic.message
    assert diagnostic.span.begin == at
    assert help in " ".join(diagnostic.helps)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ('extend = "iree-3.12"', "unknown target `iree-3.12`"),
        ('stablehlo = "1.99"', "version 1.99.0 cannot be written"),
        ('unlisted = "no"', 'expected "supported" or "refused"'),
        ('max-rank = "5"', "expected a number for `target.max-rank`"),
    ],
)
def test_a_mistake_in_the_facts_has_its_place(facts: str, message: str) -> None:
    with pytest.raises(ProfileError) as raised:
        profile(f"[target]\n{facts}\n")
    assert message in raised.value.diagnostic.message
    assert raised.value.diagnostic.span is not None
    assert raised.value.diagnostic.span.begin == (2, 1)


def test_profiles_that_extend_each_other_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[target]\nextend = "b.toml"\n')
    (tmp_path / "b.toml").write_text('[target]\nextend = "a.toml"\n')
    with pytest.raises(ProfileError, match="cycle: a extends b extends a"):
        target_named(str(tmp_path / "a.toml"))


def test_a_condition_without_a_value_is_an_error_of_the_profile() -> None:
    with pytest.raises(DiagnosticError, match=r"has no value for a `stablehlo\.sort`: IndexError") as raised:
        refused('[target]\n[ops.sort]\nrequires = ["inputs[3] = inputs[0]"]')
    assert raised.value.diagnostic.span is not None
    assert raised.value.diagnostic.span.begin == (3, 14)


def test_an_unknown_name_has_a_suggestion() -> None:
    with pytest.raises(ProfileError) as raised:
        target_named("irre-3.13")
    assert raised.value.diagnostic.helps[0] == "did you mean `iree-3.13`?"
    with pytest.raises(ProfileError) as raised:
        target_named("stablehlo-1.41")
    assert raised.value.diagnostic.helps[0] == "did you mean `stablehlo-1.14`?"


def test_a_refused_type_has_the_rewrite_after_which_it_is_another(tmp_path: Path) -> None:
    """A profile that was probed names no rewrites."""
    (tmp_path / "mine.toml").write_text(
        '[target]\ntitle = "mine"\n[ops]\nreverse = { types = ["i8"] }\nremainder = { types = ["i64"] }\n'
    )
    program = """func.func @main(%x: tensor<3xui8>, %y: tensor<3xf64>) -> (tensor<3xui8>, tensor<3xf64>) {
      %0 = stablehlo.reverse %x, dims = [0] : tensor<3xui8>
      %1 = stablehlo.remainder %y, %y : tensor<3xf64>
      return %0, %1 : tensor<3xui8>, tensor<3xf64>
    }"""
    groups = stablehlo_tools.support(program, str(tmp_path / "mine.toml")).groups
    assert {each.op.removeprefix("stablehlo."): each.rewrites for each in groups} == {
        "reverse": ("no-unsigned-reverse",),
        "remainder": ("no-float-remainder",),
    }


def test_versions_refuse_what_is_newer() -> None:
    """`collective_broadcast` came with 0.16.0 (upstream's `VhloDialect.td`), CHLO is in no version."""
    program = """
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "stablehlo.collective_broadcast"(%x) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
        : (tensor<4xf32>) -> tensor<4xf32>
      %1 = chlo.erf %0 : tensor<4xf32> -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
    """
    module = stablehlo_tools.parse(program)
    old = [each.reason for each in target_named("stablehlo-0.9").refused(module)]
    new = [each.reason for each in target_named("stablehlo-1.0").refused(module)]
    none = "`chlo.erf` is not in any version of StableHLO"
    assert old == ["`stablehlo.collective_broadcast` requires version 0.16.0", none]
    assert new == [none]


def test_the_current_version_refuses_nothing_of_stablehlo() -> None:
    current = target_named("stablehlo-current")
    assert current.stablehlo == CURRENT
    for path in sorted((ROOT / "testdata" / "examples").glob("*.mlir")):
        assert list(current.refused(stablehlo_tools.parse(path))) == []


def test_all_shipped_profiles_are_read_and_dated() -> None:
    paths = sorted(SHIPPED.glob("*.toml"))
    assert paths
    for path in paths:
        found = target_named(path.stem)
        assert found.title
        assert found.date
        assert found.source
        assert {*found.ops} <= {*OPS}


def test_the_profile_of_the_documentation_is_valid() -> None:
    page = (ROOT / "docs" / "support.md").read_text(encoding="utf-8")
    (text,) = re.findall(r"^```\n(\[target\].*?)^```", page, re.MULTILINE | re.DOTALL)
    found = profile(text)
    assert found.refuses_unlisted
    assert found.refuses_dynamic
    assert found.ops["stablehlo.gather"].conditions[0].rewrites
    with pytest.raises(ProfileError, match=r"`stablehlo\.sort` has no `is_stabel`"):
        profile(text.replace("is_stable", "is_stabel"))
