"""Decisions: where rounding changes integers, an order or a step, and how results follow."""
