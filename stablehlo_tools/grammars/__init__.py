"""Lark grammars, their LALR tables, and the parser that runs them."""
