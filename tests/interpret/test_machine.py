"""What a program computes, and what is said where it cannot be computed."""

from __future__ import annotations

import dataclasses
import gc
import platform
import weakref
from typing import Any

import numpy as np
import pytest

from stablehlo_tools import interpret
from stablehlo_tools.diagnostics.diagnostic import RunError
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.ir.operations import Module
from stablehlo_tools.ops.model.schema import OPS, Unsupported
from stablehlo_tools.text.parse import parse

ADD = """
func.func @main(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %x, %y : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def module_of(text: str) -> Module:
    return parse(Source(text, "model.mlir"))


def f32(*values: float) -> Any:
    return np.array(values, np.float32)


def replace_kernel(monkeypatch: pytest.MonkeyPatch, name: str, kernel: Any) -> None:
    execution = dataclasses.replace(OPS[name].execution, ufunc=None)
    declared = dataclasses.replace(OPS[name].declaration(), kernel=kernel, execution=execution)
    monkeypatch.setitem(OPS.cache, name, dataclasses.replace(OPS[name], declaration=lambda: declared))


# -- values ---------------------------------------------------------------------------------------


def test_add(run: Any) -> None:
    (result,) = run(ADD, f32(1, 2), f32(10, 20))
    np.testing.assert_array_equal(result, f32(11, 22), strict=True)


def test_scalars_are_arrays_of_rank_0(run: Any) -> None:
    results = run(
        """
        func.func @main(%x: tensor<i32>) -> (tensor<i32>, tensor<i1>) {
          %0 = stablehlo.multiply %x, %x : tensor<i32>
          %1 = stablehlo.compare GT, %0, %x : (tensor<i32>, tensor<i32>) -> tensor<i1>
          return %0, %1 : tensor<i32>, tensor<i1>
        }
        """,
        np.array(7, np.int32),
    )
    assert [(type(x), x.dtype, x.shape, x.item()) for x in results] == [
        (np.ndarray, np.int32, (), 49),
        (np.ndarray, np.bool_, (), True),
    ]


def test_a_barrier_of_a_constant_is_that(run: Any) -> None:
    text = """
    func.func @main() -> tensor<2x3xi32> {
      %0 = stablehlo.iota dim = 0 : tensor<2x3xi32>
      %1 = stablehlo.optimization_barrier %0 : tensor<2x3xi32>
      return %1 : tensor<2x3xi32>
    }
    """
    (result,) = run(text)
    assert result.tolist() == [[0, 0, 0], [1, 1, 1]]


def test_another_entry_and_no_results(run: Any) -> None:
    text = """
    func.func @main() -> tensor<i32> {
      %0 = stablehlo.constant dense<1> : tensor<i32>
      return %0 : tensor<i32>
    }
    func.func @nothing(%x: tensor<i32>) {
      return
    }
    """
    assert run(text) == [1]
    assert run(text, np.array(1, np.int32), entry="nothing") == []


def test_shapes_may_be_known_only_at_run_time(run: Any) -> None:
    text = """
    func.func @main(%x: tensor<?x3xf32>) -> tensor<3x?xf32> {
      %0 = stablehlo.add %x, %x : tensor<?x3xf32>
      %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x3xf32>) -> tensor<3x?xf32>
      return %1 : tensor<3x?xf32>
    }
    """
    for rows in (0, 1, 5):
        x = np.arange(3 * rows, dtype=np.float32).reshape(rows, 3)
        np.testing.assert_array_equal(run(text, x)[0], 2 * x.T, strict=True)


def test_a_nested_loop_reads_values_from_outside(run: Any) -> None:
    """sum of i * j * k for i < 4, j < 3, where k comes from outside of both loops."""
    (result,) = run(
        """
        func.func @main(%k: tensor<i32>) -> tensor<i32> {
          %zero = stablehlo.constant dense<0> : tensor<i32>
          %one = stablehlo.constant dense<1> : tensor<i32>
          %three = stablehlo.constant dense<3> : tensor<i32>
          %four = stablehlo.constant dense<4> : tensor<i32>
          %0:2 = stablehlo.while(%i = %zero, %sum = %zero) : tensor<i32>, tensor<i32>
          cond {
            %1 = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
            stablehlo.return %1 : tensor<i1>
          } do {
            %2:2 = stablehlo.while(%j = %zero, %inner = %sum) : tensor<i32>, tensor<i32>
            cond {
              %3 = stablehlo.compare LT, %j, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
              stablehlo.return %3 : tensor<i1>
            } do {
              %4 = stablehlo.multiply %i, %j : tensor<i32>
              %5 = stablehlo.multiply %4, %k : tensor<i32>
              %6 = stablehlo.add %inner, %5 : tensor<i32>
              %7 = stablehlo.add %j, %one : tensor<i32>
              stablehlo.return %7, %6 : tensor<i32>, tensor<i32>
            }
            %8 = stablehlo.add %i, %one : tensor<i32>
            stablehlo.return %8, %2#1 : tensor<i32>, tensor<i32>
          }
          return %0#1 : tensor<i32>
        }
        """,
        np.array(10, np.int32),
    )
    assert result == sum(i * j * 10 for i in range(4) for j in range(3))


def test_the_stack_of_a_scan_is_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that fills a stack copies it when it begins, and from then on writes into its copy."""
    module = module_of("""
    func.func @main(%x: tensor<64x64xf32>) -> tensor<50x64x64xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %empty = stablehlo.constant dense<0.0> : tensor<50x64x64xf32>
      %0:3 = stablehlo.while(%i = %zero, %row = %x, %stack = %empty)
          : tensor<i32>, tensor<64x64xf32>, tensor<50x64x64xf32>
      cond {
        %end = stablehlo.constant dense<50> : tensor<i32>
        %1 = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %1 : tensor<i1>
      } do {
        %one = stablehlo.constant dense<1> : tensor<i32>
        %2 = stablehlo.add %row, %row : tensor<64x64xf32>
        %3 = stablehlo.reshape %2 : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
        %4 = func.call @push(%stack, %3, %i)
            : (tensor<50x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>) -> tensor<50x64x64xf32>
        %5 = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %5, %2, %4 : tensor<i32>, tensor<64x64xf32>, tensor<50x64x64xf32>
      }
      return %0#2 : tensor<50x64x64xf32>
    }
    func.func @push(%stack: tensor<50x64x64xf32>, %row: tensor<1x64x64xf32>, %i: tensor<i32>)
        -> tensor<50x64x64xf32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %0 = stablehlo.dynamic_update_slice %stack, %row, %i, %zero, %zero
          : (tensor<50x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>)
          -> tensor<50x64x64xf32>
      return %0 : tensor<50x64x64xf32>
    }
    """)
    copies = []
    update = OPS["stablehlo.dynamic_update_slice"].kernel

    def counting(*operands: Any, out: Any = None) -> Any:
        copies.append(out is None)
        return update(*operands, out=out)

    from stablehlo_tools.ops.model.specialize import SPECIALIZATIONS

    monkeypatch.setitem(SPECIALIZATIONS, "stablehlo.dynamic_update_slice", [])
    replace_kernel(monkeypatch, "stablehlo.dynamic_update_slice", counting)
    (result,) = interpret.execute(module, [np.ones((64, 64), np.float32)])
    assert copies == [True] + 49 * [False]
    np.testing.assert_array_equal(result[:, 0, 0], 2.0 ** np.arange(1, 51))


