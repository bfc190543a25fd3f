"""What follows from a program without executing it."""
