"""The diagnostic codes that do not belong to a constraint of an op: the meaning of each, and its help."""

# ruff: noqa: E501 (lines of MLIR are long)
from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from stablehlo_tools.explanations.hlo_codes import HLO_CODES


class Code(NamedTuple):
    """The meaning of a code, the help, and a program for which `shlo <command>` reports it.

    `example` is empty if the cause is not in the program, or if only the library reports the code.
    """

    meaning: str
    help: str
    example: str = ""
    command: str = "verify"


def _function(body: str, inputs: str = "%x: tensor<2xf32>") -> str:
    lines = "".join(f"  {line}\n" for line in body.split("\n"))
    return f"func.func @main({inputs}) {{\n{lines}  return\n}}"


_LOOP: Final = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.while(%y = %x) : tensor<2xf32>
  cond {
    %yes = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %yes : tensor<i1>
  } do {
    %1 = stablehlo.negate %y : tensor<2xf32>
    stablehlo.return %1 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}"""


_SYNTAX: Final[Mapping[str, Code]] = {
    "syntax": Code(
        "The text is not valid MLIR at this position. The message lists what is expected there. Parsing "
        "resumes at the next operation.",
        "Write what is expected. If you are unsure about the assembly format of an op, write it in the "
        "generic form, which `shlo fmt --generic` prints.",
        _function("%0 = stablehlo.add %x %x : tensor<2xf32>"),
    ),
    "literal": Code(
        "A literal is malformed: a comma or a bracket is missing, or a string of hexadecimal digits is not one.",
        "Write the elements as nested lists with commas between them. A single element, `dense<0.0>`, is a "
        "splat, which is valid for any shape.",
        _function("%0 = stablehlo.constant dense<[1.0, 2.0,]> : tensor<2xf32>"),
    ),
    "operand_count": Code(
        "The function type of an operation lists a different number of operands than the operation has.",
        "Write one type per operand: `: (type, type) -> type`.",
        _function('%0 = "stablehlo.negate"(%x, %x) : (tensor<2xf32>) -> tensor<2xf32>'),
    ),
    "result_count": Code(
        "The function type of an operation lists a different number of results than the operation defines.",
        "Write one type per result; `%0:2 = ...` defines two results, `%0#0` and `%0#1`.",
        _function('%0:2 = "stablehlo.negate"(%x) : (tensor<2xf32>) -> tensor<2xf32>'),
    ),
    "unknown_type": Code(
        "The type does not exist, or does not have such parameters.",
        "Use one of the element types i1, i4, i8, ..., ui8, ..., bf16, f16, f32, f64, f8E4M3FN and the "
        "other FP8 types, complex<f32>, complex<f64> and !quant.uniform<...>.",
        _function("%0 = stablehlo.negate %x : tensor<2xfloat32>"),
    ),
    "unknown_op": Code(
        "This op does not exist in its dialect.",
        "Check the spelling; `shlo explain --all` lists all ops.",
        _function("%0 = stablehlo.exponental %x : tensor<2xf32>"),
    ),
    "dimension_numbers": Code(
        "A list of convolution dimensions, such as [b, 0, 1, f], lacks a required dimension or repeats one.",
        "List b and f (i and o for the kernel) and the spatial dimensions, numbered from 0, each "
        "exactly once.",
        _function(
            "%0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f, f]x[i, o, 0]->[b, f, 0], window = {} "
            "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
            "(tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>",
            "%x: tensor<1x1x1xf32>",
        ),
    ),
    "missing_field": Code(
        "A required field of an attribute is missing.",
        "Add the field that the message names.",
        _function(
            '%0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<>, '
            "algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32>}> "
            ": (tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>"
        ),
    ),
    "unknown_property": Code(
        "The op has no property of this name. Properties are written between `<{` and `}>`.",
        "Check the spelling, or move the attribute to the attribute dictionary, between `{` and `}`.",
        _function('%0 = "stablehlo.negate"(%x) <{sort = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>'),
    ),
    "old_spelling": Code(
        "The syntax is deprecated: StableHLO has replaced it. It is still accepted, with its original "
        "meaning.",
        "Run `shlo fmt`, which prints the current syntax.",
        _function(
            '%0 = "stablehlo.transpose"(%x) {permutation = dense<0> : tensor<1xi64>} : '
            "(tensor<2xf32>) -> tensor<2xf32>"
        ),
    ),
    "unsupported_form": Code(
        "The op belongs to another dialect, and its assembly format is not supported.",
        'Print the program in the generic form: `"dialect.op"(...)` for every op.',
        _function("%0 = test.op %x : tensor<2xf32>"),
    ),
    "unknown_dialect": Code(
        "With --strict: the op belongs to an unknown dialect, so it is not verified.",
        "Omit --strict if the op is intentional.",
        '"test.op"() : () -> ()',
        "verify --strict",
    ),
    "not_checked": Code(
        "Ops of an unknown dialect are not verified. All other ops are.",
        "Use --strict to report these ops as errors.",
        '"test.op"() : () -> ()',
    ),
    "elided_literal": Code(
        "The elements of a constant were elided when the program was printed, so it cannot be executed. "
        "With --strict, this is an error.",
        "Print the program again, without eliding constants.",
        _function("%0 = stablehlo.constant dense_resource<__elided__> : tensor<8xf32>"),
    ),
    "unknown_field": Code(
        "An attribute, such as #stablehlo.gather<...>, has no field of this name.",
        "Check the spelling. Fields that are empty can be omitted.",
        _function(
            '%0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = '
            "#stablehlo.dot<lhs_contracting_dims = [0], rhs_contracting_dimensions = [0]>}> "
            ": (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>"
        ),
    ),
    "invalid_field": Code(
        "A field of a struct is not of the kind that the struct has there, or the fields are not in its order.",
        "Write the field as the message says; `shlo explain` of the op shows an example.",
        _function(
            "%0 = stablehlo.exponential %x {result_accuracy = "
            "#stablehlo.result_accuracy<atol = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>"
        ),
    ),
    "unknown_attribute": Code(
        "The dialect has no attribute of this name, or none in this form.",
        "Correct the name. Attributes of dialects that shlo does not know are accepted as they are.",
        _function("%0 = stablehlo.negate %x {mark.it = #stablehlo.precisions<HIGH>} : tensor<2xf32>"),
    ),
    "invalid_attribute": Code(
        "An attribute has a value that its dialect does not allow: an unknown word of an enum, tolerances that "
        "contradict the mode of an accuracy, a mesh with an axis twice. It is checked wherever it stands, also "
        "where no op reads it.",
        "Correct the value as the message says.",
        _function("%0 = stablehlo.negate %x {mark.it = #stablehlo<precision HIHG>} : tensor<2xf32>"),
    ),
    "affine": Code(
        "An affine map or set uses a name that it does not declare, declares one twice, or multiplies two "
        "expressions of which neither is a constant or a symbol.",
        "Declare dimensions in `(d0, ...)` and symbols in `[s0, ...]`; one of the factors must be made of "
        "numbers and symbols.",
        _function("%0 = stablehlo.negate %x {mark.it = affine_map<(d0, d1) -> (d0 * d1)>} : tensor<2xf32>"),
    ),
    "nesting": Code(
        "Brackets, regions or aliases are nested more than 100 levels deep.",
        "Flatten the program. The usual causes are nested tuples and a generator that does not terminate.",
        "func.func private @main(" + "tuple<" * 101 + "token" + ">" * 101 + ")",
    ),
    "alias_size": Code(
        "The expansion of nested aliases exceeds the size limit.",
        "Write the attribute where it is used, or use fewer levels of aliases.",
        "\n".join(
            ["#a0 = [0, 0, 0, 0, 0, 0, 0, 0]"]
            + [f"#a{n} = [{', '.join([f'#a{n - 1}'] * 8)}]" for n in range(1, 10)]
        )
        + '\n"test.op"() {value = #a9} : () -> ()',
    ),
    "unclosed_region": Code(
        "A `{` is never closed. The file may be truncated.",
        "Add the missing `}`, or obtain the complete file.",
        "func.func @main() {\n  return",
    ),
    "unmatched_brace": Code(
        "A `}` has no matching `{`.", "Remove it, or add the missing `{`.", _function("") + "\n}"
    ),
    "control_character": Code(
        "The text contains a control character, such as NUL.",
        "Remove it. The file may be corrupt, or not a text file.",
        "func.func @main() {\n  // \x01\n  return\n}",
    ),
    "configuration": Code(
        "A configuration file, a value of --config or a baseline is not valid TOML or JSON, or has an "
        "unknown key or an invalid value.",
        "Correct it as the message says. `shlo lint --show-settings` lists all keys.",
    ),
    "not_mlir": Code(
        "The input is neither MLIR, as text or bytecode, nor, where that is accepted, HLO, as text or as a "
        "protocol buffer. It may be an array or empty.",
        "Pass a file with a program. `jax.export.Exported.mlir_module()` prints one as text.",
        "model = export(f)",
    ),
    "damaged_bytecode": Code(
        "A binary file, such as MLIR bytecode or a protocol buffer, is damaged: the message says at which byte, "
        "and what is wrong there.",
        "Copy or export it again: files that are changed or cut short on their way, as text say, are like this.",
    ),
    "compressed_file": Code(
        "A compressed file is damaged or cut short, or unpacks to far more than a program of its size does: more "
        "than 256 MiB and 200 times its size.",
        "Copy or compress it again. If a file is that large and you trust it, decompress it first.",
    ),
    "damaged_folder": Code(
        "A folder of torch_xla does not say what it should: a file in `functions/` is malformed, names a file "
        "outside of the folder, or is about another function than its bytecode.",
        "Export it again with `save_as_stablehlo`. A link to a file elsewhere is not followed: copy the file.",
    ),
    "damaged_case": Code(
        "A case, which `shlo extract` or `shlo run --record` has written, does not hold what it should: `case.json` "
        "or `module.mlir` cannot be read, or the archive is damaged.",
        "Copy or record it again.",
    ),
    "unsupported_bytecode": Code(
        "A binary file, such as MLIR bytecode or a protocol buffer, holds what cannot be read: a version or an "
        "element type that is not known yet, or attributes of a dialect whose encoding is not known.",
        "Update stablehlo_tools; or export the program as a portable artifact, or as text.",
    ),
    "unsupported_vhlo": Code(
        "An op of VHLO stands for none that StableHLO has, as far as is known.",
        "Update stablehlo_tools, if the op is of a newer version; or correct its name or attributes.",
        'func.func @main() {\n  %0 = "vhlo.answer_v42"() : () -> tensor<f32>\n  return\n}',
    ),
    "no_such_version": Code(
        "The version of StableHLO that a portable artifact is written for cannot hold this.",
        "Write it for a later version, or write the program in ops that this version has. `shlo compat` lists what "
        "requires which version.",
    ),
    "no_export": Code(
        "JAX cannot call this program: it has a type that JAX lacks, or a result whose size no argument tells.",
        "Give arguments static shapes, or write an artifact with `--to artifact`.",
    ),
    "no_program": Code(
        "The text contains no operation, only comments or aliases.",
        "If you expected a program, check whether the file is truncated.",
        "// nothing",
    ),
    "several_programs": Code(
        "Lines `// -----` split this text into several programs, or a SavedModel has several, but the command "
        "expects one.",
        "Pass a file with a single program, or name one of a SavedModel as `FILE::NAME`. `shlo verify` and "
        "`shlo fmt` accept several in a text.",
        "func.func @main() {\n  return\n}\n// -----\nfunc.func @main() {\n  return\n}",
        "run",
    ),
    "no_such_program": Code(
        "The name behind `FILE::` is not that of a program in the file.",
        "`shlo info FILE` lists the programs of a file. A file that is one program takes no name.",
    ),
    "unreadable_file": Code(
        "The file does not exist or is not readable, or no file matches the pattern.",
        "Check the path and its permissions.",
    ),
}


_NAMES: Final[Mapping[str, Code]] = {
    "undefined_value": Code(
        "No value of this name is in scope. The name may be misspelled, or the value may be defined in "
        "a region that has ended.",
        "Check the spelling. A value that is defined in a region is visible outside of it only as a "
        "result of the op.",
        _function("%0 = stablehlo.negate %y : tensor<2xf32>"),
    ),
    "redefined_value": Code(
        "Two values in the same scope have the same name.",
        "Rename one of them. In SSA form, each value is defined exactly once.",
        _function("%0 = stablehlo.negate %x : tensor<2xf32>\n%0 = stablehlo.abs %x : tensor<2xf32>"),
    ),
    "use_before_definition": Code(
        "A value is used before its definition, or in a block that its definition does not dominate.",
        "Move the definition before its uses.",
        _function("%0 = stablehlo.negate %1 : tensor<2xf32>\n%1 = stablehlo.abs %x : tensor<2xf32>"),
    ),
    "type_of_use": Code(
        "The type of an operand differs from the type of the value's definition.",
        "Use the type of the definition. To change it, stablehlo.convert converts the element type and "
        "stablehlo.reshape the shape.",
        _function("%0 = stablehlo.negate %x : tensor<2xf64>"),
    ),
    "foreign_types": Code(
        "The operand and result types of an op of another dialect, such as arith or tensor, are "
        "incompatible.",
        "Correct the types. arith.index_cast, arith.extsi and similar ops convert scalars.",
        _function('%0 = "tensor.dim"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> index'),
    ),
    "sharding": Code(
        "A sharding has a different rank than the value, or the number of shardings differs from the "
        "number of values; or a dimension cannot be divided into equal shards.",
        "Write one sharding per value, with one entry per dimension: for a tensor of rank 2, `<@mesh, "
        "[{...}, {...}]>`.",
        _function(
            "%0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} "
            ": tensor<2xf32>"
        )
        + '\nsdy.mesh @mesh = <["x"=2]>',
    ),
    "mesh_axes": Code(
        "A sharding or a list of replica groups refers to an axis that its mesh does not have, to an "
        "invalid sub-axis, or to the same axis twice; or the sharding of a manual computation has a manual "
        "axis after a free one.",
        "Use the axes that the mesh defines, each at most once, and manual axes before free ones.",
        _function(
            '%0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} '
            ": tensor<2xf32>"
        )
        + '\nsdy.mesh @mesh = <["x"=2]>',
    ),
    "undefined_symbol": Code(
        "The module has no function of this name.",
        "Check the spelling, or add the function.",
        _function("func.call @helper(%x) : (tensor<2xf32>) -> ()"),
    ),
    "duplicate_symbol": Code(
        "Two symbols of a module, such as functions or meshes, have the same name.",
        "Rename one of them and its uses.",
        "func.func @main() {\n  return\n}\nfunc.func @main() {\n  return\n}",
    ),
    "undefined_alias": Code(
        "An alias, `#name`, `!name` or `loc(#name)`, is not defined, or is used before its definition.",
        "Define it before its first use: `!name = tensor<2xf32>`.",
        _function("%0 = stablehlo.negate %x : !float"),
    ),
    "redefined_alias": Code(
        "Two aliases of a file have the same name.",
        "Rename one of them.",
        "#a = 1\n#a = 2",
    ),
    "module_block": Code(
        "A module has more than one block, or a block with arguments.",
        "Remove the block label.",
        '"builtin.module"() ({\n^bb0(%x: tensor<f32>):\n}) : () -> ()',
    ),
    "return_operand": Code(
        "A region returns a value whose type StableHLO does not support, such as an unranked tensor or "
        "a scalar that is not a tensor.",
        "Return a ranked tensor.",
        _function(
            '%0 = "stablehlo.if"(%p) ({\n  stablehlo.return %u : tensor<*xf32>\n}, {\n'
            "  stablehlo.return %x : tensor<2xf32>\n}) : (tensor<i1>) -> tensor<2xf32>",
            "%p: tensor<i1>, %x: tensor<2xf32>, %u: tensor<*xf32>",
        ),
    ),
    "undefined_block": Code(
        "A branch refers to a block that is not defined in its region.",
        "Check the label.",
        "func.func @main() {\n  cf.br ^bb1\n}",
    ),
    "branch": Code(
        "The operands of a branch do not match the arguments of its successor, or the successor is the "
        "entry block of the region.",
        "Pass the arguments that the block declares: `cf.br ^bb1(%0 : tensor<f32>)`. Use a separate "
        "block for the head of a loop.",
        "func.func @main() {\n  cf.br ^bb1\n^bb1(%0: tensor<f32>):\n  return\n}",
    ),
    "region_blocks": Code(
        "A region of an op has several blocks. In StableHLO, each region has a single block, which ends "
        "with stablehlo.return.",
        "Remove the other blocks; use stablehlo.if, stablehlo.case or stablehlo.while instead of branches.",
        _function(
            '"stablehlo.if"(%x) ({\n    stablehlo.return\n  ^bb1:\n    stablehlo.return\n  }, {\n'
            "    stablehlo.return\n  }) : (tensor<i1>) -> ()",
            "%x: tensor<i1>",
        ),
    ),
    "redefined_block": Code(
        "Two blocks of a region have the same label.",
        "Rename one of them.",
        "func.func @main() {\n  cf.br ^bb1\n^bb1:\n  cf.br ^bb1\n^bb1:\n  return\n}",
    ),
}


_FUNCTIONS: Final[Mapping[str, Code]] = {
    "sym_name": Code(
        "A function has no name.",
        'Add the attribute `sym_name = "main"`, which holds the name in the generic form.',
        '"func.func"() <{function_type = () -> ()}> ({\n  "func.return"() : () -> ()\n}) : () -> ()',
    ),
    "nested_function": Code(
        "A function is defined in another function or in a region of an op, where it cannot be called.",
        "Move it to the module.",
        _function("func.func private @inner()"),
    ),
    "one_region": Code(
        "A function or a module does not have exactly one region, or has operands or results.",
        'In the generic form, write a function as `"func.func"() <{...}> ({ ... }) : () -> ()`.',
        '"func.func"() <{function_type = () -> (), sym_name = "main"}> ({\n  "func.return"() : () -> ()\n}, '
        "{\n}) : () -> ()",
    ),
    "signature_attributes": Code(
        "The name of an argument or result attribute has no dialect prefix, or arg_attrs or res_attrs "
        "is not an array with one dictionary per argument or result.",
        "Add a dialect prefix, `dialect.name`, which MLIR requires here.",
        "func.func private @main(tensor<2xf32> {donated})",
    ),
    "module_attribute": Code(
        "The name of a module attribute has no dialect prefix.",
        "Add a dialect prefix, `dialect.name`, which MLIR requires here.",
        "module attributes {num_replicas = 2 : i32} {\n}",
    ),
    "sym_visibility": Code(
        "The visibility of a function is not public, private or nested.",
        "Correct it, or omit it: functions are public by default.",
        '"func.func"() <{function_type = () -> (), sym_name = "main", sym_visibility = "hidden"}> ({\n'
        '  "func.return"() : () -> ()\n}) : () -> ()',
    ),
    "declaration": Code(
        "A public function has no body.",
        "Declare it as `func.func private` if it is defined elsewhere, or add a body.",
        "func.func @main(tensor<2xf32>)",
    ),
    "function_type": Code(
        "The function type does not match the arguments of the entry block, or the type of a "
        "func.constant does not match the function that it refers to.",
        "Make the two types match.",
        '"func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "main"}> ({\n'
        '^bb0(%x: tensor<3xf32>):\n  "func.return"() : () -> ()\n}) : () -> ()',
    ),
    "return_count": Code(
        "The number of returned values differs from the number of results in the function's signature.",
        "Return one value per result, or correct the signature.",
        "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return\n}",
    ),
    "return_type": Code(
        "The type of a returned value differs from the result type in the function's signature.",
        "Make the signature and the value match.",
        "func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {\n  return %x : tensor<2xf32>\n}",
    ),
    "call_count": Code(
        "The number of operands or results of a call does not match the callee.",
        "Pass one operand per argument, and define one result per result of the function.",
        _function("func.call @main() : () -> ()"),
    ),
    "call_type": Code(
        "The type of an operand or result of a call does not match the callee.",
        "Make the types match.",
        _function(
            "%0 = stablehlo.constant dense<0.0> : tensor<3xf32>\nfunc.call @main(%0) : (tensor<3xf32>) -> ()"
        ),
    ),
    "terminator": Code(
        "A block does not end with its terminator, or a terminator is not at the end of its block, or "
        "has results or regions. A function ends with func.return (or stablehlo.return), a region of an "
        "op with stablehlo.return.",
        "End the block with the required terminator, and remove any other.",
        "func.func @main(%x: tensor<2xf32>) {\n  %0 = stablehlo.negate %x : tensor<2xf32>\n}",
    ),
}


_RUNNING: Final[Mapping[str, Code]] = {
    "no_entry": Code(
        "The module has no function to execute: no function of the given name, or none with a body.",
        "Name the function with --entry. By default, `main` or the only function is executed.",
        "func.func @first() {\n  return\n}\nfunc.func @second() {\n  return\n}",
        "run",
    ),
    "plugin": Code(
        "A plugin cannot be imported, raises an exception, or returns a value that does not match the "
        "custom call.",
        "Correct the plugin at the line that the message names.",
        _function(""),
        "run --plugin no_such_module",
    ),
    "missing_input": Code(
        "Some arguments of the function have no input.",
        "Pass them with --inputs, or use --random to generate them.",
        _function(""),
        "run",
    ),
    "stored_array": Code(
        "An array that is stored beside the program, such as a weight in the folder of torch_xla, cannot be read.",
        "Export it again, or pass another array under its name with --inputs. Pickled arrays are never loaded.",
    ),
    "input_count": Code(
        "The number of inputs differs from the number of arguments of the function.",
        "Pass one array per argument, in order.",
    ),
    "input_name": Code(
        "A dictionary of inputs has an unknown or duplicate key, or lacks an argument.",
        "Name each argument once: by its index, its name in the program, or its name in JAX.",
    ),
    "input_type": Code(
        "The shape or element type of an input differs from that of the argument. Inputs are never "
        "converted.",
        "Convert the input first: `x.astype(numpy.float32)`.",
        _function(""),
        "run --inputs i32=0",
    ),
    "unsupported_op": Code(
        "The program is valid, but `shlo` cannot execute this op, or not with these operands.",
        "Replace the op to execute the program here. `shlo verify` still verifies it.",
        _function("stablehlo.custom_call @unknown(%x) : (tensor<2xf32>) -> ()"),
        "run --random",
    ),
    "unsupported_type": Code(
        "The program is valid, but numpy and ml_dtypes do not support this element type.",
        "Use another element type to execute the program here. `shlo verify` still verifies it.",
        _function("", "%x: tensor<2xf80>"),
        "run --random",
    ),
    "malformed_op": Code(
        "An op of an unverified module lacks an operand, attribute or region that its execution requires.",
        "Verify the module first, as `stablehlo_tools.run` does.",
    ),
    "check_failed": Code(
        "An assertion of the program, an op of the check dialect, failed.",
        "Find out which elements differ, and which operations compute them.",
        _function(
            "%0 = stablehlo.constant dense<1> : tensor<i32>\n%1 = stablehlo.constant dense<2> : tensor<i32>\ncheck.expect_eq %0, %1 : tensor<i32>",
            "",
        ),
        "run",
    ),
    "no_function": Code(
        "A called function has no body in this module, so it cannot be executed.",
        "Add its body.",
        "func.func private @helper()\nfunc.func @main() {\n  func.call @helper() : () -> ()\n  return\n}",
        "run",
    ),
    "not_executed": Code(
        "The run does not execute the operation whose arrays are to be extracted: it is in a branch that is not "
        "taken, or in an iteration that a loop does not reach.",
        "Provide inputs for which it is executed, or extract the program without arrays.",
        "func.func @main(%p: tensor<i1>) -> tensor<i1> {\n"
        "  %no = stablehlo.constant dense<false> : tensor<i1>\n"
        '  %0 = "stablehlo.if"(%no) ({\n'
        "    %1 = stablehlo.not %p : tensor<i1>\n"
        "    stablehlo.return %1 : tensor<i1>\n"
        "  }, {\n"
        "    stablehlo.return %p : tensor<i1>\n"
        "  }) : (tensor<i1>) -> tensor<i1>\n"
        "  return %0 : tensor<i1>\n"
        "}",
        "extract --op %1 --random --constants",
    ),
    "deadlock": Code(
        "Processes wait for each other, or for a process that has finished, so none of them can make "
        "progress.",
        "Make all processes of a group execute the same collectives in the same order, and pair each "
        "send with a recv.",
    ),
    "exchange_mismatch": Code(
        "The processes of a group execute different operations at a rendezvous, or pass values of "
        "different types.",
        "Make all processes of a group execute the same collective on values of the same types.",
    ),
    "never_received": Code(
        "A process sends a value to a process that finishes without receiving it.",
        "Pair each send with a recv on the same channel.",
    ),
    "shapes_of_processes": Code(
        "The shape of a result differs between processes, so the result cannot be saved as one array.",
        "Run the program from Python, which returns one list per process.",
    ),
    "undefined_mesh": Code(
        "A sharding refers to a mesh that the module does not define.",
        'Check the spelling, or define the mesh: `sdy.mesh @mesh = <["x"=2]>`.',
    ),
    "mesh_size": Code(
        "The number of devices of a mesh differs from the number of processes, or exceeds the limit.",
        "Set --partitions to the number of devices of the mesh, or omit it: then there is one process "
        "per device.",
    ),
    "manual_computation_part": Code(
        "The type of an argument or a result of sdy.manual_computation's body differs from the shard of the "
        "operand or the result.",
        "Divide the dimensions of the operand or the result by the sizes of the manual axes that shard them; "
        "free axes do not count.",
        _function(
            '%0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] '
            'out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>) {\n'
            "    sdy.return %a : tensor<2xf32>\n"
            "  } : (tensor<2xf32>) -> tensor<4xf32>"
        )
        + '\nsdy.mesh @mesh = <["x"=2]>',
    ),
    "no_group": Code(
        "A process executes a collective op, but is not in any of its groups.",
        "List every process in replica_groups, or make only the listed processes execute the op.",
    ),
    "no_process": Code(
        "A group contains a process that the process grid does not have.",
        "Increase --replicas or --partitions, or correct the groups.",
    ),
    "no_partner": Code(
        "A send or recv between devices does not specify its source and target.",
        "Add source_target_pairs.",
    ),
    "wrong_values": Code(
        "The values that an infeed or recv receives do not match its result types.",
        "Send values of these types, or pass them with --infeed.",
    ),
    "infeed_empty": Code(
        "An infeed is executed, but the infeed queue is empty.",
        "Pass one file per infeed with --infeed.",
        _function(
            "%0 = stablehlo.create_token : !stablehlo.token\n"
            '%1:2 = "stablehlo.infeed"(%0) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)',
            "",
        ),
        "run",
    ),
    "ragged_all_to_all": Code(
        "A slice of ragged_all_to_all is out of bounds in its input or output operand.",
        "Correct the offset and size operands.",
    ),
    "custom_call_computation": Code(
        "A custom call requires exactly one computation to reduce or compare with.",
        "List it in called_computations.",
        _function(
            "%0 = stablehlo.custom_call @ApproxTopK(%x, %x) {mhlo.backend_config = {reduction_dim = 0 : i64}} "
            ": (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"
        ),
        "run --random",
    ),
    "custom_call_operands": Code(
        "The number or types of a custom call's operands or results do not match its target.",
        "Pass the operands that the target expects, as documented by its compiler.",
        _function("%0 = stablehlo.custom_call @Qr(%x) : (tensor<2xf32>) -> tensor<2xf32>"),
        "run --random",
    ),
    "custom_call_shape": Code(
        "A result of a custom call does not have the declared type, or not the shape given by an "
        "operand listed in indices_of_shape_operands.",
        "Correct the type, or the operand.",
        _function(
            "%0 = stablehlo.constant dense<3> : tensor<1xi32>\n"
            "%1 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %0) "
            "{indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>"
        ),
        "run --random",
    ),
    "too_many_processes": Code(
        "The system cannot create a thread for each process of the grid.",
        "Reduce --replicas or --partitions.",
    ),
    "out_of_memory": Code(
        "The program needs more memory than --max-memory or the machine allows. Peak memory is computed "
        "before the run, except for arrays whose shapes depend on values.",
        "Increase --max-memory if more is available. The message lists the largest arrays and the "
        "operations that allocate them.",
        _function("%0 = stablehlo.add %x, %x : tensor<2xf32>"),
        "run --random --max-memory 4B",
    ),
    "max_steps": Code(
        "The run exceeded the number of steps that --max-steps allows. Each executed operation and each "
        "loop iteration counts as a step.",
        "Increase --max-steps, unless a loop does not terminate: the message lists the iterations it was in.",
        _LOOP,
        "run --random --max-steps 100",
    ),
    "timeout": Code(
        "The run exceeded the time that --timeout allows. The diagnostic shows the next operation.",
        "Increase --timeout, unless a loop does not terminate: the message lists the iterations it was in.",
        _LOOP,
        "run --random --timeout 0.1",
    ),
    "unknown_engine": Code(
        "There is no engine of this name: neither in the package, nor declared by another one.",
        "Use one of those that the message lists; `shlo doctor` shows which are installed.",
        _function("%0 = stablehlo.add %x, %x : tensor<2xf32>"),
        "run --random --engine xlaa",
    ),
    "engine_missing": Code(
        "The engine, or the command that is one, is not installed.",
        "Install it as the message says.",
        _function("%0 = stablehlo.add %x, %x : tensor<2xf32>"),
        "run --random --engine cmd:/no/such/runner{module}{inputs}{outputs}",
    ),
    "engine_device": Code(
        "The engine has no such device.",
        "Use one of those that `shlo doctor` lists, or omit --device.",
        _function("%0 = stablehlo.add %x, %x : tensor<2xf32>"),
        "run --random --engine numpy --device gpu:0",
    ),
    "engine_processes": Code(
        "The engine does not execute the program on several devices: it has a single one (all but numpy and xla), "
        "or its partitioner cannot split this program as it was asked to.",
        "Follow the help, if there is one. Or execute the program with --engine numpy, which simulates any number "
        "of processes, or one of its processes with --replicas 1 --partitions 1.",
        _function("%0 = stablehlo.add %x, %x : tensor<2xf32>"),
        "run --random --replicas 2 --engine cmd:runner{module}{inputs}{outputs}",
    ),
    "engine_rejects": Code(
        "The engine does not compile the program: it does not support an op, a type or a custom call.",
        "The message is the engine's. Replace what it names, or use another engine.",
    ),
    "engine_failed": Code(
        "The engine compiled the program, but reported an error when it executed it.",
        "The message is the engine's.",
    ),
    "engine_disconnected": Code(
        "The processes of a run with --distributed did not find each other, or one of them ended.",
        "Run the same command on each host, with the same HOST:PORT and number of hosts, and the index of the host.",
    ),
    "engine_crashed": Code(
        "The process of the engine, or the command, ended in the middle of its work, such as by a failed "
        "assertion in the engine.",
        "The last lines that it wrote are in the note. Report them, and the program, to the engine's "
        "developers; `shlo verify` tells whether the program is valid.",
    ),
    "engine_results": Code(
        "The engine returned arrays that are not those of the function: another number of results, other "
        "shapes or element types, or nothing that can be read. Or it answered otherwise than an engine does.",
        "This is an error in the engine, or in the command that is one.",
    ),
    "different_types": Code(
        "Two programs that `shlo compare` is to compare take or return values of different types.",
        "Compare programs whose functions have the same type, or choose the function with --entry.",
    ),
    "recorded_type": Code(
        "A recorded array is not of the type of the value whose name it has.",
        "Record the values of this program; `shlo run --dump-dir` shows their names and types.",
    ),
    "value_type": Code(
        "A function or a region has an argument or a result of a type of which StableHLO has no values: a scalar "
        "such as i32, a vector, a string, an element type that the specification does not list. MLIR takes it, "
        "and so does `shlo verify` without --strict.",
        "Write a scalar as a tensor of rank 0, `tensor<i32>`, and choose an element type of StableHLO.",
        "func.func @main(%x: i32) {\n  return\n}",
        "verify --strict",
    ),
    "recursive_call": Code(
        "A function calls itself, directly or indirectly. StableHLO does not support recursion: programs that do "
        "are not executed, and `shlo verify --strict` reports them.",
        "Use a loop instead: stablehlo.while.",
        "func.func @main() {\n  func.call @main() : () -> ()\n  return\n}",
        "run",
    ),
}


def _trapped(trap: str, meaning: str, help: str, op: str, constants: str, type: str) -> Code:
    """The code of a trap, with an op on two constants that triggers it."""
    lhs, rhs = constants.split()
    return Code(
        f"With --trap {trap}: {meaning}",
        help,
        _function(
            f"%0 = stablehlo.constant dense<{lhs}> : tensor<1x{type}>\n"
            f"%1 = stablehlo.constant dense<{rhs}> : tensor<1x{type}>\n"
            f"%2 = stablehlo.{op} %0, %1 : tensor<1x{type}>",
            "",
        ),
        f"run --trap {trap}",
    )


_TRAPS: Final[Mapping[str, Code]] = {
    "trap_nan": _trapped(
        "nan",
        "an operation produces a NaN from operands that are not NaN, elementwise or as a whole.",
        "Check the operands. Typical causes are the difference of two infinities and an argument outside of a function's domain.",
        "subtract", "0x7F800000 0x7F800000", "f32",
    ),
    "trap_inf": _trapped(
        "inf",
        "an operation produces an infinity from finite operands, elementwise or as a whole.",
        "Check the operands. Typical causes are overflow, division by zero and the logarithm of zero.",
        "divide", "1.0 0.0", "f32",
    ),
    "trap_overflow": _trapped(
        "overflow",
        "signed integer arithmetic wraps around, or a float overflows to infinity.",
        "Use a wider type, or scale the values.",
        "add", "127 1", "i8",
    ),
    "trap_unsigned_overflow": _trapped(
        "unsigned-overflow",
        "unsigned integer arithmetic wraps around.",
        "Omit the trap if wraparound is intended, as in hashes and random number generators.",
        "subtract", "0 1", "ui8",
    ),
    "trap_div0": _trapped(
        "div0",
        "an operation divides by zero.",
        "Replace divisors that are zero before the division, with stablehlo.select.",
        "remainder", "1 0", "i32",
    ),
    "trap_shift": _trapped(
        "shift",
        "a shift amount is negative, or greater than the bit width.",
        "Check how the shift amount is computed. The result contains no bit of the operand.",
        "shift_left", "1 33", "i32",
    ),
    "trap_full_shift": _trapped(
        "full-shift",
        "a shift amount equals the bit width.",
        "Omit the trap if shifting out all bits is intended, as in jax.random.PRNGKey.",
        "shift_left", "1 32", "i32",
    ),
    "trap_oob": Code(
        "With --trap oob: a start index is out of bounds. A slice is clamped to the bounds; an update "
        "of a scatter is skipped.",
        "Check how the index is computed.",
        _function(
            "%0 = stablehlo.constant dense<0.0> : tensor<4xf32>\n"
            "%1 = stablehlo.constant dense<4> : tensor<i32>\n"
            "%2 = stablehlo.dynamic_slice %0, %1, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>",
            "",
        ),
        "run --trap oob",
    ),
}  # fmt: skip


_REFINING: Final[Mapping[str, Code]] = {
    "shapes": Code(
        "--shapes names an unknown argument, or a shape that is incompatible with the argument.",
        "Write one size per dimension, `x=2x3`. Sizes that are already known cannot change.",
        _function("", "%x: tensor<?xf32>").replace("  \n", ""),
        "infer --shapes x=2x3",
    ),
    "shape_assertion": Code(
        "A shape assertion, which JAX exports as a custom call, failed.",
        "Choose shapes that satisfy the condition in the message.",
        _function(
            "%0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>\n"
            "%1 = stablehlo.constant dense<4> : tensor<i32>\n"
            "%2 = stablehlo.compare EQ, %0, %1 : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "stablehlo.custom_call @shape_assertion(%2) "
            '{error_message = "x has 4 elements", has_side_effect = true} : (tensor<i1>) -> ()',
            "%x: tensor<?xf32>",
        ),
        "infer --shapes x=3",
    ),
    "dynamic_shape": Code(
        "With --require-static: a shape remains dynamic, since it depends on values.",
        "Pass the shapes of all arguments. A shape that depends on the elements of an input cannot be "
        "made static.",
        _function("%0 = stablehlo.negate %x : tensor<?xf32>", "%x: tensor<?xf32>"),
        "infer --require-static",
    ),
}

_EXPECTING: Final[Mapping[str, Code]] = {
    "missing_diagnostic": Code(
        "With --expect-diagnostics: an expected diagnostic was not reported.",
        "If the program is correct, correct the comment: its text, line or severity.",
        "func.func @main() {\n  // expected-error@+1 {{terminator}}\n  return\n}",
        "verify --expect-diagnostics",
    ),
    "expectation": Code(
        "With --expect-diagnostics: the regular expression of an `expected-error-re` comment is invalid.",
        "Correct it. Text outside of `{{...}}` is matched literally.",
        "func.func @main() {\n  // expected-error-re@+1 {{{{(}}}}\n  return\n}",
        "verify --expect-diagnostics",
    ),
}

CODES: Final[Mapping[str, Code]] = {
    **_SYNTAX,
    **_NAMES,
    **_FUNCTIONS,
    **_RUNNING,
    **_TRAPS,
    **_REFINING,
    **_EXPECTING,
    **{name: Code(*row) for name, row in HLO_CODES.items()},
    "indexing_map": Code(
        "The text is not a valid indexing map.",
        "Write a map as `(d0, d1)[s0] -> (d0, s0 + 1), domain: d0 in [0, 3], d1 in [0, 9], s0 in [0, "
        "4]`. The domain gives the range of each variable, and optional constraints.",
    ),
}
