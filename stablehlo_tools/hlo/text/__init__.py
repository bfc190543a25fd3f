"""HLO text: parser, printer, shapes, literals and the values of attributes."""
