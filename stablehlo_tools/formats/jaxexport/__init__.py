"""Programs as `jax.export` serializes them."""
