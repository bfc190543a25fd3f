"""Partitioned programs beside whole ones, and stages of a compilation."""

from __future__ import annotations

import weakref
from pathlib import Path

import pytest

import stablehlo_tools as st
from stablehlo_tools.cli.main import execute
from stablehlo_tools.comparison.equivalence.residues.arithmetic import Arithmetic
from stablehlo_tools.comparison.equivalence.residues.fields import Fields
from stablehlo_tools.comparison.equivalence.residues.handles import Pool
from stablehlo_tools.comparison.equivalence.results import Level
from stablehlo_tools.comparison.equivalence.stages import stages_in
from stablehlo_tools.testing import assert_equivalent

DATA = Path(__file__).parents[3] / "testdata/equivalence"


@pytest.mark.parametrize("other", ["partitioned.hlo", "optimized.hlo"])
def test_what_xla_partitions_is_equal(other: str) -> None:
    assert_equivalent(DATA / "gradient.mlir", DATA / other)


def test_a_gradient_that_is_added_twice_is_found() -> None:
    found = st.equivalent(DATA / "embedding_grad.mlir", DATA / "embedding_grad.hlo")
    assert found.verdict == "different"
    (result,) = found.results
    assert result.second == pytest.approx(2 * result.first)
    assert found.unexplained is not None
    span = found.unexplained.operation.span
    assert span is not None
    assert span.text == "all-reduce"


