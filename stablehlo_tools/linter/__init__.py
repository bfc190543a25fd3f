"""Finds what the language allows and yet is better not done, by rules that settings select.

`rules/` has the rules, a file for each family; `rule` says what a rule is, `check` applies them.
"""
