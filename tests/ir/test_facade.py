"""`stablehlo_tools.ir`: what is matched, built and changed, and what stays true. `docs/ir.md` has more."""

from __future__ import annotations

import copy
import functools
import multiprocessing
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stablehlo_tools
from stablehlo_tools import ir, ops
from stablehlo_tools.diagnostics.diagnostic import InferenceError
from stablehlo_tools.hlo.builder import Add, Parameter, XlaBuilder

TESTDATA = Path(__file__).resolve().parents[2] / "testdata"
PROGRAM = """\
#loc = loc("a")
module @m {
  func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %x : tensor<4xf32> loc(#loc)
    %1 = stablehlo.negate %0 : tensor<4xf32>
    %c = stablehlo.constant dense<2.0> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.multiply %1, %2 : tensor<4xf32>
    %4 = stablehlo.reverse %3, dims = [0] : tensor<4xf32>
    %5 = "mine.op"(%4, %y) {k = 3 : i32} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %5 : tensor<4xf32>
  }
}
"""


@pytest.fixture
def module() -> ir.Module:
    return stablehlo_tools.parse(PROGRAM)


def named(module: ir.Module, name: str) -> ir.Operation:
    (found,) = (each for each in module.walk() if each.name == name)
    return found


# -- match ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "count"),
    [
        ("negate(x)", 2),
        ("negate(negate(x))", 1),
        ("multiply(_, 2)", 1),
        ("multiply(x, 2.0)", 1),
        ("multiply(x, 3)", 0),
        ("multiply(x, y)  [y is a constant]", 0),
        ("multiply(negate(x), broadcast_in_dim(c))  [c is a constant]", 1),
        ("reverse(x, dimensions=[0])", 1),
        ("reverse(x, dimensions=[1])", 0),
        ("reverse(x, dimensions=d)", 1),
        ("mine.op(reverse(x), y)", 1),
        ("mine.op(*xs)", 1),
        ("mine.op(x, x)", 0),
        ("mine.other(x)", 0),
        (lambda x: ops.reverse(ops.multiply(x, 2), dimensions=[0]), 1),
        (lambda x: ops.reverse(x, dimensions=(1,)), 0),
    ],
)
def test_patterns(module: ir.Module, pattern: Any, count: int) -> None:
    assert len(ir.match(module, pattern)) == count


