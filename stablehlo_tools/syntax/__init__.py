"""Text to tree and back: reader (statements), statement (one, by Lark), parse (the tree), print."""
