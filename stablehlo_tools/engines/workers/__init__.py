"""What runs in the process of an engine, as scripts: `serve.py` speaks to us, the others to the engine.

They import nothing of this package, so that the Python of another environment can run them.
"""