FAULTS = {
    "another group": ("replica_groups={{0,2},{1,3}}", "replica_groups={{0,1},{2,3}}"),
    "another mean": ("constant(8)", "constant(4)"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_a_partitioned_program_is_found(fault: str) -> None:
    text = (DATA / "partitioned.hlo").read_text()
    right, wrong = FAULTS[fault]
    assert right in text, text
    found = st.equivalent(DATA / "gradient.mlir", text.replace(right, wrong))
    assert found.verdict == "different"


def test_a_constant_of_a_partitioned_program_alone_is_not_at_fault() -> None:
    """It divides the sum by 8 as a product with 1/8; the sum is over two devices instead of eight."""
    whole = """func.func @main(%x: tensor<8xf32>) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %n = stablehlo.constant dense<8.0> : tensor<f32>
      %s = stablehlo.sine %x : tensor<8xf32>
      %t = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      %r = stablehlo.divide %t, %n : tensor<f32>
      return %r : tensor<f32>
    }"""
    sine = "%eighth = stablehlo.constant dense<0.125> : tensor<f32>\n    %s = stablehlo.sine %a : tensor<f32>"
    total = SUM.replace("%r =", "%t =").replace("(%a)", "(%s)")
    right = of_eight(f"{sine}{total}\n    %r = stablehlo.multiply %t, %eighth : tensor<f32>")
    given = ["{devices=[8]<=[8]}"]
    assert st.equivalent(whole, right, in_shardings=given)
    all_of_them = "[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>"
    wrong = right.replace(all_of_them, "[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>")
    found = st.equivalent(whole, wrong, in_shardings=given)
    assert found.verdict == "different"
    assert found.unexplained is not None
    assert found.unexplained.operation.span is not None
    assert "all_reduce" in found.unexplained.operation.span.text


SUM = """
    %r = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>,
      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> ({
    ^bb0(%one: tensor<f32>, %other: tensor<f32>):
      %sum = stablehlo.add %one, %other : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<f32>) -> tensor<f32>"""


def of_eight(body: str) -> str:
    """A program on eight devices, of which each has one number %a."""
    return f"""module attributes {{mhlo.num_partitions = 8 : i32}} {{
    func.func @main(%x: tensor<1xf32>) -> tensor<f32> {{
      %a = stablehlo.reshape %x : (tensor<1xf32>) -> tensor<f32>{body}
      return %r : tensor<f32>
    }}
    }}"""


@pytest.mark.parametrize("level", ["reals", "bits"])
def test_eight_devices_add_their_numbers(level: Level) -> None:
    whole = """func.func @main(%x: tensor<8xf32>) -> tensor<f32> {
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0]
        : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
      return %r : tensor<f32>
    }"""
    assert st.equivalent(whole, of_eight(SUM), level=level, in_shardings=["{devices=[8]<=[8]}"])


def test_one_device_of_eight_adds_a_logarithm() -> None:
    whole = """func.func @main(%x: tensor<8xf32>) -> tensor<f32> {
      %a = stablehlo.slice %x [0:1] : (tensor<8xf32>) -> tensor<1xf32>
      %b = stablehlo.reshape %a : (tensor<1xf32>) -> tensor<f32>
      %r = stablehlo.exponential %b : tensor<f32>
      return %r : tensor<f32>
    }"""
    masked = """
      %p = stablehlo.partition_id : tensor<ui32>
      %c = stablehlo.constant dense<0> : tensor<ui32>
      %is = stablehlo.compare EQ, %p, %c : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %e = stablehlo.exponential %a : tensor<f32>
      %l = stablehlo.log %e : tensor<f32>
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %m = stablehlo.select %is, %l, %z : tensor<i1>, tensor<f32>"""
    summed = SUM.replace("%a", "%m").replace("%r =", "%t =")
    body = f"{masked}{summed}\n      %r = stablehlo.exponential %t : tensor<f32>"
    assert st.equivalent(whole, of_eight(body), in_shardings=["{devices=[8]<=[8]}"])


def test_what_processes_exchange_is_kept_until_all_have_it() -> None:
    arithmetic = Arithmetic(Fields(2, 1), rounds=False)
    pool = Pool(arithmetic.zeros(()))
    first, second = pool.exchanging(), pool.exchanging()
    sent = arithmetic.constant(3.0).with_numbers(3.0)  # a copy, since constants are kept
    put = first.__enter__()
    put(sent)
    second.__enter__()(arithmetic.constant(4.0))
    kept = weakref.ref(sent.components)
    del sent
    first.__exit__(None, None, None)
    assert kept() is not None
    with pool.exchanging():
        second.__exit__(None, None, None)
        assert kept() is None


@pytest.mark.parametrize("sent", ["%a", "%b"])
def test_what_a_device_sends_is_not_overwritten_before_all_have_it(sent: str) -> None:
    """Both devices send a sum, so large that the product may be written there after its last use."""
    type = "tensor<4096xf32>"
    product, by_parts = (
        "module attributes {mhlo.num_partitions = 2 : i32} {\n"
        f"func.func @main(%x: {type}) -> {type} {{\n"
        f"  %b = stablehlo.add %x, %x : {type}\n  %a = stablehlo.reshape %b : ({type}) -> {type}\n"
        f'  %y = "stablehlo.collective_permute"({sent}) {{source_target_pairs = dense<[[0, 1], [1, 0]]> : '
        "tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : "
        f"({type}) -> {type}\n{lines}\n  return %r : {type}\n}}\n}}"
        for lines in (
            f"  %p = stablehlo.multiply %a, %y : {type}\n  %r = stablehlo.subtract %p, %y : {type}",
            f"  %c = stablehlo.constant dense<1.0> : {type}\n  %d = stablehlo.subtract %a, %c : {type}\n"
            f"  %r = stablehlo.multiply %d, %y : {type}",
        )
    )
    assert st.equivalent(product, by_parts)


def test_shardings_may_be_given() -> None:
    whole = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}"
    part = (
        "module attributes {mhlo.num_partitions = 2 : i32} {\n"
        "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n}"
    )
    with pytest.raises(st.RunError, match="but its sharding is not known"):
        st.equivalent(whole, part)
    assert st.equivalent(whole, part, in_shardings=["{devices=[2]<=[2]}"])


@pytest.mark.parametrize(
    ("devices", "verdict"),
    [("", "equal"), ("{devices=[2]1,0}", "equal"), ("{devices=[2]<=[2]}", "different")],
)
def test_a_result_is_where_the_original_says(devices: str, verdict: str) -> None:
    stated = f' {{mhlo.sharding = "{devices}"}}' if devices else ""
    signature = f"(%x: tensor<4xf32>) -> (tensor<4xf32>{stated})"
    whole = f"func.func @main{signature} {{\n  return %x : tensor<4xf32>\n}}"
    part = (
        "module attributes {mhlo.num_partitions = 2 : i32} {\n"
        "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n}"
    )
    found = st.equivalent(whole, part, in_shardings=["{devices=[2]1,0}"])
    assert found.verdict == verdict
    assert any("inferred from its values" in each for each in found.assumptions) == (not devices)


def test_a_shift_to_another_device_is_not_taken_for_an_order_of_devices() -> None:
    whole = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}"
    part = (
        "module attributes {mhlo.num_partitions = 4 : i32} {\n"
        "func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {\n"
        '  %r = "stablehlo.collective_permute"(%x) {source_target_pairs = '
        "dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>, "
        "channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : "
        "(tensor<1xf32>) -> tensor<1xf32>\n"
        "  return %r : tensor<1xf32>\n}\n}"
    )
    found = st.equivalent(whole, part, in_shardings=["{devices=[4]<=[4]}"])
    assert found.verdict == "unknown"
    assert "{devices=[4]1,2,3,0}, which no sharding states" in found.reason


