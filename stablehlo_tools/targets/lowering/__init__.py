"""Lowers programs to what a target supports, by rewrites that are checked at each place."""
