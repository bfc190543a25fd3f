"""Programs without what a target refuses, by rewrites that are checked at each place."""