@pytest.mark.parametrize(("fill", "verdict"), [(0.0, "equal"), (1.0, "different")])
def test_a_device_that_receives_nothing_ends_before_others_begin(fill: float, verdict: str) -> None:
    """What the first device sends is looked up after it has ended; it has zeros itself."""
    whole = (
        "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        f"  %c = stablehlo.constant dense<{fill}> : tensor<f32>\n"
        "  %r = stablehlo.pad %x, %c, low = [1], high = [-1], interior = [0] : "
        "(tensor<4xf32>, tensor<f32>) -> tensor<4xf32>\n"
        "  return %r : tensor<4xf32>\n}"
    )
    shifts = "\n".join(
        f'  %{number + 1} = "stablehlo.collective_permute"(%{number}) {{source_target_pairs = '
        f"dense<{pairs}> : tensor<3x2xi64>, "
        "channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : "
        "(tensor<1xf32>) -> tensor<1xf32>"
        for number, pairs in enumerate([[[0, 1], [1, 2], [2, 3]], [[1, 0], [2, 1], [3, 2]]] * 2)
    )
    part = (
        "module attributes {mhlo.num_partitions = 4 : i32} {\n"
        "func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {\n"
        f"  %0 = stablehlo.negate %x : tensor<1xf32>\n{shifts}\n"
        '  %5 = "stablehlo.collective_permute"(%x) {source_target_pairs = '
        "dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, "
        "channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : "
        "(tensor<1xf32>) -> tensor<1xf32>\n"
        "  return %5 : tensor<1xf32>\n}\n}"
    )
    assert st.equivalent(whole, part, in_shardings=["{devices=[4]<=[4]}"]).verdict == verdict


_MESHES = {
    "in order": ("", "different"),
    "reversed": (", device_ids=[3, 2, 1, 0]", "equal"),
}


@pytest.mark.parametrize("ids", _MESHES)
@pytest.mark.parametrize("side", [0, 1], ids=["of the original", "of the other one"])
def test_a_result_is_where_a_sharding_of_a_mesh_says(ids: str, side: int) -> None:
    """Device 3 has the first two elements, as have all whose place along "x" is the last of two."""
    written, verdict = _MESHES[ids]
    mesh = f'sdy.mesh @mesh = <["y"=2, "x"=2]{written}>\n'
    stated = ' {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}'
    texts = []
    for number, (size, attributes) in enumerate([(4, ""), (2, "attributes {mhlo.num_partitions = 4 : i32}")]):
        of_result, declared = (stated, mesh) if number == side else ("", "")
        texts.append(
            f"module {attributes} {{\n{declared}"
            f"func.func @main(%x: tensor<{size}xf32>) -> (tensor<{size}xf32>{of_result}) {{\n"
            f"  return %x : tensor<{size}xf32>\n}}\n}}"
        )
    found = st.equivalent(*texts, in_shardings=["{devices=[2,2]3,1,2,0 last_tile_dim_replicate}"])
    assert found.verdict == verdict
    assert not any("inferred from its values" in each for each in found.assumptions)


