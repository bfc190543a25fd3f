"""Finds the program in what holds it: text, files, binary artifacts, objects of frameworks."""
