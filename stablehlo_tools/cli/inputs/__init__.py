"""The arrays that a program takes: from files, literals, recorded cases, or at random."""