@pytest.mark.parametrize(("axes", "verdict"), [('"x", "y"', "equal"), ('"y", "x"', "different")])
def test_arguments_are_split_by_meshes(axes: str, verdict: str) -> None:
    """Device 2 of <"x"=2, "y"=2> has row 2 where "x" is the major axis, and row 1 otherwise."""
    mesh = 'sdy.mesh @mesh = <["x"=2, "y"=2]>\n'
    signature = (
        f"(%x: tensor<4xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{{{axes}}}]>}})"
        ' -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>})'
    )
    whole = f"module {{\n{mesh}func.func @main{signature} {{\n  return %x : tensor<4xf32>\n}}\n}}"
    part = (
        "module attributes {mhlo.num_partitions = 4 : i32} {\n"
        "func.func @main(%x: tensor<1xf32>) -> tensor<1xf32> {\n  return %x : tensor<1xf32>\n}\n}"
    )
    assert st.equivalent(whole, part).verdict == verdict


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["sideways"], "cannot read 'sideways', the sharding of argument 0"),
        (["{devices=[3]<=[2]}"], "invalid sharding {devices=.3.<=.2.}"),
        (["{devices=[2]<=[2]}"] * 2, "2 shardings are given for 1 argument"),
        (["{devices=[4]<=[4]}"], "cannot split 4 elements into 4 shards of 2"),
        (["{replicated}"], "argument 0 of shape .* but {replicated} does not describe this split"),
    ],
)
def test_shardings_that_do_not_fit_are_refused(given: list[str], message: str) -> None:
    whole = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}"
    part = (
        "module attributes {mhlo.num_partitions = 2 : i32} {\n"
        "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n}"
    )
    with pytest.raises(st.RunError, match=message):
        st.equivalent(whole, part, in_shardings=given)


def test_the_sharding_of_a_result_is_said() -> None:
    """Which device is to have which part is not known: here, the other one has the first part."""
    text = (DATA / "partitioned.hlo").read_text()
    found = st.equivalent(DATA / "gradient.mlir", text)
    notes = [each for each in found.assumptions if each.startswith("result")]
    assert len(notes) == 1
    assert notes[0].startswith("result 0 is sharded as {devices=[1,2,2]0,")


def test_an_unknown_function_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(DATA / "gradient.mlir")
    assert execute(["equiv", file, file, "--entry", "mian"]) == 2
    assert "did you mean `@main`?" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--timeout", "0"], "0 is not a positive time"),
        (["--in-shardings", "x"], "cannot read 'x', the sharding of argument 0"),
        (["--save", str(DATA / "gradient.mlir" / "case")], "gradient.mlir"),
    ],
)
def test_options_are_judged_for_equal_programs(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(DATA / "gradient.mlir")
    assert execute(["equiv", file, file, *arguments]) == 2
    written = capsys.readouterr()
    assert words in written.out + written.err


def test_equal_programs_leave_no_directories(tmp_path: Path) -> None:
    file = str(DATA / "gradient.mlir")
    assert execute(["equiv", file, file, "--save", str(tmp_path / "new" / "case")]) == 0
    assert not list(tmp_path.iterdir())


def test_one_program_is_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert execute(["equiv", "-", "-"]) == 2
    assert "standard input, `-`, is read once" in capsys.readouterr().err


def test_a_result_that_no_device_has_is_missed() -> None:
    whole = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}"
    first_only = (
        "module attributes {mhlo.num_partitions = 2 : i32} {\n"
        "func.func @main(%x: tensor<4xf32>) -> tensor<2xf32> {\n"
        "  %r = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>\n"
        "  return %r : tensor<2xf32>\n}\n}"
    )
    found = st.equivalent(whole, first_only)
    assert (found.verdict, found.results[0].differing) == ("different", 2)