def test_names_are_bound(module: ir.Module) -> None:
    (found,) = ir.match(module, "reverse(multiply(x, y), dimensions=d)")
    assert found.operation is named(module, "stablehlo.reverse")
    assert found["d"] == (0,)
    assert found["y"].owner is named(module, "stablehlo.broadcast_in_dim")
    assert ir.match(module, "negate(x)", when=lambda x: isinstance(x.owner, ir.Block))[0]["x"].index == 0


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("dot_generl(x, y)", "unknown op `stablehlo.dot_generl`; did you mean `stablehlo.dot_general`"),
        ("ad(x, y)", "unknown op `stablehlo.ad`; did you mean `stablehlo.add`"),
        ("add(x, negat(y))", "unknown op `stablehlo.negat`; did you mean `stablehlo.negate`"),
        ("add(x", "expected a pattern"),
        ("x + y", "expected a pattern"),
        (
            "reverse(x, dimension=d)",
            "`stablehlo.reverse` has no attribute `dimension`; did you mean `dimensions`",
        ),
        ("add(x, y)  [x is green]", "unknown condition `x is green`; a condition is a name"),
    ],
)
def test_what_is_no_pattern(module: ir.Module, pattern: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        ir.match(module, pattern)


def test_a_function_that_is_no_pattern(module: ir.Module) -> None:
    with pytest.raises(TypeError, match="of a pattern returns"):
        ir.match(module, lambda x: x)
    with pytest.raises(TypeError, match="made of its parameters and of numbers"):
        ir.match(module, lambda x: ops.add(x, np.ones(3)))


# -- build ------------------------------------------------------------------------------------------


def test_a_program_is_a_function_over_ops() -> None:
    def body(x: Any, n: Any) -> Any:
        def step(i: Any, y: Any) -> Any:
            return ops.add(i, 1), ops.multiply(y, 2.0)

        _, y = ops.while_(
            [np.int32(0), x], cond=lambda i, y: ops.compare(i, n, comparison_direction="LT"), body=step
        )
        return {"twice": y, "once": x}

    module = ir.trace(body, np.ones(3, np.float32), "tensor<i32>")
    assert module.verify() == []
    once, twice = stablehlo_tools.run(module, {"x": np.array([1, 2, 3], np.float32), "n": np.int32(3)})
    np.testing.assert_array_equal(once, [1, 2, 3])
    np.testing.assert_array_equal(twice, [8, 16, 24])


def test_traced_and_computed_results_are_the_same() -> None:
    def function(x: Any) -> Any:
        (total,) = ops.reduce([ops.exponential(x)], [0.0], dimensions=[1], body=ops.add)
        return ops.subtract(ops.maximum(total, 0.5), 1)

    x = np.array([[0, 1], [2, -3]], np.float32)
    (traced,) = stablehlo_tools.run(ir.trace(function, x), x)
    np.testing.assert_array_equal(traced, function(x))
    np.testing.assert_allclose(traced, np.exp(x).sum(1) - 1, rtol=1e-6)


@pytest.mark.parametrize(
    ("number", "dtype"),
    [(1.5, "bfloat16"), (2, "int8"), (2, "float64"), (1 + 2j, "complex64"), (1, "uint32")],
)
def test_a_number_has_the_type_of_the_tensor_beside_it(number: Any, dtype: str) -> None:
    import ml_dtypes  # noqa: F401 - bfloat16

    x = np.array([1, 2]).astype(dtype)
    result = ops.add(number, x)
    assert result.dtype == x.dtype
    np.testing.assert_array_equal(result.astype(complex), np.array([1, 2]) + number)
    (argument,) = ir.trace(lambda x: ops.add(x, number), x)["main"].arguments
    assert argument.location.parts == ("x",)
    assert str(argument.type).startswith("tensor<2x")


@pytest.mark.parametrize(
    ("value", "output", "written"),
    [
        (2.5, None, "dense<2.500000e+00> : tensor<f32>"),
        ([1, 2], None, "dense<[1, 2]> : tensor<2xi32>"),
        (np.float64(2.5), None, "dense<2.500000e+00> : tensor<f64>"),
        (2, "tensor<3xbf16>", "dense<2.000000e+00> : tensor<3xbf16>"),
        ([1, 2], "ui8", "dense<[1, 2]> : tensor<2xui8>"),
        (np.float32(2.5), "tensor<3xf32>", "dense<2.500000e+00> : tensor<3xf32>"),
    ],
)
def test_a_constant_has_the_type_that_is_asked_for(value: Any, output: Any, written: str) -> None:
    program = ir.trace(lambda: ops.constant(value, output=output))
    made = next(each for each in program.walk() if each.results)
    assert str(made).endswith(f"stablehlo.constant {written}")
    (array,) = stablehlo_tools.run(program)
    np.testing.assert_array_equal(ops.constant(value, output=output), array)


def test_a_number_that_is_no_element_of_the_tensor_is_none() -> None:
    with pytest.raises(InferenceError):
        ops.add(1.5, np.array([1, 2]))


def test_a_broken_rule_is_raised_where_the_op_is_called() -> None:
    module = stablehlo_tools.parse(PROGRAM)
    with pytest.raises(InferenceError, match="reverse_c3"), ir.before(named(module, "mine.op")):
        ops.reverse(module["main"].arguments[0], dimensions=[1])
    assert str(module) == str(stablehlo_tools.parse(PROGRAM))


def test_what_is_no_type_and_no_value() -> None:
    with pytest.raises(TypeError, match=r"p\['w'\]: expected a type"):
        ir.trace(lambda p: p["w"], {"w": None})
    with pytest.raises(TypeError, match="missing a required argument"):
        ir.trace(lambda x, y: x, "tensor<f32>")
    with pytest.raises(TypeError, match=r"has no elements: call ops on it within `ir.before"):
        ops.negate(stablehlo_tools.parse(PROGRAM)["main"].arguments[0])
    with pytest.raises(RuntimeError, match="no program is built here"):
        ir.call(stablehlo_tools.parse(PROGRAM)["main"])


def test_functions_are_defined_and_called() -> None:
    module = ir.trace(ops.negate, "tensor<3xf32>", name="negated")
    twice = ir.define(module, lambda x: ops.multiply(x, 2), "tensor<3xf32>", name="twice")
    ir.define(
        module, lambda x: ir.call(twice, ir.call(twice, x)), "tensor<3xf32>", name="main", is_private=False
    )
    assert module.verify() == []
    assert module["twice"].is_private
    (result,) = stablehlo_tools.run(module, np.ones(3, np.float32))
    np.testing.assert_array_equal(result, [4, 4, 4])
    with pytest.raises(ValueError, match="has a function @twice"):
        ir.define(module, ops.negate, "tensor<f32>", name="twice")
    with pytest.raises(ValueError, match="@twice takes"):
        ir.define(module, lambda x: ir.call(twice, x), "tensor<2xf32>", name="third")


def test_traced_programs_are_those_of_xla_builder() -> None:
    builder = XlaBuilder("sum")
    parameters = [Parameter(builder, number, "f32[2]") for number in range(2)]
    built = builder.build(Add(*parameters)).module
    traced = ir.trace(ops.add, "tensor<2xf32>", "tensor<2xf32>")
    assert [each.name for each in traced.walk()] == [each.name for each in built.walk()]


# -- change -----------------------------------------------------------------------------------------


def test_replaced_operations_are_gone_and_locations_stay(module: ir.Module) -> None:
    (found,) = ir.match(module, "negate(negate(x))")
    ir.replace(found.operation, found["x"])
    assert ir.erase_dead(module) == 1
    text = str(module)
    assert "negate" not in text
    assert module.verify()[0].code == "not_checked"
    assert [use.number for use in ir.uses(module["main"].arguments[0])] == [0]


def test_inserted_operations_have_the_location_of_what_they_are_for(module: ir.Module) -> None:
    negate = ir.match(module, "negate(negate(x))")[0].operation.operands[0].owner
    assert isinstance(negate, ir.Operation)
    with ir.after(negate):
        new: Any = ops.abs(negate.results[0])
    ir.replace_all_uses(negate.results[0], new, keep=[new.owner])
    assert new.owner.location == negate.location
    assert [each.name for each in ir.users(negate.results[0])] == ["stablehlo.abs"]
    assert "stablehlo.abs %0 : tensor<4xf32> loc(#loc1)" in str(module)
    with pytest.raises(ValueError, match="it ends a block"):
        ir.after(module["main"].body.operations[-1])  # type: ignore[union-attr]


def test_attributes_and_types_are_set_and_verified_anew(module: ir.Module) -> None:
    assert [each.code for each in module.verify()] == ["not_checked"]
    reverse = named(module, "stablehlo.reverse")
    ir.set_attributes(reverse, {"dimensions": ir.parse_attribute("array<i64: 1>"), "mine.note": "n"})
    assert "dims = [1] {mine.note = " in str(reverse)
    assert [each.code for each in module.verify()] == ["reverse_c3", "not_checked"]
    ir.set_attributes(reverse, {"dimensions": ir.parse_attribute("array<i64: 0>"), "mine.note": None})
    ir.set_type(reverse.results[0], ir.parse_type("tensor<5xf32>"))
    assert [each.code for each in stablehlo_tools.verify(module)] == ["reverse_c1", "not_checked"]
    assert ir.infer_types(reverse)
    assert stablehlo_tools.verify(module)[0].code == "not_checked"


@pytest.mark.parametrize("verify", [stablehlo_tools.verify, ir.Module.verify])
def test_what_is_changed_without_our_functions_is_verified_anew(module: ir.Module, verify: Any) -> None:
    assert len(verify(module)) == 1
    negate = ir.match(module, "negate(negate(x))")[0].operation
    negate.results[0].type = ir.parse_type("tensor<3xf32>")
    assert "negate_c1" in [each.code for each in verify(module)]
    negate.results[0].type = ir.parse_type("tensor<4xf32>")
    assert len(verify(module)) == 1
    reverse = named(module, "stablehlo.reverse")
    reverse.attributes = {"dimensions": ir.parse_attribute("array<i64: 7>")}
    assert "reverse_c3" in [each.code for each in verify(module)]


def test_operations_are_moved_and_functions_spliced(module: ir.Module) -> None:
    end = named(module, "func.return")
    helper = ir.trace(lambda x: ops.abs(ops.negate(x)), "tensor<4xf32>")["main"]
    (value,) = ir.splice(helper, [module["main"].arguments[1]], before=named(module, "mine.op"))
    named(module, "mine.op").operands[1] = value
    block = end.block
    assert block is not None
    ir.move([value.owner], before=value.owner.operands[0].owner)  # type: ignore[union-attr, list-item, arg-type]
    assert module.verify()[0].message == "value `%6` is used before its definition"
    ir.move([value.owner], before=named(module, "mine.op"))  # type: ignore[list-item]
    assert [each.code for each in module.verify()] == ["not_checked"]
    with pytest.raises(ValueError, match="@main takes"):
        ir.splice(helper, [], before=end)
    with pytest.raises(ValueError, match="has 1 result, not 2"):
        ir.replace(value.owner, value, value)  # type: ignore[arg-type]


def test_signatures_follow_arguments() -> None:
    module = ir.trace(ops.negate, "tensor<2xf32>")
    main = module["main"]
    ir.set_type(main.arguments[0], ir.parse_type("tensor<?xf32>"))
    assert ir.infer_types(named(module, "stablehlo.negate"))
    assert [each.code for each in module.verify()] != []
    ir.set_signature(main)
    assert module.verify() == []
    assert str(main.type) == "(tensor<?xf32>) -> tensor<?xf32>"
    (result,) = stablehlo_tools.run(module, np.ones(7, np.float32))
    assert result.shape == (7,)


def test_a_new_result_has_no_attributes() -> None:
    module = stablehlo_tools.parse("""
      func.func @main(%x: tensor<2xf32> {mine.a = 1 : i32}) -> (tensor<2xf32> {mine.b = 2 : i32}) {
        %0 = stablehlo.negate %x : tensor<2xf32>
        return %0 : tensor<2xf32>
      }""")
    main = module["main"]
    assert main.body is not None
    main.body.operations[-1].operands.append(main.arguments[0])
    ir.set_signature(main)
    assert module.verify() == []
    assert [dict(main.result_attributes(index)) for index in (0, 1)] == [
        {"mine.b": main.result_attributes(0)["mine.b"]},
        {},
    ]
    assert len(stablehlo_tools.run(module, np.ones(2, np.float32))) == 2
    main.body.operations[-1].operands[:] = []
    ir.set_signature(main)
    assert module.verify() == []


def test_a_function_is_renamed_with_its_calls_to_a_name_that_is_free(module: ir.Module) -> None:
    changed = copy.copy(module)
    ir.define(changed, ops.negate, "tensor<2xf32>", name="f")
    with pytest.raises(ValueError, match="the module has a function @f"):
        ir.rename_function(changed, "main", "f")
    with pytest.raises(KeyError, match="@g; the functions of this module are"):
        ir.rename_function(changed, "g", "h")
    ir.rename_function(changed, "f", "g")
    assert "g" in changed
    assert "f" not in changed


# -- copies, processes, threads -----------------------------------------------------------------------

FILES = [
    "models/mlp.debug.mlir",
    "models/scan.generic.mlir",
    "artifacts/source.mlirbc.txt",
    "syntax/locations.debug.mlir",
]


@pytest.mark.parametrize("file", [each for each in FILES if (TESTDATA / each).exists()])
def test_copies_are_the_same_program(file: str) -> None:
    module = stablehlo_tools.load(TESTDATA / file)
    for same in (copy.copy(module), copy.deepcopy(module), pickle.loads(pickle.dumps(module))):
        assert same == module
        assert hash(same) == hash(module)
        assert str(same) == str(module)
        assert ir.digest(same) == ir.digest(module)
        assert not {id(each) for each in same.walk()} & {id(each) for each in module.walk()}


def test_a_digest_is_about_what_a_program_means() -> None:
    module = stablehlo_tools.parse(PROGRAM)
    same = (
        PROGRAM.replace('loc("a")', 'loc("b")'),
        PROGRAM.replace("%0", "%zero"),
        PROGRAM.replace("2.0", "2.00"),
    )
    others = (
        PROGRAM.replace("2.0", "2.5"),
        PROGRAM.replace("[0] :", "[] :"),
        PROGRAM.replace("k = 3", "k = 4"),
    )
    assert {ir.digest(stablehlo_tools.parse(text)) for text in same} == {ir.digest(module)}
    assert ir.digest(module) not in {ir.digest(stablehlo_tools.parse(text)) for text in others}
    generic = stablehlo_tools.load(TESTDATA / "models/mlp.generic.mlir")
    assert ir.digest(generic) == ir.digest(stablehlo_tools.load(TESTDATA / "models/mlp.mlir"))
    assert len({module, stablehlo_tools.parse(PROGRAM), generic}) == 2


def squared(module: ir.Module, x: Any) -> tuple[ir.Module, str, Any]:
    """In another process: what is computed, the digest there, and a change."""
    results = stablehlo_tools.run(module, x)
    digest = ir.digest(module)
    ir.define(module, ops.negate, "tensor<f32>", name="new")
    return module, digest, results


def test_modules_are_sent_to_processes_and_back() -> None:
    module, x = ir.trace(lambda x: ops.multiply(x, x), "tensor<2xf32>"), np.array([2, 3], np.float32)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        back, digest, (result,) = pool.apply(squared, (module, x))
    assert digest == ir.digest(module)
    assert "new" in back
    assert "new" not in module
    np.testing.assert_array_equal(result, [4, 9])


def test_threads_share_a_module() -> None:
    module = stablehlo_tools.load(TESTDATA / "models/mlp.mlir")
    inputs = dict(np.load(TESTDATA / "models/mlp.inputs.npz"))

    def work(number: int) -> tuple[Any, ...]:
        results = [each.tobytes() for each in stablehlo_tools.run(module, inputs)]
        return str(module), stablehlo_tools.verify(module), results, ir.digest(module), str(copy.copy(module))

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(work, range(24)))
    assert all(each == answers[0] for each in answers)


