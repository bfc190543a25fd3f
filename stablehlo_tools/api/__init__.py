"""The public functions of the package, which `stablehlo_tools` imports from here when they are first used.

Each takes a program as a `Module`, as text (str or UTF-8 bytes), as a `pathlib.Path`, or as an object of
another library that prints MLIR; see `formats.programs.source_of`.
"""
