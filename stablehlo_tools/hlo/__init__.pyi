"""The public names of `stablehlo_tools.hlo`, each where it comes from."""

from stablehlo_tools.hlo.interface import (
    format as format,
    parse as parse,
    to_hlo as to_hlo,
    to_stablehlo as to_stablehlo,
    verify as verify,
)
from stablehlo_tools.hlo.ir import (
    HloComputation as HloComputation,
    HloInstruction as HloInstruction,
    HloModule as HloModule,
)

__all__: list[str]  # noqa: PYI035 (made of the names above)