# -- misuse -----------------------------------------------------------------------------------------


def small() -> ir.Module:
    def program(x: Any, y: Any) -> Any:
        return ops.add(ops.negate(x), ops.multiply(x, y))

    return ir.trace(program, "tensor<4xf32>", "tensor<4xf32>")


def test_replacements_that_need_what_they_replace_are_refused() -> None:
    module = small()
    negate = named(module, "stablehlo.negate")
    with ir.after(negate):
        new: Any = ops.tanh(negate.results[0])
    for value in (new, negate.results[0]):
        with pytest.raises(ValueError, match=r"needs <stablehlo.negate"):
            ir.replace(negate, value)
    ir.replace_all_uses(new, new)
    assert module.verify() == []


def test_attributes_are_not_changed_in_place() -> None:
    line = "stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>"
    module = stablehlo_tools.parse(
        f"func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {{\n %0 = {line}\n %1 = {line}\n"
        " return %0 : tensor<2x2xf32> }"
    )
    first, second, _ = module["main"].body.operations  # type: ignore[union-attr]
    with pytest.raises(TypeError, match=r"use ir\.set_attributes"):
        first.attributes["permutation"] = ir.parse_attribute("array<i64: 0, 1>")  # type: ignore[index]
    ir.set_attributes(first, {"permutation": ir.parse_attribute("array<i64: 0, 1>")})
    assert "dims = [0, 1]" in str(first)
    assert "dims = [1, 0]" in str(second)
    assert pickle.loads(pickle.dumps(module)) == module == copy.deepcopy(module)
    with pytest.raises(TypeError, match=r"expected an attribute, found \[1, 0\]"):
        ir.set_attributes(first, {"permutation": [1, 0]})  # type: ignore[dict-item]


