"""The targets of custom_call: importing this module imports every file that implements some."""

from __future__ import annotations

import importlib

from stablehlo_tools.ops.dialects import check  # noqa: F401 - it implements some
from stablehlo_tools.ops.model.registration import import_files
from stablehlo_tools.ops.stablehlo.custom_call import (
    CUSTOM_CALLS,
    IDENTITIES,
    ITERATIVE,
    is_known,
    register_targets,
    terms_of_call,
    unique_part,
)

__all__ = [
    "CUSTOM_CALLS",
    "IDENTITIES",
    "ITERATIVE",
    "is_known",
    "register_targets",
    "terms_of_call",
    "unique_part",
]

import_files(importlib.import_module(f"{__package__}.custom_calls"))
