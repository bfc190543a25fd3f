"""Files: those that are given, and how programs and reports are written."""
