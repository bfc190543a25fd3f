"""The process of a command: its memory and cores, and how it ends."""