def test_a_program_runs_in_many_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    program = interpret.compile(module_of(ADD))
    with ThreadPoolExecutor(4) as pool:
        sums = list(pool.map(lambda i: program([f32(i, 0), f32(0, i)])[0].tolist(), range(50)))
    assert sums == [[i, i] for i in range(50)]


LARGE_ARRAYS = """
func.func @main(%a: tensor<1000x1000xf32>) -> tensor<1000x1000xf32> {
  %0 = stablehlo.sine %a : tensor<1000x1000xf32>
  %1 = stablehlo.cosine %a : tensor<1000x1000xf32>
  %2 = stablehlo.add %0, %1 : tensor<1000x1000xf32>
  return %2 : tensor<1000x1000xf32>
}
"""


def test_a_result_is_freed_when_nobody_has_it() -> None:
    program = interpret.compile(parse(Source(LARGE_ARRAYS)))
    gc.disable()
    try:
        (result,) = program([np.ones((1000, 1000), np.float32)])
        reference = weakref.ref(result)
        del result
        assert reference() is None
    finally:
        gc.enable()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries keep memory as they like")
def test_the_memory_of_an_array_serves_the_next() -> None:
    import resource

    interpret.keep_freed_memory()  # else it depends on what other tests have freed
    program = interpret.compile(parse(Source(LARGE_ARRAYS)))
    inputs = [np.ones((1000, 1000), np.float32)]
    program(inputs)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(10):
        program(inputs)
    pages_of_an_array = inputs[0].nbytes // resource.getpagesize()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 5 * pages_of_an_array


