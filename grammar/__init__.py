"""The grammars, in a package of their own so that an installation has them."""
