"""The `shlo` command: a thin layer over the package's functions, one file per subcommand.

Subcommands import heavy packages (lark, numpy, rich) only when they run, so that `--help` is fast.
"""

OWN_PROCESS = "own process"  # the object of the context of a command that may end its process
PRINT_HELP = "Print this help and exit"
