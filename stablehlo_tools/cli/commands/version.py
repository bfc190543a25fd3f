"""`shlo version`: the versions of the package, of the specification and of the table of rules."""

from __future__ import annotations

from stablehlo_tools._version import RULES, SPECIFICATION, __version__
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import subcommand
from stablehlo_tools.cli.terminal.output import echo, write_json
from stablehlo_tools.host.records import record


@record(frozen=True)
class _VersionArguments:
    format: str = vocabulary.output_format("text", "json")


@subcommand("version", _VersionArguments, report=vocabulary.REPORT)
def command(options: _VersionArguments) -> int:
    """Print the versions of `shlo` and of the specification.

    `shlo doctor` also shows the versions of Python and of dependencies.

    \b
    Examples:
      shlo version
      shlo version --format json
    """
    if options.format == "json":
        write_json({"version": __version__, "specification": SPECIFICATION, "rules": RULES})
    else:
        echo(f"shlo {__version__} (StableHLO {SPECIFICATION}, rules {RULES})")
    return outcome.CLEAN
