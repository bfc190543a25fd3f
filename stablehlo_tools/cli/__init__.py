"""The `shlo` command: a thin layer over the package's functions, one file per subcommand.

Subcommands import heavy packages (lark, numpy, rich) only when they run, so that `--help` is fast.
"""
