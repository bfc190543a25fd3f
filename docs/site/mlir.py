"""Colours of programs on the site: Pygments has no lexer for MLIR."""

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text


class MlirLexer(RegexLexer):
    """MLIR text: comments, symbols, values, ops, types, numbers."""

    name = "MLIR"
    aliases = ["mlir"]  # noqa: RUF012 - as Pygments declares it
    tokens = {  # noqa: RUF012
        "root": [
            (r"//.*", Comment.Single),
            (r'"(?:[^"\\]|\\.)*"', String),
            (r"%[\w$.#-]+", Name.Variable),
            (r"@[\w$.-]+", Name.Function),
            (r"[#!^][\w$.-]+", Name.Label),
            (r"\b(?:tensor|tuple|vector|dense|array)\b(?=<|:)|\b(?:[su]?i\d+|u?i\d+|b?f\d+\w*|index)\b",
             Keyword.Type),
            (r"(?<=x)(?:[su]?i\d+|ui\d+|b?f\d+\w*|complex)\b", Keyword.Type),
            (r"\b(?:func\.func|module|return|private|public|loc|true|false|unit)\b", Keyword),
            (r"\b[a-z_]\w*\.[\w.]+", Name.Builtin),
            (r"-?\b(?:0x[0-9A-Fa-f]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)", Number),
            (r"->|=|:", Operator),
            (r"\w+", Text),
            (r"\s+|.", Text),
        ]
    }  # fmt: skip
