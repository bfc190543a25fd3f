"""The `shlo` command. The file of a subcommand's name declares its options.

Modules such as `comparing` and `running` do the work. Subcommands import heavy packages (numpy, rich)
only when they run, so that `--help` is fast.
"""

OWN_PROCESS = "own process"  # the object of the context of a command that may end its process
PRINT_HELP = "Print this help and exit"
