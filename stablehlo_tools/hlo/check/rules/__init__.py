"""Shapes of the instructions for which the declaration of the opcode is not enough.

A rule returns None if the shape cannot be inferred, and raises ShapeMismatch. Layouts are ignored.
"""
