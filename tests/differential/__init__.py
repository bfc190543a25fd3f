"""Whether XLA:CPU and we compute the same of random programs of one operation each."""
