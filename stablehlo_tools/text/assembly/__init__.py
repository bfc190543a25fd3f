"""Assembly formats of ops: the grammar, the parser and the printer follow from them."""
