"""HLO in protocol buffers: modules, and snapshots of runs with their arguments and results."""