def test_equal_tiles_are_on_as_many_devices() -> None:
    whole = (
        "func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<6xf32> {\n"
        "  %r = stablehlo.concatenate %x, %x, %y, dim = 0"
        " : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>\n"
        "  return %r : tensor<6xf32>\n}"
    )
    part = """module attributes {mhlo.num_partitions = 3 : i32} {
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %p = stablehlo.partition_id : tensor<ui32>
  %z = stablehlo.constant dense<0> : tensor<ui32>
  %c = stablehlo.compare EQ, %p, %z : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
  %r = stablehlo.select %c, %x, %y : tensor<i1>, tensor<2xf32>
  return %r : tensor<2xf32>
}
}"""
    assert st.equivalent(whole, part).verdict == "different"


def test_a_device_may_have_any_of_equal_tiles() -> None:
    whole = (
        "func.func @main(%x: tensor<2xf32>) -> tensor<4xf32> {\n"
        "  %r = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>\n"
        "  return %r : tensor<4xf32>\n}"
    )
    part = (
        "module attributes {mhlo.num_partitions = 2 : i32} {\n"
        "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n}"
    )
    assert st.equivalent(whole, part)


def test_parts_that_are_the_same_are_on_all_devices() -> None:
    """As those of constants, and of results where inputs are zeros."""

    def ones(size: int) -> str:
        return (
            f"func.func @main(%x: tensor<{size}xf32>) -> tensor<{size}xf32> {{\n"
            f"  %r = stablehlo.constant dense<1.0> : tensor<{size}xf32>\n"
            f"  return %r : tensor<{size}xf32>\n}}"
        )

    part = f"module attributes {{mhlo.num_partitions = 2 : i32}} {{\n{ones(2)}\n}}"
    assert st.equivalent(ones(4), part, in_shardings=["{devices=[2]<=[2]}"])


def test_stages_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    passes = ["0010.a.after_y.before_z", "0009.a.after_x.before_y"]
    names = ["before_optimizations", *passes, "cpu_after_optimizations"]
    for name in names:
        (tmp_path / f"module_0001.jit_f.{name}.txt").write_text("")
    for name in ("10_b.mlir", "9_a.mlir"):
        (tmp_path / name).write_text("")
    found = stages_in(tmp_path)
    assert [stage.name for stage in found["module_0001.jit_f"]] == [
        names[0],
        names[2][5:],
        names[1][5:],
        names[3],
    ]
    assert [stage.name for stage in found[""]] == ["9_a.mlir", "10_b.mlir"]


def test_markdown_names_the_operation(capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(DATA / name) for name in ("attention.mlir", "not_rescaled.mlir")]
    assert execute(["equiv", *files, "--format", "markdown"]) == 1
    assert "not_rescaled.mlir:24:11: " in capsys.readouterr().out