def test_trees_that_are_none_are_refused() -> None:
    module = small()
    block = module["main"].body
    assert block is not None
    negate, multiply, add, _ = block.operations
    with ir.before(add), pytest.raises(ValueError, match="insert a copy"):
        ir.insert(negate)
    block.operations.insert(0, multiply)
    with pytest.raises(ValueError, match=r"multiply.*is in two places"):
        module.verify()
    del block.operations[0]
    negate.operands[0] = None  # type: ignore[call-overload]
    with pytest.raises(ValueError, match=r"operands of stablehlo\.negate must be ir\.Value, found None"):
        module.verify()


def test_a_value_of_another_program_is_named_and_printed() -> None:
    leaked = small()["main"].arguments[0]
    module = ir.trace(lambda x: ops.add(x, leaked), "tensor<4xf32>")
    assert module.verify()[0].message == "<Value argument: tensor<4xf32>> is of another program, or erased"
    assert "stablehlo.add %arg0, <<UNKNOWN SSA VALUE>> : tensor<4xf32>" in str(module)


def test_what_is_called_and_spliced_fits() -> None:
    module, other = small(), small()
    negate, add = named(module, "stablehlo.negate"), named(module, "stablehlo.add")
    with ir.before(add), pytest.raises(ValueError, match=r"use ir\.splice"):
        ir.call(other["main"], *module["main"].arguments)
    with pytest.raises(ValueError, match="@main takes"):
        ir.inline(negate, module["main"])
    one = ir.define(module, lambda x, y: (x, y), "tensor<4xf32>", "tensor<4xf32>", name="two")
    with pytest.raises(ValueError, match="not a call of @two"):
        ir.inline(add, one)
    assert module.verify() == []


