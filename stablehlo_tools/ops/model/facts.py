"""The facts that an op declares beside its signature and its constraints: numerics, execution, history."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from stablehlo_tools.host.records import record
from stablehlo_tools.ir.operations import Operation
from stablehlo_tools.ir.types import ElementType, QuantizedType, TensorType

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from stablehlo_tools.ops.model.choices import Choice

Version = tuple[int, int]  # of StableHLO
Workspace = Callable[[Operation], float]  # in bytes
# In units in the last place of each element; as a sum of products, in any order; or relative to the greatest
# element, since each depends on all operands.
Error = float | Literal["sum", "norm"]
# How many terms the numbers have that are computed from an element of a square matrix, given its size and the
# attributes of an operation.
Terms = Callable[[int, Mapping[str, Any]], "npt.NDArray[Any]"]


@record(frozen=True)
class Numerics:
    """The relation of the elements of results to those of operands.

    `moves` names the operands that each element of a result is one of, unchanged unless it is quantized: by
    position (`reshape`, `gather`) or by values (`select`, `sort`). An op that `decides` maps intervals to
    one value, or orders elements: a small change of an operand changes nothing, or much (`compare`, `floor`,
    `sort`). `error` is how far the results of implementations are from exact ones; None if they are exact,
    0 if they are rounded once. An op that `rounds_complex` is exact, or decides, for real numbers only.
    `is_random`: results may differ although operands are equal. `is_singular`: the result is infinite, NaN or
    undefined where the last operand is zero. `has_poles`: it is infinite for some finite operands other than
    zero. `leaves_open` are the choices that the specification leaves to the implementation. `terms`: of an op
    with a matrix as the first operand, whose error is like that of sums with few terms for its first rows or
    columns. `power` is the one that a root, or its inverse, raises real numbers to; 0 for other ops.
    """

    moves: tuple[str, ...] = ()
    decides: bool = False
    error: Error | None = 0.0
    rounds_complex: bool = False
    is_random: bool = False
    is_singular: bool = False
    has_poles: bool = False
    leaves_open: tuple[Choice, ...] = ()
    terms: Terms | None = None
    power: float = 0.0

    @property
    def is_exact(self) -> bool:
        """Whether the op does not round."""
        return self.error is None

    @property
    def has_open_elements(self) -> bool:
        """Whether elements of a result may be left to the implementation."""
        return any(choice.elements is not None for choice in self.leaves_open)

    def open_elements(self, operands: Sequence[npt.NDArray[Any]], type: TensorType) -> Any:
        """A mask of the elements of a result that are left to the implementation, or whether all are."""
        masks = [
            choice.elements(operands, type) for choice in self.leaves_open if choice.elements is not None
        ]
        return functools.reduce(operator.or_, masks, False)

    @property
    def accumulates(self) -> bool:
        """Whether elements of a result are sums of terms, or other combinations by a region."""
        return self.error == "sum"


ROUNDED: Final = Numerics()
EXACT: Final = Numerics(error=None)
DECIDES: Final = Numerics(decides=True, error=None)
SUM: Final = Numerics(error="sum")
NORM: Final = Numerics(error="norm")


def moves(*operands: str, decides: bool = False) -> Numerics:
    """The numerics of an op whose results consist of elements of these operands."""
    return Numerics(operands, decides, error=None)


_NATIVE: Final = frozenset({"boolean", "signed", "unsigned", "float", "complex"})


@record(frozen=True)
class Execution:
    """Properties of a kernel: how it computes, and how much memory it needs.

    `ufunc` is the numpy ufunc that computes the op on the element types that `ufunc_for` admits: it can
    reduce a dimension, and replace the kernel unless that works `in_place`. `in_place` names the operand
    whose buffer the kernel can overwrite with the result, if passed as keyword `out`. `aliases` says how
    often results share the memory of an operand. `is_numeric`: the kernel computes with elements rather than
    only moving them; quantized ones are converted to and from their expressed values. `takes_scalars`: it
    accepts numpy's scalars in place of arrays of rank 0. `takes_wide`: it converts operands of narrow floats
    to their compute type, and gives the same result for operands in that type. `workspace` computes the bytes
    that it allocates besides operands and results (`workspace.py`); without one, they are few, or those of
    any elementwise op.
    """

    ufunc: np.ufunc | None = None
    ufunc_kinds: frozenset[str] = _NATIVE
    in_place: str | None = None
    aliases: Literal["never", "seldom", "usually"] = "never"
    is_numeric: bool = False
    takes_scalars: bool = False
    takes_wide: bool = False
    workspace: Workspace | None = None

    @property
    def may_alias(self) -> bool:
        """Whether results may share the memory of an operand."""
        return self.aliases != "never"

    @property
    def is_view(self) -> bool:
        """Whether results usually share the memory of an operand."""
        return self.aliases == "usually"

    def ufunc_for(self, element_type: ElementType | QuantizedType) -> np.ufunc | None:
        """`ufunc`, if numpy has `element_type` natively and computes it as specified; else None."""
        narrowest = 32 if element_type.kind == "float" else 1 if element_type.kind == "boolean" else 8
        serves = element_type.kind in self.ufunc_kinds and element_type.bits >= narrowest
        return self.ufunc if serves else None


NEW_ARRAYS: Final = Execution()
VIEW: Final = Execution(aliases="usually")


@record(frozen=True)
class History:
    """The versions of StableHLO that have the op, and its changes.

    `since` is the one that introduced it, None if before 0.9. `instead` names the replacement of a deprecated
    op. In version `revised`, it gained the attributes `added`, or all of a struct, and lost `removed`; before
    that, an op that `took_one` had one operand and one result. `promotes` is the version since which elements
    of the result may be of another type than those of the operand.
    """

    since: Version | None = None
    instead: str = ""
    revised: Version | None = None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    took_one: bool = False
    promotes: Version | None = None


ALL_VERSIONS: Final = History()
