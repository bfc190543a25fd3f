"""The command `shlo`, which is also `python -m stablehlo_tools`."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command. Ctrl-C while modules are imported ends it as later: without a traceback."""
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_usual:  # and not ignored, as in the background
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from stablehlo_tools.cli.main import main as run

    if is_usual:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    run()


if __name__ == "__main__":
    main()
