"""Checks of HLO modules: names, operands and attributes, and shapes by inferring them."""
