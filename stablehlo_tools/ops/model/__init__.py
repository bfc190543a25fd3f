"""What an op, a type or a custom_call target is declared by."""
