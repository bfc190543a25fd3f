"""Products of sparse matrices as JAX calls them on CPUs, for `jax.experimental.sparse.BCSR`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from stablehlo_tools.ir.types import TensorType, Type
from stablehlo_tools.ops.model.declare import Array
from stablehlo_tools.ops.model.schema import Unsupported
from stablehlo_tools.ops.stablehlo.custom_call import Attributes, custom_call_target


@custom_call_target("cpu_csr_sparse_dense_ffi")
def _product_of_rows(
    inputs: Sequence[Array], attributes: Attributes, results: Sequence[Type]
) -> Sequence[Array]:
    """The product of a matrix in compressed rows with a vector or a matrix, summed in order of elements.

    Row i has the elements `starts[i]` to `starts[i + 1]`, in `columns`; those after the last are padding.
    """
    elements, starts, columns, dense = inputs
    (result,) = results
    assert isinstance(result, TensorType)
    product = np.zeros((starts.size - 1, *dense.shape[1:]), elements.dtype)
    if product.shape != result.shape:
        raise Unsupported(f"a matrix of {starts.size - 1} rows does not have a product of type {result}")
    used = slice(int(starts[0]), int(starts[-1]))
    is_ordered = used.start >= 0 and used.stop <= elements.size and (np.diff(starts) >= 0).all()
    if not is_ordered or ((columns[used] < 0) | (columns[used] >= len(dense))).any():
        raise Unsupported("the rows or columns of a sparse matrix are out of bounds")
    rows = np.repeat(np.arange(starts.size - 1), np.diff(starts))
    scaled = elements[used].reshape(-1, *(1,) * (dense.ndim - 1)) * dense[columns[used]]
    np.add.at(product, rows, scaled)
    return (product,)
