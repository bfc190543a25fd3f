"""Conformance of engines: programs of one operation each, with what they must return."""
