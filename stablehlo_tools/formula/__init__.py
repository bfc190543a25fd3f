"""The specification's constraints as it prints them: read, evaluated, explained, solved."""
