"""The public names of `stablehlo_tools.ir`, each where it comes from."""

from stablehlo_tools.interpret.tracing import (
    after as after,
    before as before,
    call as call,
    define as define,
    insert as insert,
    trace as trace,
)
from stablehlo_tools.ir.constants import Dense as Dense, constant_of as constant_of
from stablehlo_tools.ir.edit import (
    copy as copy,
    erase as erase,
    inline as inline,
    move as move,
    replace as replace,
    replace_all_uses as replace_all_uses,
    set_attributes as set_attributes,
    set_signature as set_signature,
    set_type as set_type,
    splice as splice,
    users as users,
    uses as uses,
)
from stablehlo_tools.ir.operations import (
    Block as Block,
    Function as Function,
    Module as Module,
    Operation as Operation,
    Region as Region,
    Value as Value,
    argument_names as argument_names,
    callee_of as callee_of,
)
from stablehlo_tools.ir.symbols import referenced as referenced, rename_function as rename_function
from stablehlo_tools.ir.types import FunctionType as FunctionType, TensorType as TensorType
from stablehlo_tools.rewrite.dce import erase_dead as erase_dead
from stablehlo_tools.rewrite.matching import match as match
from stablehlo_tools.text.digest import digest as digest
from stablehlo_tools.text.statement.statement_parser import (
    parse_attribute as parse_attribute,
    parse_type as parse_type,
)
from stablehlo_tools.verifier.inference import infer_types as infer_types

__all__: list[str]  # noqa: PYI035 (made of the names above)
