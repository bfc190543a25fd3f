"""One statement: from its tokens to a template, which statements that differ in names share."""
