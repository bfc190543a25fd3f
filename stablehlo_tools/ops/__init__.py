"""Every op, declared once: its rules, its signature, its explanation and its kernel."""
