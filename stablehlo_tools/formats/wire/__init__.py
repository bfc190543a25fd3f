"""Readers of the encodings that containers are written in."""