IR: Any = ir  # without types, which refuse this before it runs
OPS: Any = ops


@pytest.mark.parametrize(
    ("misuse", "error", "message"),
    [
        (lambda m, op: IR.replace(op, 1.0), TypeError, r"expected ir\.Value, found 1\.0"),
        (lambda m, op: IR.users(op), TypeError, r"expected ir\.Value"),
        (lambda m, op: IR.erase(m), ValueError, "is not in a block"),
        (lambda m, op: IR.erase(op), ValueError, "is used by <stablehlo.add"),
        (lambda m, op: IR.move([op], before=op), ValueError, "before itself"),
        (lambda m, op: IR.move([m["main"]], before=op), ValueError, "into itself"),
        (lambda m, op: IR.move([op], before=m), ValueError, "is not in a block"),
        (lambda m, op: IR.splice(m, [], before=op), TypeError, r"expected ir\.Function"),
        (lambda m, op: IR.set_type(op.results[0], "tensor<4xf32>"), TypeError, "parse_type"),
        (lambda m, op: IR.set_signature(m), TypeError, r"expected ir\.Function"),
        (lambda m, op: IR.erase_dead(m["main"]), TypeError, r"expected ir\.Module"),
        (lambda m, op: IR.match([m], "negate(x)"), TypeError, r"expected ir\.Operation"),
        (lambda m, op: IR.match(m, None), TypeError, "a text or a function"),
        (lambda m, op: IR.match(m, "negate(x, y)"), ValueError, r"takes \(operand\), not 2"),
        (lambda m, op: IR.match(m, "negate(x)  [y is static]"), ValueError, "a name of the pattern"),
        (
            lambda m, op: IR.match(m, "negate(x) [x is static]")[0]["y"],
            KeyError,
            "names of the pattern are: x",
        ),
        (lambda m, op: IR.trace("main"), TypeError, "expected a function, found 'main'"),
        (lambda m, op: IR.parse_type("tensor<4x"), stablehlo_tools.ParseError, "unexpected end"),
        (lambda m, op: IR.copy(m["main"].type), TypeError, r"expected ir\.Operation"),
        (lambda m, op: IR.digest(m["main"]), TypeError, r"expected ir\.Module"),
        (lambda m, op: OPS.iota(shape=[1]), TypeError, r"it takes \(\*, output=None, iota_dimension\)"),
        (lambda m, op: OPS.add(1), TypeError, r"missing .* 'rhs'; it takes \(lhs, rhs, /"),
        (lambda m, op: OPS.constant(2.5, output="i32"), TypeError, "is a tensor<f32>, not a tensor<i32>"),
        (lambda m, op: OPS.constant([1], output="tensor<2xi32>"), TypeError, "not a tensor<2xi32>"),
        (lambda m, op: OPS.constant(1, output="tensor<?xi32>"), TypeError, "a static tensor type"),
        (lambda m, op: OPS.transpose([1], permutatio=[0]), TypeError, "did you mean `permutation`"),
    ],
)
def test_misuse_is_named(misuse: Any, error: type[Exception], message: str) -> None:
    module = small()
    with pytest.raises(error, match=message):
        misuse(module, named(module, "stablehlo.negate"))
    assert module.verify() == []


def test_what_is_callable_is_traced() -> None:
    class Layer:
        def __call__(self, x: Any) -> Any:
            return ops.negate(x)

    for function in (Layer(), functools.partial(ops.add, 1.0)):
        assert ir.trace(function, "tensor<4xf32>").verify() == []


def test_an_attribute_named_value_makes_no_constant() -> None:
    module = stablehlo_tools.parse("""
      func.func @main() -> tensor<4x4xf32> {
        %0 = "stablehlo.custom_call"() {call_target_name = "f", value = dense<[2, 3]> : tensor<2xi64>}
          : () -> tensor<2xi64>
        %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<2xi64>) -> tensor<4x4xf32>
        return %1 : tensor<4x4xf32>
      }""")
    assert ir.constant_of(named(module, "stablehlo.custom_call").results[0]) is None
    assert module.verify() == []


def test_a_call_without_results_is_made() -> None:
    module = small()
    operation = named(module, "stablehlo.negate")
    with ir.after(operation):
        none = ops.custom_call(operation.results, call_target_name="print", has_side_effect=True, results=[])
    assert none == ()
    assert module.verify() == []
    assert "stablehlo.custom_call @print(%0) {has_side_effect = true} : (tensor<4xf32>) -> ()" in str(module)
