"""The `shlo` command. `main` imports the module of a subcommand from `commands/`, which declares its options.

`checking/`, `running/`, `comparing/` and `graphs/` do the work of those with much of it, on what `files/`
and `inputs/` read. Subcommands import heavy packages (numpy, rich) only when they run, so that `--help` is
fast.
"""

OWN_PROCESS = "own process"  # the object of the context of a command that may end its process
PRINT_HELP = "Print this help and exit"
