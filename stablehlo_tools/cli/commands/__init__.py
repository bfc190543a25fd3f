"""The subcommands: a module for each declares its options, and does the work if it is little."""
