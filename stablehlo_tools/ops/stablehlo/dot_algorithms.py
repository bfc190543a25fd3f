"""The algorithms of dot products that XLA knows."""

from __future__ import annotations

# (operand type, accumulation type, number of products) -> number of components that an operand is split into,
# as named by XLA: BF16_BF16_F32_X3 splits f32 operands in 2 bf16 components and adds the 3 largest products.
COMPONENTS = {
    ("f16", "f16", 1): 1, ("f16", "f32", 1): 1, ("bf16", "bf16", 1): 1, ("bf16", "f32", 1): 1,
    ("bf16", "f32", 3): 2, ("bf16", "f32", 6): 3, ("bf16", "f32", 9): 3, ("tf32", "f32", 1): 1,
    ("tf32", "f32", 3): 2, ("f32", "f32", 1): 1, ("f64", "f64", 1): 1, ("f8", "f32", 1): 1,
}  # fmt: skip


def is_known_algorithm(
    lhs_precision_type: str | None,
    rhs_precision_type: str | None,
    accumulation_type: str | None,
    lhs_component_count: int | None,
    rhs_component_count: int | None,
    num_primitive_operations: int | None,
    allow_imprecise_accumulation: bool | None,
) -> bool | None:
    """Whether XLA knows the dot algorithm; it always writes component counts of 1.

    None if the algorithm's types are unknown.
    """
    lhs, rhs = lhs_precision_type, rhs_precision_type
    if lhs is None or rhs is None:
        return None
    is_narrow = lhs[:2] == rhs[:2] == "f8"
    components = COMPONENTS.get(
        ("f8" if is_narrow else lhs, accumulation_type, num_primitive_operations)  # type: ignore[arg-type]
    )
    counts_fit = lhs_component_count == rhs_component_count and rhs_component_count in (1, components)
    is_precise = is_narrow or (lhs == rhs and not allow_imprecise_accumulation)
    return components is not None and counts_fit and is_precise
