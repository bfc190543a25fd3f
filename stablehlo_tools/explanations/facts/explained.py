"""The common part of explanations: their text, and the places of documentation and declarations."""

from __future__ import annotations

from pathlib import Path

from stablehlo_tools.ir.printing import printed
from stablehlo_tools.ops.model import schema
from stablehlo_tools.ops.model.constructs import Construct
from stablehlo_tools.ops.model.deviations import UNSPECIFIED

_SITE = "https://openxla.org/stablehlo"
_MHLO = "https://github.com/openxla/xla/blob/main/xla/mlir_hlo/mhlo/IR/hlo_ops.td"
_SHARDY = "https://openxla.org/shardy/sdy_dialect"
_PACKAGE = Path(__file__).resolve().parent.parent.parent


class Explained:
    """An explanation that `shlo explain` shows; `str` of it is its text."""

    def __str__(self) -> str:
        return printed(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {getattr(self, 'code', None) or getattr(self, 'name', '')}>"


def reference_of(op: schema.Op | Construct) -> str:
    """The URL of the documentation of an op, a type or a constant."""
    if isinstance(op, Construct):
        return f"{_SITE}/spec#{op.section}"
    dialect, _, mnemonic = op.name.partition(".")
    if dialect == "mhlo":
        return _MHLO
    if dialect == "stablehlo" and op.mnemonic not in UNSPECIFIED:
        return f"{_SITE}/spec#{mnemonic}"
    if dialect in ("check", "interpreter"):
        return f"{_SITE}/generated/stablehlo_{dialect}"
    # these pages are made of declarations: a title is `chlo.ragged_dot (chlo::RaggedDotOp)`
    page = _SHARDY if dialect == "sdy" else f"{_SITE}/generated/{dialect}"
    return f"{page}#{dialect}{mnemonic}_{dialect}{mnemonic.replace('_', '')}op"


def declaration(file: str, line: int) -> str:
    """The place of a declaration: its file in the package, and its line."""
    return f"{_PACKAGE.name}/{Path(file).resolve().relative_to(_PACKAGE).as_posix()}:{line}"
