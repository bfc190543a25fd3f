"""Instruments of a run, told of each operation: profiles, traps and so on."""
