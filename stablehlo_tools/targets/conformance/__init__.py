"""Conformance of engines: programs of one operation each, with their expected results."""
