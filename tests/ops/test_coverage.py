from stablehlo_tools.ops.model.constructs import CONSTRUCTS
from stablehlo_tools.ops.model.coverage import KINDS, checks_of
from stablehlo_tools.ops.registry import OPS


def test_each_demand_is_listed_with_how_it_is_checked() -> None:
    checks = [(check.code, check.subject, check.kind) for check in checks_of(OPS["stablehlo.iota"])]
    assert checks == [
        ("iota_i1", "iota_dimension", "type"),
        ("iota_o1", "output", "type"),
        ("iota_c1", "0 <= iota_dimension < rank(output)", "formula"),
    ]


def test_prose_is_checked_by_python_or_at_run_time() -> None:
    kinds = {check.code: check.kind for op in OPS.values() for check in checks_of(op)}
    assert kinds["async_start_c1"] == "python"
    assert kinds["collective_broadcast_c6"] == "run time"
    of_constructs = {rule.kind for construct in CONSTRUCTS.values() for rule in construct.rules}
    assert "syntax" not in kinds.values()
    assert {*kinds.values(), *of_constructs} == set(KINDS)


def test_an_attribute_may_come_before_an_operand() -> None:
    assert OPS["stablehlo.rng_bit_generator"].inputs == ("rng_algorithm", "initial_state")