def test_the_first_pass_that_changes_a_program_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = (DATA / "optimized.hlo").read_text()
    swapped = text.replace("(%param_2.7, %broadcast.11)", "(%broadcast.11, %param_2.7)")
    scaled = text.replace("constant(0.125)", "constant(0.5)")
    for number, each in enumerate([text, swapped, swapped + "\n", scaled, text]):
        (tmp_path / f"{number}_stage.hlo").write_text(each)
    assert execute(["equiv", "--passes", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    lines = [line.split() for line in out.splitlines() if "_stage.hlo" in line and " s " in line]
    assert [(line[0], line[-1]) for line in lines] == [
        ("equal", "1_stage.hlo"), ("different", "3_stage.hlo"), ("different", "4_stage.hlo"),
    ]  # fmt: skip


def test_markers_of_shardings_of_scalars_move() -> None:
    """As those that Shardy leaves of the loss of a model."""
    text = "func.func @main(%x: tensor<f32>) -> tensor<f32> {{\n  {} : tensor<f32>\n}}"
    call = "%r = stablehlo.custom_call @xla.sdy.FuncResultSharding(%x) : (tensor<f32>) -> tensor<f32>"
    assert st.equivalent(text.format(f"{call}\n  return %r"), text.format("return %x"))


def test_unreduced_arguments_are_not_supported() -> None:
    """Each device has a part of a sum, and not a part of the elements."""
    mesh = 'sdy.mesh @mesh = <["x"=2]>\n'
    stated = ' {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}'
    program = (
        f"module attributes {{mhlo.num_partitions = 2 : i32}} {{\n{mesh}"
        f"func.func @main(%x: tensor<4xf32>{stated}) -> (tensor<2xf32>) {{\n"
        "  %0 = stablehlo.slice %x [0:2] : (tensor<4xf32>) -> tensor<2xf32>\n"
        "  return %0 : tensor<2xf32>\n}\n}"
    )
    whole = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}"
    with pytest.raises(st.RunError, match="not reduced yet"):
        st.equivalent(whole, program)


@pytest.mark.parametrize(
    ("reduction", "whole", "verdict"),
    [("", "add", "equal"), ("max", "maximum", "equal"), ("", "maximum", "different")],
)
def test_unreduced_results_are_combined(reduction: str, whole: str, verdict: str) -> None:
    """Each device returns one of two rows, of which the sum or the maximum is the result."""
    mesh = 'sdy.mesh @mesh = <["x"=2]>\n'
    rows = ' {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}'
    partial = f' {{sdy.sharding = #sdy.sharding<@mesh, [{{}}], unreduced={reduction}{{"x"}}>}}'
    program = (
        f"module attributes {{mhlo.num_partitions = 2 : i32}} {{\n{mesh}"
        f"func.func @main(%x: tensor<1x4xf32>{rows}) -> (tensor<4xf32>{partial}) {{\n"
        "  %0 = stablehlo.reshape %x : (tensor<1x4xf32>) -> tensor<4xf32>\n"
        "  return %0 : tensor<4xf32>\n}\n}"
    )
    start = "0.0" if whole == "add" else "0xFF800000"
    both = (
        "func.func @main(%x: tensor<2x4xf32>) -> tensor<4xf32> {\n"
        f"  %z = stablehlo.constant dense<{start}> : tensor<f32>\n"
        f"  %r = stablehlo.reduce(%x init: %z) applies stablehlo.{whole} across dimensions = [0]\n"
        "    : (tensor<2x4xf32>, tensor<f32>) -> tensor<4xf32>\n"
        "  return %r : tensor<4xf32>\n}"
    )
    assert st.equivalent(both, program).verdict == verdict


_GATHERED = (
    '"stablehlo.all_gather"(%x) <{all_gather_dim = 0, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}>'
    " : (tensor<2xf32>) -> tensor<4xf32>"
)
_ASYNCHRONOUS = f"""
    %start = "stablehlo.async_start"(%shard) ({{
    ^bb0(%x: tensor<2xf32>):
      %g = {_GATHERED}
      stablehlo.return %g : tensor<4xf32>
    }}) : (tensor<2xf32>) -> !stablehlo.future<tensor<4xf32>>
    %y = "stablehlo.async_done"(%start) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>"""


@pytest.mark.parametrize(("order", "verdict"), [("%a, %b", "equal"), ("%b, %a", "different")])
def test_processes_that_a_program_executes(order: str, verdict: str) -> None:
    """Two processes exchange what they have, without waiting; a program on one device has both."""
    parallel = f"""
    func.func @process(%shard: tensor<2xf32>) -> tensor<4xf32> {{{_ASYNCHRONOUS}
      %e = stablehlo.exponential %y : tensor<4xf32>
      return %e : tensor<4xf32>
    }}
    func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>) {{
      %r:2 = "interpreter.run_parallel"(%a, %b) <{{programs = [[@process], [@process]]}}>
        : (tensor<2xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>)
      return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
    }}"""
    alone = f"""
    func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>) {{
      %y = stablehlo.concatenate {order}, dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
      %e = stablehlo.exponential %y : tensor<4xf32>
      return %e, %e : tensor<4xf32>, tensor<4xf32>
    }}"""
    assert st.equivalent(parallel, alone).verdict == verdict


# -- programs of equal shapes for several processes


def _for_processes(counts: str, *lines: str) -> str:
    instructions = "\n  ".join(lines)
    return f"""HloModule program, {counts}

add {{
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b)
}}

ENTRY main {{
  x = f32[4] parameter(0)
  {instructions}
}}
"""


_COPY = ("ROOT r = f32[4] copy(x)",)
_SUM_OF_ALL = ("ROOT r = f32[4] all-reduce(x), replica_groups={}, to_apply=add",)
_SUM_OF_HALVES = ("ROOT r = f32[4] all-reduce(x), replica_groups={{0,1},{2,3}}, to_apply=add",)
_SUM_OF_FOUR = ("ROOT r = f32[4] all-reduce(x), replica_groups={{0,1,2,3}}, to_apply=add",)
_NUMBERED = (
    "i = u32[] replica-id()",
    "f = f32[] convert(i)",
    "b = f32[4] broadcast(f), dimensions={}",
    "ROOT r = f32[4] add(x, b)",
)
_SINE_OF_PARTS = (
    "i = u32[] partition-id()",
    "j = f32[1] dynamic-slice(x, i), dynamic_slice_sizes={1}",
    "k = f32[1] sine(j)",
    "ROOT r = f32[4] all-gather(k), channel_id=1, replica_groups={{0,1,2,3}}, use_global_device_ids=true, "
    "dimensions={0}",
)


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        (_SUM_OF_ALL, _SUM_OF_FOUR, "equal"),
        (_SUM_OF_ALL, _SUM_OF_HALVES, "different"),
        (_SUM_OF_ALL, _COPY, "different"),
        (_COPY, _SUM_OF_ALL, "different"),
        (_NUMBERED, _COPY, "different"),
    ],
)
def test_replicas_execute_both_programs(
    first: tuple[str, ...], second: tuple[str, ...], verdict: str
) -> None:
    found = st.equivalent(*(_for_processes("replica_count=4", *lines) for lines in (first, second)))
    assert found.verdict == verdict


