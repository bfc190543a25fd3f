"""The public names of `stablehlo_tools.ir`, each where it comes from."""

# ruff: noqa: F401 - what is imported is what there is
# mypy: implicit-reexport

from __future__ import annotations

from stablehlo_tools.interpret.tracing import after, before, call, define, insert, trace
from stablehlo_tools.ir.clone import clone as copy
from stablehlo_tools.ir.constants import Dense
from stablehlo_tools.ir.edit import (
    erase,
    inline,
    move,
    replace,
    replace_all_uses,
    set_attributes,
    set_signature,
    set_type,
    splice,
    users,
    uses,
)
from stablehlo_tools.ir.operations import (
    Block,
    Function,
    Module,
    Operation,
    Region,
    Value,
    argument_names,
    callee_of,
)
from stablehlo_tools.ir.symbols import referenced, rename_function
from stablehlo_tools.ir.types import FunctionType, TensorType
from stablehlo_tools.rewrite.dce import erase_dead
from stablehlo_tools.rewrite.matching import match
from stablehlo_tools.text.digest import digest
from stablehlo_tools.text.statement_parser import parse_attribute, parse_type
from stablehlo_tools.verifier.inference import infer_types
from stablehlo_tools.verifier.operation import constant_of
