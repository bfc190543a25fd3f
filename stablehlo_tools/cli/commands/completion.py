"""`shlo completion`: shell completion scripts."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import get_completion_class

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import argument, subcommand
from stablehlo_tools.cli.terminal.output import write_text
from stablehlo_tools.host.records import record

SHELLS = ("bash", "zsh", "fish")
# The environment variable by which click's script requests completions.
_COMPLETION_VARIABLE: Final = "_SHLO_COMPLETE"


@record(frozen=True)
class _CompletionArguments:
    shell: str = argument(type=click.Choice(SHELLS))


@subcommand("completion", _CompletionArguments, report=vocabulary.REPORT)
def command(options: _CompletionArguments) -> int:
    """Print a shell completion script.

    \b
    Examples:
      shlo completion bash >> ~/.bashrc
      shlo completion zsh > ~/.zfunc/_shlo
      shlo completion fish > ~/.config/fish/completions/shlo.fish
    """
    script = get_completion_class(options.shell)
    assert script is not None
    group = click.get_current_context().find_root().command
    write_text(script(group, {}, "shlo", _COMPLETION_VARIABLE).source() + "\n")
    return outcome.CLEAN