@pytest.mark.parametrize(
    ("count", "channel", "processes"),
    [("replica_count", "", "replicas"), ("num_partitions", "channel_id=1, ", "partitions")],
)
def test_programs_of_other_numbers_of_processes_are_not_judged(
    count: str, channel: str, processes: str
) -> None:
    """A sum over four processes is not that over two."""
    total = _SUM_OF_ALL[0].replace("replica_groups", f"{channel}replica_groups")
    four, two = (_for_processes(f"{count}={number}", total) for number in (4, 2))
    with pytest.raises(st.RunError, match=f"programs of 4 and 2 {processes}"):
        st.equivalent(four, two)


def test_a_sum_over_partitions_is_not_that_of_one() -> None:
    """With a channel, groups of replicas are on all partitions."""
    over_partitions = _SUM_OF_ALL[0].replace("replica_groups", "channel_id=1, replica_groups")
    first, second = (
        _for_processes("num_partitions=4", *lines) for lines in ((over_partitions,), _SUM_OF_ALL)
    )
    assert st.equivalent(first, second).verdict == "different"
    assert st.equivalent(second, _for_processes("num_partitions=4", *_COPY)).verdict == "equal"


def test_partitions_may_compute_parts_of_what_they_have_whole() -> None:
    whole = _for_processes("num_partitions=4", "ROOT r = f32[4] sine(x)")
    parts = _for_processes("num_partitions=4", *_SINE_OF_PARTS)
    assert_equivalent(whole, parts)
    assert st.equivalent(whole, parts.replace("sine", "cosine")).verdict == "different"


def test_partitions_of_several_replicas_are_not_judged() -> None:
    whole = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32> }"
    parts = _for_processes("replica_count=2, num_partitions=4", *_SINE_OF_PARTS)
    with pytest.raises(st.RunError, match="a partitioned program of several replicas"):
        st.equivalent(whole, parts)
