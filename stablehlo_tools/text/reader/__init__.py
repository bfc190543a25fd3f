"""A whole text: split into statements, and names resolved."""
