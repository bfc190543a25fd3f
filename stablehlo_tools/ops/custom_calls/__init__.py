"""The targets of `custom_call` that can be executed."""
