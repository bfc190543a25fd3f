"""Compilation of a module: functions become plans, steps over the slots of a frame."""
