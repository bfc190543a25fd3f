"""Types as they are written, for ops whose operands and results have the very same types."""

from __future__ import annotations

import dataclasses
from typing import Any

from stablehlo_tools.formula.functions import RegionType
from stablehlo_tools.formula.logic import is_list
from stablehlo_tools.ir.types import Dim, TensorType


@dataclasses.dataclass(frozen=True)
class WrittenSize:
    """An unknown size, which equals the same one only."""

    size: Dim

    def __str__(self) -> str:
        return str(self.size)


def as_written(value: Any) -> Any:
    """The value of a name of a formula, with a `WrittenSize` for each unknown size of its types."""
    if isinstance(value, TensorType) and value.shape is not None and not value.is_static:
        sizes: Any = tuple(WrittenSize(size) if type(size) is Dim else size for size in value.shape)
        return dataclasses.replace(value, shape=sizes)
    if isinstance(value, RegionType):
        inputs, outputs = as_written(value.input_types), as_written(value.output_types)
        return dataclasses.replace(value, input_types=inputs, output_types=outputs)
    return tuple(map(as_written, value)) if is_list(value) else value
