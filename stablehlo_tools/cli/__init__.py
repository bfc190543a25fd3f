"""The command `shlo`: a thin layer over the package's functions, one file per subcommand.

The files of subcommands import what is heavy (lark, numpy, rich) only when they run, so that help costs
nothing.
"""
