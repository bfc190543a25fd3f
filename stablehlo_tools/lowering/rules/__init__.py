"""The declared lowerings."""
