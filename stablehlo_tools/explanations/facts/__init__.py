"""Explanations as data: of ops, of their rules, of lint rules and of other diagnostic codes.

Everything is derived from its declaration: signatures, rules and documentation from `ops/`, the
specification's text from its own file, deviations from `ops/model/deviations.py`, programs from `examples`.
"""
