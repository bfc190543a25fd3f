"""Programs of one operation each, whose size is N and whose element type is T; the result is %r."""

from __future__ import annotations

from typing import NamedTuple


class Template(NamedTuple):
    """The types of the inputs and of the result, and the statements between them."""

    inputs: tuple[str, ...]
    result: str
    body: str

    def text(self, size: int, element_type: str) -> str:
        """The program."""
        sizes = {"{n}": size, "{n1}": size - 1, "{n2}": 2 * size, "{h}": size // 2 + 1, "{T}": element_type}
        types = [f"tensor<{type}>" for type in self.inputs]
        arguments = ", ".join(f"%{place}: {type}" for place, type in enumerate(types))
        text = f"func.func @main({arguments}) -> tensor<{self.result}> {{\n{self.body}\n"
        text += f"return %r : tensor<{self.result}>\n}}"
        for name, value in sizes.items():
            text = text.replace(name, str(value))
        return text


TEMPLATES = {
    "concatenate": Template(
        ('{n}x4x{T}', '{n}x4x{T}'),
        '{n}x8x{T}',
        '%r = stablehlo.concatenate %0, %1, dim = 1 : (tensor<{n}x4x{T}>, tensor<{n}x4x{T}>) -> '
        'tensor<{n}x8x{T}>',
    ),
    "pad": Template(
        ('{n}x4x{T}', '{T}'),
        '{n}x9x{T}',
        '%r = stablehlo.pad %0, %1, low = [0, 1], high = [0, 1], interior = [0, 1] : '
        '(tensor<{n}x4x{T}>, tensor<{T}>) -> tensor<{n}x9x{T}>',
    ),
    "slice": Template(
        ('{n}x4x{T}',),
        '{n}x2x{T}',
        '%r = stablehlo.slice %0 [0:{n}, 0:4:2] : (tensor<{n}x4x{T}>) -> tensor<{n}x2x{T}>',
    ),
    "transpose+reshape": Template(
        ('{n}x4x{T}',),
        '2x2x{n}x{T}',
        '%t = stablehlo.transpose %0, dims = [1, 0] : (tensor<{n}x4x{T}>) -> tensor<4x{n}x{T}>\n'
        '%r = stablehlo.reshape %t : (tensor<4x{n}x{T}>) -> tensor<2x2x{n}x{T}>',
    ),
    "broadcast_in_dim": Template(
        ('{n}x{T}',),
        '{n}x4x{T}',
        '%r = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<{n}x{T}>) -> tensor<{n}x4x{T}>',
    ),
    "gather rows": Template(
        ('1000x16x{T}', '{n}x1xi32'),
        '{n}x16x{T}',
        '%r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], '
        'collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = '
        'array<i64: 1, 16>} : (tensor<1000x16x{T}>, tensor<{n}x1xi32>) -> tensor<{n}x16x{T}>',
    ),
    "gather elements": Template(
        ('1000x16x{T}', '{n}x2xi32'),
        '{n}x{T}',
        '%r = "stablehlo.gather"(%0, %1) {dimension_numbers = '
        '#stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], '
        'index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<1000x16x{T}>, '
        'tensor<{n}x2xi32>) -> tensor<{n}x{T}>',
    ),
    "gather windows": Template(
        ('1000x16x{T}', '{n}x2xi32'),
        '{n}x3x3x{T}',
        '%r = "stablehlo.gather"(%0, %1) {dimension_numbers = #stablehlo.gather<offset_dims = [1, '
        '2], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 3, 3>} : '
        '(tensor<1000x16x{T}>, tensor<{n}x2xi32>) -> tensor<{n}x3x3x{T}>',
    ),
    "dynamic_gather": Template(
        ('1000x16x{T}', '{n}x2xi32', '2xi32'),
        '{n}x3x3x{T}',
        '%c = stablehlo.constant dense<3> : tensor<2xi32>\n'
        '%r = "stablehlo.dynamic_gather"(%0, %1, %c) {dimension_numbers = '
        '#stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>} '
        ': (tensor<1000x16x{T}>, tensor<{n}x2xi32>, tensor<2xi32>) -> tensor<{n}x3x3x{T}>',
    ),
    "torch_index_select": Template(
        ('1000x16x{T}', '{n}xi32'),
        '{n}x16x{T}',
        '%r = "stablehlo.torch_index_select"(%0, %1) {dim = 0 : i64, batch_dims = 0 : i64} : '
        '(tensor<1000x16x{T}>, tensor<{n}xi32>) -> tensor<{n}x16x{T}>',
    ),
    "dynamic_update_slice": Template(
        ('{n}x4x{T}', '{n}x2x{T}', 'i32', 'i32'),
        '{n}x4x{T}',
        '%r = stablehlo.dynamic_update_slice %0, %1, %2, %3 : (tensor<{n}x4x{T}>, '
        'tensor<{n}x2x{T}>, tensor<i32>, tensor<i32>) -> tensor<{n}x4x{T}>',
    ),
    "reduce add": Template(
        ('{n}x4x{T}', '{T}'),
        '4x{T}',
        '%r = "stablehlo.reduce"(%0, %1) <{dimensions = array<i64: 0>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.add %a, %b : tensor<{T}>\n'
        ' stablehlo.return %s : tensor<{T}>\n'
        '}) : (tensor<{n}x4x{T}>, tensor<{T}>) -> tensor<4x{T}>',
    ),
    "reduce all but maximum": Template(
        ('{n}x4x{T}', '{T}'),
        '{n}x{T}',
        '%r = "stablehlo.reduce"(%0, %1) <{dimensions = array<i64: 1>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.maximum %a, %b : tensor<{T}>\n'
        ' stablehlo.return %s : tensor<{T}>\n'
        '}) : (tensor<{n}x4x{T}>, tensor<{T}>) -> tensor<{n}x{T}>',
    ),
    "reduce_window add": Template(
        ('{n}x4x{T}', '{T}'),
        '{n}x4x{T}',
        '%r = "stablehlo.reduce_window"(%0, %1) <{window_dimensions = array<i64: 3, 1>, padding = '
        'dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.add %a, %b : tensor<{T}>\n'
        ' stablehlo.return %s : tensor<{T}>\n'
        '}) : (tensor<{n}x4x{T}>, tensor<{T}>) -> tensor<{n}x4x{T}>',
    ),
    "reduce_window strided maximum": Template(
        ('{n}x4x{T}', '{T}'),
        '{n}x2x{T}',
        '%r = "stablehlo.reduce_window"(%0, %1) <{window_dimensions = array<i64: 1, 2>, '
        'window_strides = array<i64: 1, 2>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.maximum %a, %b : tensor<{T}>\n'
        ' stablehlo.return %s : tensor<{T}>\n'
        '}) : (tensor<{n}x4x{T}>, tensor<{T}>) -> tensor<{n}x2x{T}>',
    ),
    "cumsum": Template(
        ('{n}x4x{T}', '{T}'),
        '{n}x4x{T}',
        '%r = "stablehlo.reduce_window"(%0, %1) <{window_dimensions = array<i64: {n}, 1>, padding '
        '= dense<[[{n1}, 0], [0, 0]]> : tensor<2x2xi64>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.add %a, %b : tensor<{T}>\n'
        ' stablehlo.return %s : tensor<{T}>\n'
        '}) : (tensor<{n}x4x{T}>, tensor<{T}>) -> tensor<{n}x4x{T}>',
    ),
    "reduce general": Template(
        ('{n}x4x{T}', '{T}'),
        '4x{T}',
        '%r = "stablehlo.reduce"(%0, %1) <{dimensions = array<i64: 0>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.subtract %b, %a : tensor<{T}>\n'
        ' %u = stablehlo.add %s, %a : tensor<{T}>\n'
        ' stablehlo.return %u : tensor<{T}>\n'
        '}) : (tensor<{n}x4x{T}>, tensor<{T}>) -> tensor<4x{T}>',
    ),
    "argmax": Template(
        ('{n}x4x{T}', '{n}x4xi32', '{T}', 'i32'),
        '4xi32',
        '%q:2 = "stablehlo.reduce"(%0, %1, %2, %3) <{dimensions = array<i64: 0>}> ({\n'
        '^bb0(%a: tensor<{T}>, %i: tensor<i32>, %b: tensor<{T}>, %j: tensor<i32>):\n'
        ' %s = stablehlo.compare GE, %a, %b : (tensor<{T}>, tensor<{T}>) -> tensor<i1>\n'
        ' %u = stablehlo.select %s, %a, %b : tensor<i1>, tensor<{T}>\n'
        ' %v = stablehlo.select %s, %i, %j : tensor<i1>, tensor<i32>\n'
        ' stablehlo.return %u, %v : tensor<{T}>, tensor<i32>\n'
        '}) : (tensor<{n}x4x{T}>, tensor<{n}x4xi32>, tensor<{T}>, tensor<i32>) -> (tensor<4x{T}>, '
        'tensor<4xi32>)\n'
        '%r = stablehlo.negate %q#1 : tensor<4xi32>',
    ),
    "select_and_scatter": Template(
        ('{n}x4x{T}', '{n}x2x{T}', '{T}'),
        '{n}x4x{T}',
        '%r = "stablehlo.select_and_scatter"(%0, %1, %2) <{window_dimensions = array<i64: 1, 2>, '
        'window_strides = array<i64: 1, 2>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.compare GE, %a, %b : (tensor<{T}>, tensor<{T}>) -> tensor<i1>\n'
        ' stablehlo.return %s : tensor<i1>\n'
        '}, {\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.add %a, %b : tensor<{T}>\n'
        ' stablehlo.return %s : tensor<{T}>\n'
        '}) : (tensor<{n}x4x{T}>, tensor<{n}x2x{T}>, tensor<{T}>) -> tensor<{n}x4x{T}>',
    ),
    "scatter elements add": Template(
        ('{n}x{T}', '{n}x1xi32', '{n}x{T}'),
        '{n}x{T}',
        '%r = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = '
        '#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], '
        'index_vector_dim = 1>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.add %a, %b : tensor<{T}>\n'
        ' stablehlo.return %s : tensor<{T}>\n'
        '}) : (tensor<{n}x{T}>, tensor<{n}x1xi32>, tensor<{n}x{T}>) -> tensor<{n}x{T}>',
    ),
    "scatter replace": Template(
        ('{n}x{T}', '{n}x1xi32', '{n}x{T}'),
        '{n}x{T}',
        '%r = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = '
        '#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], '
        'index_vector_dim = 1>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' stablehlo.return %b : tensor<{T}>\n'
        '}) : (tensor<{n}x{T}>, tensor<{n}x1xi32>, tensor<{n}x{T}>) -> tensor<{n}x{T}>',
    ),
    "scatter rows add": Template(
        ('{n}x4x{T}', '{n}x1xi32', '{n}x4x{T}'),
        '{n}x4x{T}',
        '%r = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = '
        '#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], '
        'scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.add %a, %b : tensor<{T}>\n'
        ' stablehlo.return %s : tensor<{T}>\n'
        '}) : (tensor<{n}x4x{T}>, tensor<{n}x1xi32>, tensor<{n}x4x{T}>) -> tensor<{n}x4x{T}>',
    ),
    "scatter general": Template(
        ('{n}x{T}', '{n}x1xi32', '{n}x{T}'),
        '{n}x{T}',
        '%r = "stablehlo.scatter"(%0, %1, %2) <{scatter_dimension_numbers = '
        '#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], '
        'index_vector_dim = 1>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.subtract %b, %a : tensor<{T}>\n'
        ' %u = stablehlo.add %s, %a : tensor<{T}>\n'
        ' stablehlo.return %u : tensor<{T}>\n'
        '}) : (tensor<{n}x{T}>, tensor<{n}x1xi32>, tensor<{n}x{T}>) -> tensor<{n}x{T}>',
    ),
    "sort": Template(
        ('{n}x4x{T}',),
        '{n}x4x{T}',
        '%r = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.compare LT, %a, %b : (tensor<{T}>, tensor<{T}>) -> tensor<i1>\n'
        ' stablehlo.return %s : tensor<i1>\n'
        '}) : (tensor<{n}x4x{T}>) -> tensor<{n}x4x{T}>',
    ),
    "sort rows": Template(
        ('4x{n}x{T}',),
        '4x{n}x{T}',
        '%r = "stablehlo.sort"(%0) <{dimension = 1 : i64, is_stable = true}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.compare GT, %a, %b : (tensor<{T}>, tensor<{T}>) -> tensor<i1>\n'
        ' stablehlo.return %s : tensor<i1>\n'
        '}) : (tensor<4x{n}x{T}>) -> tensor<4x{n}x{T}>',
    ),
    "sort pairs": Template(
        ('4x{n}x{T}', '4x{n}xi32'),
        '4x{n}xi32',
        '%q:2 = "stablehlo.sort"(%0, %1) <{dimension = 1 : i64, is_stable = true}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>, %c: tensor<i32>, %d: tensor<i32>):\n'
        ' %s = stablehlo.compare LT, %a, %b : (tensor<{T}>, tensor<{T}>) -> tensor<i1>\n'
        ' stablehlo.return %s : tensor<i1>\n'
        '}) : (tensor<4x{n}x{T}>, tensor<4x{n}xi32>) -> (tensor<4x{n}x{T}>, tensor<4x{n}xi32>)\n'
        '%r = stablehlo.negate %q#1 : tensor<4x{n}xi32>',
    ),
    "top_k": Template(
        ('4x{n}x{T}',),
        '4x8x{T}',
        '%q:2 = "chlo.top_k"(%0) {k = 8 : i64} : (tensor<4x{n}x{T}>) -> (tensor<4x8x{T}>, '
        'tensor<4x8xi32>)\n'
        '%r = stablehlo.reverse %q#0, dims = [0] : tensor<4x8x{T}>',
    ),
    "dot": Template(
        ('{n}x32x{T}', '32x16x{T}'),
        '{n}x16x{T}',
        '%r = stablehlo.dot %0, %1 : (tensor<{n}x32x{T}>, tensor<32x16x{T}>) -> tensor<{n}x16x{T}>',
    ),
    "dot_general T": Template(
        ('32x{n}x{T}', '16x32x{T}'),
        '{n}x16x{T}',
        '%r = stablehlo.dot_general %0, %1, contracting_dims = [0] x [1] : (tensor<32x{n}x{T}>, '
        'tensor<16x32x{T}>) -> tensor<{n}x16x{T}>',
    ),
    "dot_general batch": Template(
        ('{n}x4x8x{T}', '{n}x8x4x{T}'),
        '{n}x4x4x{T}',
        '%r = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x '
        '[1] : (tensor<{n}x4x8x{T}>, tensor<{n}x8x4x{T}>) -> tensor<{n}x4x4x{T}>',
    ),
    "dot_general outer": Template(
        ('{n}x{T}', '8x{T}'),
        '{n}x8x{T}',
        '%r = stablehlo.dot_general %0, %1, contracting_dims = [] x [] : (tensor<{n}x{T}>, '
        'tensor<8x{T}>) -> tensor<{n}x8x{T}>',
    ),
    "einsum": Template(
        ('{n}x8x{T}', '8x4x{T}'),
        '{n}x4x{T}',
        '%r = "stablehlo.einsum"(%0, %1) {einsum_config = "ij,jk->ik"} : (tensor<{n}x8x{T}>, '
        'tensor<8x4x{T}>) -> tensor<{n}x4x{T}>',
    ),
    "unary_einsum": Template(
        ('{n}x8x{T}',),
        '8x{n}x{T}',
        '%r = "stablehlo.unary_einsum"(%0) {einsum_config = "ij->ji"} : (tensor<{n}x8x{T}>) -> '
        'tensor<8x{n}x{T}>',
    ),
    "unary_einsum sum": Template(
        ('{n}x8x{T}',),
        '8x{T}',
        '%r = "stablehlo.unary_einsum"(%0) {einsum_config = "ij->j"} : (tensor<{n}x8x{T}>) -> '
        'tensor<8x{T}>',
    ),
    "ragged_dot": Template(
        ('{n}x8x{T}', '2x8x4x{T}', '2xi32'),
        '{n}x4x{T}',
        '%g = stablehlo.constant dense<[100, 200]> : tensor<2xi32>\n'
        '%r = "chlo.ragged_dot"(%0, %1, %g) {ragged_dot_dimension_numbers = '
        '#chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], '
        'lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions '
        '= [0], rhs_group_dimensions = [0]>} : (tensor<{n}x8x{T}>, tensor<2x8x4x{T}>, '
        'tensor<2xi32>) -> tensor<{n}x4x{T}>',
    ),
    "convolution": Template(
        ('1x{n}x4x{T}', '3x4x4x{T}'),
        '1x{n}x4x{T}',
        '%r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = '
        '{pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : '
        '(tensor<1x{n}x4x{T}>, tensor<3x4x4x{T}>) -> tensor<1x{n}x4x{T}>',
    ),
    "convolution grouped": Template(
        ('1x{n}x4x{T}', '3x1x4x{T}'),
        '1x{n}x4x{T}',
        '%r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = '
        '{pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : '
        '(tensor<1x{n}x4x{T}>, tensor<3x1x4x{T}>) -> tensor<1x{n}x4x{T}>',
    ),
    "convolution dilated": Template(
        ('1x{n}x4x{T}', '3x4x4x{T}'),
        '1x{n2}x4x{T}',
        '%r = stablehlo.convolution(%0, %1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = '
        '{pad = [[1, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 '
        ': i64} : (tensor<1x{n}x4x{T}>, tensor<3x4x4x{T}>) -> tensor<1x{n2}x4x{T}>',
    ),
    "fft FFT": Template(
        ('4x{n}x{T}',),
        '4x{n}x{T}',
        '%r = stablehlo.fft %0, type = FFT, length = [{n}] : (tensor<4x{n}x{T}>) -> '
        'tensor<4x{n}x{T}>',
    ),
    "rfft": Template(
        ('4x{n}x{T}',),
        '4x{h}xcomplex<{T}>',
        '%r = stablehlo.fft %0, type = RFFT, length = [{n}] : (tensor<4x{n}x{T}>) -> '
        'tensor<4x{h}xcomplex<{T}>>',
    ),
    "irfft": Template(
        ('4x{h}xcomplex<{T}>',),
        '4x{n}x{T}',
        '%r = stablehlo.fft %0, type = IRFFT, length = [{n}] : (tensor<4x{h}xcomplex<{T}>>) -> '
        'tensor<4x{n}x{T}>',
    ),
    "cholesky": Template(
        ('{n}x4x4x{T}',),
        '{n}x4x4x{T}',
        '%r = stablehlo.cholesky %0, lower = true : tensor<{n}x4x4x{T}>',
    ),
    "triangular_solve": Template(
        ('{n}x4x4x{T}', '{n}x4x2x{T}'),
        '{n}x4x2x{T}',
        '%r = "stablehlo.triangular_solve"(%0, %1) {left_side = true, lower = true, unit_diagonal '
        '= false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>} : (tensor<{n}x4x4x{T}>, '
        'tensor<{n}x4x2x{T}>) -> tensor<{n}x4x2x{T}>',
    ),
    "rng UNIFORM": Template(
        ('{T}', '{T}'),
        '{n}x4x{T}',
        '%s = stablehlo.constant dense<[{n}, 4]> : tensor<2xi64>\n'
        '%r = stablehlo.rng %0, %1, %s, distribution = UNIFORM : (tensor<{T}>, tensor<{T}>, '
        'tensor<2xi64>) -> tensor<{n}x4x{T}>',
    ),
    "rng NORMAL": Template(
        ('{T}', '{T}'),
        '{n}x4x{T}',
        '%s = stablehlo.constant dense<[{n}, 4]> : tensor<2xi64>\n'
        '%r = stablehlo.rng %0, %1, %s, distribution = NORMAL : (tensor<{T}>, tensor<{T}>, '
        'tensor<2xi64>) -> tensor<{n}x4x{T}>',
    ),
    "rng_bit_generator THREE_FRY": Template(
        ('2xui64',),
        '{n}x4x{T}',
        '%q, %r = stablehlo.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<2xui64>) -> '
        '(tensor<2xui64>, tensor<{n}x4x{T}>)',
    ),
    "rng_bit_generator PHILOX": Template(
        ('2xui64',),
        '{n}x4x{T}',
        '%q, %r = stablehlo.rng_bit_generator %0, algorithm = PHILOX : (tensor<2xui64>) -> '
        '(tensor<2xui64>, tensor<{n}x4x{T}>)',
    ),
    "batch_norm_inference": Template(
        ('{n}x4x{T}', '4x{T}', '4x{T}', '4x{T}', '4x{T}'),
        '{n}x4x{T}',
        '%r = "stablehlo.batch_norm_inference"(%0, %1, %2, %3, %4) {epsilon = 0.1 : f32, '
        'feature_index = 1 : i64} : (tensor<{n}x4x{T}>, tensor<4x{T}>, tensor<4x{T}>, '
        'tensor<4x{T}>, tensor<4x{T}>) -> tensor<{n}x4x{T}>',
    ),
    "batch_norm_training": Template(
        ('{n}x4x{T}', '4x{T}', '4x{T}'),
        '{n}x4x{T}',
        '%r, %u, %v = "stablehlo.batch_norm_training"(%0, %1, %2) {epsilon = 0.1 : f32, '
        'feature_index = 1 : i64} : (tensor<{n}x4x{T}>, tensor<4x{T}>, tensor<4x{T}>) -> '
        '(tensor<{n}x4x{T}>, tensor<4x{T}>, tensor<4x{T}>)',
    ),
    "batch_norm_grad": Template(
        ('{n}x4x{T}', '4x{T}', '4x{T}', '4x{T}', '{n}x4x{T}'),
        '{n}x4x{T}',
        '%r, %u, %v = "stablehlo.batch_norm_grad"(%0, %1, %2, %3, %4) {epsilon = 0.1 : f32, '
        'feature_index = 1 : i64} : (tensor<{n}x4x{T}>, tensor<4x{T}>, tensor<4x{T}>, '
        'tensor<4x{T}>, tensor<{n}x4x{T}>) -> (tensor<{n}x4x{T}>, tensor<4x{T}>, tensor<4x{T}>)',
    ),
    "convert to i8": Template(
        ('{n}x{T}',),
        '{n}xi8',
        '%r = stablehlo.convert %0 : (tensor<{n}x{T}>) -> tensor<{n}xi8>',
    ),
    "convert to f64": Template(
        ('{n}x{T}',),
        '{n}xf64',
        '%r = stablehlo.convert %0 : (tensor<{n}x{T}>) -> tensor<{n}xf64>',
    ),
    "convert to bf16": Template(
        ('{n}x{T}',),
        '{n}xbf16',
        '%r = stablehlo.convert %0 : (tensor<{n}x{T}>) -> tensor<{n}xbf16>',
    ),
    "convert to f8E4M3FN": Template(
        ('{n}x{T}',),
        '{n}xf8E4M3FN',
        '%r = stablehlo.convert %0 : (tensor<{n}x{T}>) -> tensor<{n}xf8E4M3FN>',
    ),
    "bitcast_convert to x8i4": Template(
        ('{n}x{T}',),
        '{n}x8xi4',
        '%r = stablehlo.bitcast_convert %0 : (tensor<{n}x{T}>) -> tensor<{n}x8xi4>',
    ),
    "bitcast_convert to x2i4": Template(
        ('{n}x{T}',),
        '{n}x2xi4',
        '%r = stablehlo.bitcast_convert %0 : (tensor<{n}x{T}>) -> tensor<{n}x2xi4>',
    ),
    "bitcast_convert from x2 to i8": Template(
        ('{n}x2x{T}',),
        '{n}xi8',
        '%r = stablehlo.bitcast_convert %0 : (tensor<{n}x2x{T}>) -> tensor<{n}xi8>',
    ),
    "map": Template(
        ('{n}x{T}', '{n}x{T}'),
        '{n}x{T}',
        '%r = "stablehlo.map"(%0, %1) <{dimensions = array<i64: 0>}> ({\n'
        '^bb0(%a: tensor<{T}>, %b: tensor<{T}>):\n'
        ' %s = stablehlo.subtract %b, %a : tensor<{T}>\n'
        ' %u = stablehlo.add %s, %a : tensor<{T}>\n'
        ' stablehlo.return %u : tensor<{T}>\n'
        '}) : (tensor<{n}x{T}>, tensor<{n}x{T}>) -> tensor<{n}x{T}>',
    ),
    "scan": Template(
        ('4x{n}x{T}', '{n}x{T}'),
        '4x{n}x{T}',
        '%r, %u = "chlo.scan"(%0, %1) ({\n'
        '^bb0(%a: tensor<{n}x{T}>, %b: tensor<{n}x{T}>):\n'
        ' %s = stablehlo.add %a, %b : tensor<{n}x{T}>\n'
        ' stablehlo.return %s, %s : tensor<{n}x{T}>, tensor<{n}x{T}>\n'
        '}) {dimension = 0 : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>, '
        'resultSegmentSizes = array<i32: 1, 1>} : (tensor<4x{n}x{T}>, tensor<{n}x{T}>) -> '
        '(tensor<4x{n}x{T}>, tensor<{n}x{T}>)',
    ),
    "while": Template(
        ('{n}x{T}',),
        '{n}x{T}',
        '%i = stablehlo.constant dense<3> : tensor<i32>\n'
        '%q:2 = stablehlo.while(%k = %i, %x = %0) : tensor<i32>, tensor<{n}x{T}> cond {\n'
        ' %z = stablehlo.constant dense<0> : tensor<i32>\n'
        ' %l = stablehlo.compare GT, %k, %z : (tensor<i32>, tensor<i32>) -> tensor<i1>\n'
        ' stablehlo.return %l : tensor<i1>\n'
        '} do {\n'
        ' %o = stablehlo.constant dense<-1> : tensor<i32>\n'
        ' %m = stablehlo.add %k, %o : tensor<i32>\n'
        ' %y = stablehlo.add %x, %x : tensor<{n}x{T}>\n'
        ' stablehlo.return %m, %y : tensor<i32>, tensor<{n}x{T}>\n'
        '}\n'
        '%r = stablehlo.add %q#1, %q#1 : tensor<{n}x{T}>',
    ),
    "if": Template(
        ('i1', '{n}x{T}'),
        '{n}x{T}',
        '%r = "stablehlo.if"(%0) ({\n'
        ' %y = stablehlo.add %1, %1 : tensor<{n}x{T}>\n'
        ' stablehlo.return %y : tensor<{n}x{T}>\n'
        '}, {\n'
        ' stablehlo.return %1 : tensor<{n}x{T}>\n'
        '}) : (tensor<i1>) -> tensor<{n}x{T}>',
    ),
    "uniform_quantize": Template(
        ('{n}x{T}',),
        '{n}x!quant.uniform<i8:{T}, 0.5>',
        '%r = stablehlo.uniform_quantize %0 : (tensor<{n}x{T}>) -> '
        'tensor<{n}x!quant.uniform<i8:{T}, 0.5>>',
    ),
    "uniform_dequantize": Template(
        ('{n}x!quant.uniform<i8:{T}, 0.5>',),
        '{n}x{T}',
        '%r = stablehlo.uniform_dequantize %0 : (tensor<{n}x!quant.uniform<i8:{T}, 0.5>>) -> '
        'tensor<{n}x{T}>',
    ),
    "quantized add": Template(
        ('{n}x!quant.uniform<i8:{T}, 0.5>', '{n}x!quant.uniform<i8:{T}, 0.5>'),
        '{n}x!quant.uniform<i8:{T}, 0.5>',
        '%r = stablehlo.add %0, %1 : tensor<{n}x!quant.uniform<i8:{T}, 0.5>>',
    ),
    "quantized tanh": Template(
        ('{n}x!quant.uniform<i8:{T}, 0.5>',),
        '{n}x!quant.uniform<i8:{T}, 0.5>',
        '%r = stablehlo.tanh %0 : tensor<{n}x!quant.uniform<i8:{T}, 0.5>>',
    ),
    "quantized dot": Template(
        ('{n}x8x!quant.uniform<i8:{T}, 0.5>', '8x4x!quant.uniform<i8:{T}, 0.5>'),
        '{n}x4x!quant.uniform<i8:{T}, 0.5>',
        '%r = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : '
        '(tensor<{n}x8x!quant.uniform<i8:{T}, 0.5>>, tensor<8x4x!quant.uniform<i8:{T}, 0.5>>) -> '
        'tensor<{n}x4x!quant.uniform<i8:{T}, 0.5>>',
    ),
}  # fmt: skip
