"""The XLA side: shapes and layouts, broadcasting, HLO text."""
