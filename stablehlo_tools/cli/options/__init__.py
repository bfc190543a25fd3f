"""Options: how a command declares them, those that several commands share, and their completion."""