def test_progress_is_reported() -> None:
    seen: list[tuple[int, int, str]] = []
    program = interpret.compile(module_of(ADD))
    program([f32(1, 2), f32(3, 4)], progress=lambda done, total, next: seen.append((done, total, next.name)))
    assert seen == [(0, 1, "stablehlo.add")]


NESTED = """
func.func @main(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<i32>
    cond {
      %three = stablehlo.constant dense<3> : tensor<i32>
      %go = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %i, %one : tensor<i32>
      %1 = func.call @twice(%a) : (tensor<i32>) -> tensor<i32>
      stablehlo.return %next, %1 : tensor<i32>, tensor<i32>
    }
  return %0#1 : tensor<i32>
}
func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.while(%a = %x) : tensor<i32>
    cond {
      %limit = stablehlo.constant dense<10> : tensor<i32>
      %go = stablehlo.compare LT, %a, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %1 = stablehlo.add %a, %a : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }
  return %0 : tensor<i32>
}
"""


def test_rounds_of_loops_are_reported() -> None:
    module = module_of(NESTED)
    outer, inner = (each for each in module.walk() if each.name == "stablehlo.while")
    seen: list[tuple[str, int]] = []

    def see(loop: object, number: int) -> None:
        seen.append(("outer" if loop is outer else "inner" if loop is inner else "?", number))

    program = interpret.compile(module, rounds=see)
    assert program([np.int32(4)])[0] == 16
    assert seen == [("outer", 0), ("inner", 0), ("inner", 1), ("outer", 1), ("outer", 2)]


# -- what cannot be executed --------------------------------------------------------------------------


def test_unsupported_ops_are_all_found_before_anything_runs() -> None:
    with pytest.raises(RunError) as caught:
        interpret.compile(
            module_of("""
            func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
              %0 = "other.twist"(%x) : (tensor<2xf32>) -> tensor<2xf32>
              %1 = func.call @f(%0) : (tensor<2xf32>) -> tensor<2xf32>
              %2 = stablehlo.custom_call @magic(%1) : (tensor<2xf32>) -> tensor<2xf32>
              return %2 : tensor<2xf32>
            }
            func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
              %0 = "other.twist"(%x) : (tensor<2xf32>) -> tensor<2xf32>
              return %0 : tensor<2xf32>
            }
            func.func @not_called(%x: tensor<2xf32>) -> tensor<2xf32> {
              %0 = "other.turn"(%x) : (tensor<2xf32>) -> tensor<2xf32>
              return %0 : tensor<2xf32>
            }
            """)
        )
    found = {str(diagnostic.message): diagnostic for diagnostic in caught.value.diagnostics}
    assert set(found) == {
        "other.twist cannot be executed (2 times)",
        "stablehlo.custom_call @magic cannot be executed",
    }
    for diagnostic in found.values():
        assert (diagnostic.code, diagnostic.unsupported) == ("unsupported_op", True)
        assert diagnostic.span is not None
    assert found["stablehlo.custom_call @magic cannot be executed"].span.begin[0] == 5  # type: ignore[union-attr]


