"""Tests against material of others that is not part of the project: `pytest tests/upstream`.

They need the folder `shared` beside the checkout, or the one that SHLO_SHARED names, and fail without it.
`pytest` alone leaves them out (`tests/conftest.py`); `.ci/run` runs them where the folder is.
"""
