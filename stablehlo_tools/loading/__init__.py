"""Loading of program text from strings, files and objects of frameworks."""
