"""MLIR text to the tree and back: splitter (statements), statement_parser (one of them), parse, print."""
