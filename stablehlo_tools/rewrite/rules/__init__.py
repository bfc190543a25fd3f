"""The declared rewrites.

All of them satisfy:

* A rewrite makes no program slower or harder to read, unless it lowers an op that the target does not have.
* A rewrite whose results may differ in bits is written with `~>`, and has an `error`.
* The condition of a rewrite is in its pattern, in brackets.
* If two rewrites match an operation in one stage, their priorities differ.
"""
