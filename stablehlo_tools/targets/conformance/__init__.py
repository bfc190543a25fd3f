"""The conformance of engines, tested by programs of one operation with expected results."""
