"""The scripts of engine processes: `serve.py` talks to the parent, the others to the engine.

They import nothing of this package, so that the Python of another environment can run them.
"""
