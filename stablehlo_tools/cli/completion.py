"""`shlo completion`: shell completion scripts."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.output import write_text

SHELLS = ("bash", "zsh", "fish")
_COMPLETION_VARIABLE = (
    "_SHLO_COMPLETE"  # the environment variable by which click's script requests completions
)


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(context: click.Context, shell: str) -> int:
    """Print a shell completion script.

    \b
    Examples:
      shlo completion bash >> ~/.bashrc
      shlo completion zsh > ~/.zfunc/_shlo
      shlo completion fish > ~/.config/fish/completions/shlo.fish
    """
    script = get_completion_class(shell)
    assert script is not None
    group = context.find_root().command
    write_text(script(group, {}, "shlo", _COMPLETION_VARIABLE).source() + "\n")
    return outcome.CLEAN
