"""Write `saved_model.pb`: two functions of JAX, as jax2tf and TensorFlow 2.21 save them.

    python testdata/saved_model/export_saved_model.py

Needs jax 0.10.2 and tensorflow.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import jax
import tensorflow as tf
from jax.experimental import jax2tf

HERE = Path(__file__).resolve().parent


def scale(x):
    """Of any number of rows."""
    return jax.numpy.tanh(x) * 2


def add(x, y):
    """Of vectors."""
    return x + y


def saved(function, shapes, **options):
    """The function for TensorFlow."""
    arguments = [tf.TensorSpec(shape, tf.float32) for shape in shapes]
    converted = jax2tf.convert(function, with_gradient=False, **options)
    return tf.function(converted, autograph=False, input_signature=arguments)


def main() -> None:
    """Write it."""
    jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
    model = tf.Module()
    model.scale = saved(scale, [[None, 3]], polymorphic_shapes=["b,3"])
    model.add = saved(add, [[2], [2]])
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(model, folder)
        shutil.copyfile(Path(folder) / "saved_model.pb", HERE / "saved_model.pb")


if __name__ == "__main__":
    main()
