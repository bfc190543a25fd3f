"""Programs on the command line, for `shlo index` and `shlo why`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

import stablehlo_tools
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.diagnostics.diagnostic import require_valid
from stablehlo_tools.grammars.languages import is_hlo

if TYPE_CHECKING:
    from stablehlo_tools.indexing.program import ProgramGraphs


def open_program(file: str) -> ProgramGraphs:
    """The verified program in a file. Raises `VerificationError` for an invalid one."""
    from stablehlo_tools import hlo
    from stablehlo_tools.indexing.program import ProgramGraphs

    source = File(file).read()
    module = hlo.parse(source) if is_hlo(source) else stablehlo_tools.parse(source)
    diagnostics = hlo.verify(module) if isinstance(module, hlo.HloModule) else stablehlo_tools.verify(module)
    require_valid(diagnostics)
    return ProgramGraphs(module)


def names_are_known(option: str = "") -> AbstractContextManager[None]:
    """Raise UsageError for a name that the program does not have; the message begins with the option."""
    from stablehlo_tools.indexing.program import UndefinedName

    return outcome.refusing(UndefinedName, about=option)
