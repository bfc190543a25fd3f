"""The program as data: types, attributes, constants, operations, regions."""
