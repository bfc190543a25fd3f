"""Containers of programs and of arrays, a room for each; `programs` says which one a file is."""