# As of an export for several platforms, whose branches call functions.
_PLATFORMS = """
func.func @main(%platform: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.case"(%platform) ({
    %1 = stablehlo.negate %x : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }, {
    %1 = func.call @solve(%x) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @solve(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.custom_call @cusolver(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_an_unknown_call_in_a_branch_is_refused_where_it_is_reached() -> None:
    run = interpret.compile(module_of(_PLATFORMS))
    np.testing.assert_array_equal(run([np.int32(0), f32(1, 2)])[0], [-1, -2])
    with pytest.raises(RunError, match="custom_call @cusolver cannot be executed") as caught:
        run([np.int32(1), f32(1, 2)])
    assert caught.value.diagnostic.unsupported
    assert "@stablehlo_tools.custom_call(" in caught.value.diagnostic.helps[0]


def test_an_unknown_call_outside_of_branches_is_refused_before_anything_runs() -> None:
    certain = _PLATFORMS.replace(
        "return %0", "%1 = func.call @solve(%0) : (tensor<2xf32>) -> tensor<2xf32>\n  return %1", 1
    )
    with pytest.raises(RunError, match="@cusolver cannot be executed"):
        interpret.compile(module_of(certain))


def test_what_a_kernel_does_not_support_is_said_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def kernel(*operands: Any) -> Any:
        raise Unsupported("adding on Sundays")

    replace_kernel(monkeypatch, "stablehlo.add", kernel)
    with pytest.raises(RunError, match="adding on Sundays") as caught:
        interpret.execute(module_of(ADD), [f32(1, 2), f32(3, 4)])
    assert caught.value.diagnostic.unsupported
    assert caught.value.diagnostic.span is not None
    assert caught.value.diagnostic.span.text == "stablehlo.add"


def test_a_failing_kernel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def kernel(*operands: Any) -> Any:
        raise ZeroDivisionError("by nothing")

    replace_kernel(monkeypatch, "stablehlo.add", kernel)
    with pytest.raises(interpret.InternalError) as caught:
        interpret.execute(module_of(ADD), [f32(1, 2), f32(3, 4)])
    assert str(caught.value) == "stablehlo.add at model.mlir:3:8: ZeroDivisionError: by nothing"
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize(
    ("kernel", "complaint"),
    [
        (lambda x, y: (x + y).astype(np.float64), "float64 returned for tensor<2xf32>"),
        (lambda x, y: (x + y)[:1], r"shape \(1,\) returned for tensor<2xf32>"),
        (lambda x, y: np.float32(1), "float32 returned for tensor<2xf32>"),
    ],
)
def test_a_checked_run_finds_a_kernel_that_breaks_its_promise(
    monkeypatch: pytest.MonkeyPatch, kernel: Any, complaint: str
) -> None:
    replace_kernel(monkeypatch, "stablehlo.add", kernel)
    program = interpret.compile(module_of(ADD), is_checked=True)
    with pytest.raises(interpret.InternalError, match=complaint):
        program([f32(1, 2), f32(3, 4)])


def test_a_checked_run_finds_a_view_that_is_not_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_kernel(monkeypatch, "stablehlo.negate", lambda x: x)
    module = module_of("""
    func.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
      %0 = stablehlo.add %x, %x : tensor<2xf32>
      %1 = stablehlo.negate %0 : tensor<2xf32>
      return %0, %1 : tensor<2xf32>, tensor<2xf32>
    }
    """)
    with pytest.raises(interpret.InternalError, match=r"negate .* shares memory with an operand"):
        interpret.compile(module, is_checked=True)([f32(1, 2)])


def test_recursion_is_refused() -> None:
    module = module_of("""
    func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %0 = func.call @f(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
    func.func @f(%x: tensor<f32>) -> tensor<f32> {
      %0 = func.call @main(%x) : (tensor<f32>) -> tensor<f32>
      return %0 : tensor<f32>
    }
    """)
    with pytest.raises(RunError, match=r"recursive_call.*@main calls itself"):
        interpret.compile(module)


def test_a_long_chain_of_calls() -> None:
    """Calls are compiled without recursion; run, they are inlined or as deep as they are."""
    functions = [
        f"""
        func.func @f{i}(%x: tensor<i32>) -> tensor<i32> {{
          %0 = func.call @f{i + 1}(%x) : (tensor<i32>) -> tensor<i32>
          %1 = stablehlo.add %0, %x : tensor<i32>
          return %1 : tensor<i32>
        }}
        """
        for i in range(1000)
    ]
    last = "func.func @f1000(%x: tensor<i32>) -> tensor<i32> { return %x : tensor<i32> }"
    module = module_of("".join([*functions, last]))
    assert interpret.execute(module, [np.array(3, np.int32)], "f0") == [3003]


def test_blow_up_by_inlining_is_bounded() -> None:
    """Each of 40 functions calls the next one twice: 2 ** 40 copies, were all of them copied in."""
    functions = [
        f"""
        func.func @f{i}(%x: tensor<i32>) -> tensor<i32> {{
          %0 = func.call @f{i + 1}(%x) : (tensor<i32>) -> tensor<i32>
          %1 = func.call @f{i + 1}(%0) : (tensor<i32>) -> tensor<i32>
          return %1 : tensor<i32>
        }}
        """
        for i in range(40)
    ]
    last = "func.func @f40(%x: tensor<i32>) -> tensor<i32> { return %x : tensor<i32> }"
    interpret.compile(module_of("".join([*functions, last])), "f0")


@pytest.mark.parametrize(
    ("text", "said"),
    [(ADD, "cannot find function `@f`"), ("func.func private @f(tensor<f32>)", "function `@f` has no body")],
)
def test_an_entry_that_is_not_there(text: str, said: str) -> None:
    with pytest.raises(RunError, match=f"no_entry.*{said}"):
        interpret.compile(module_of(text), "f")
