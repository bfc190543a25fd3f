"""Programs in the form that `jax.export.deserialize` takes."""
