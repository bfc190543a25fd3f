"""The codes of diagnostics that are not about the rules of one op: what each means and what to do about it."""

# ruff: noqa: E501 (lines of MLIR are long)
from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from stablehlo_tools.explanations.hlo_codes import HLO_CODES


class Code(NamedTuple):
    """What a code means, what to do about it, and a program for which `shlo <command>` gives it.

    There is no program where a file itself is at fault, or where only a caller of the library meets the code.
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


def _quantized(type: str) -> Code:
    return Code(
        "A quantized type breaks a constraint of the specification's section on types.",
        "Correct the type where the value is defined; all its uses say the same type.",
        _function("", f"%x: {type}").replace("  \n", ""),
    )


_SYNTAX: Final[Mapping[str, Code]] = {
    "syntax": Code(
        "The text is not MLIR at this place. What could stand there is listed; the next statement is read again.",
        "Write what is expected. An op whose pretty form is in doubt can be written in the generic form, "
        "`shlo fmt --generic` shows how.",
        _function("%0 = stablehlo.add %x %x : tensor<2xf32>"),
    ),
    "literal": Code(
        "A literal is malformed, or does not have the shape or the element type that is written behind it.",
        "Make the elements and the type agree. One element, `dense<0.0>`, fills a tensor of any shape.",
        _function("%0 = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<2xf32>"),
    ),
    "operand_count": Code(
        "The types that end a statement are for more or fewer operands than it has.",
        "Write a type for each operand: `: (type, type) -> type`.",
        _function('%0 = "stablehlo.negate"(%x, %x) : (tensor<2xf32>) -> tensor<2xf32>'),
    ),
    "result_count": Code(
        "The types that end a statement are for more or fewer results than it names.",
        "Write a type for each result; `%0:2 = ...` names two, `%0#0` and `%0#1`.",
        _function('%0:2 = "stablehlo.negate"(%x) : (tensor<2xf32>) -> tensor<2xf32>'),
    ),
    "unknown_type": Code(
        "There is no such type, or not with such parameters.",
        "Element types are i1, i4, i8, ..., ui8, ..., bf16, f16, f32, f64, f8E4M3FN and its like, "
        "complex<f32>, complex<f64> and !quant.uniform<...>.",
        _function("%0 = stablehlo.negate %x : tensor<2xfloat32>"),
    ),
    "unknown_op": Code(
        "The dialect has no op of that name.",
        "Correct the name.",
        _function("%0 = stablehlo.exponental %x : tensor<2xf32>"),
    ),
    "dimension_numbers": Code(
        "A list of a convolution's dimensions, such as [b, 0, 1, f], lacks one of its letters or numbers, or has "
        "one twice.",
        "Write b and f (i and o for the kernel) and the numbers of the spatial dimensions from 0, each once.",
        _function(
            "%0 = stablehlo.convolution(%x, %x) dim_numbers = [b, f, f]x[i, o, 0]->[b, f, 0], window = {} "
            "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
            "(tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>",
            "%x: tensor<1x1x1xf32>",
        ),
    ),
    "missing_field": Code(
        "An attribute of several fields lacks one that it must have.",
        "Write the field; the message names it.",
        _function(
            '%0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<>, '
            "algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32>}> "
            ": (tensor<2xf32>, tensor<2xf32>) -> tensor<2x2xf32>"
        ),
    ),
    "unknown_property": Code(
        "What stands between `<{` and `}>` is a property of the op, and it has none of that name.",
        "Correct the name; other attributes stand between `{` and `}`.",
        _function('%0 = "stablehlo.negate"(%x) <{sort = 1 : i64}> : (tensor<2xf32>) -> tensor<2xf32>'),
    ),
    "old_spelling": Code(
        "A spelling that StableHLO gave up; it is read as what it meant.",
        "`shlo fmt` writes the spelling of today.",
        _function(
            '%0 = "stablehlo.transpose"(%x) {permutation = dense<0> : tensor<1xi64>} : '
            "(tensor<2xf32>) -> tensor<2xf32>"
        ),
    ),
    "unsupported_form": Code(
        "The pretty form of an op of another dialect is not known, so it cannot be read.",
        'Print the program in the generic form: every op as `"dialect.op"(...)`.',
        _function("%0 = test.op %x : tensor<2xf32>"),
    ),
    "unknown_dialect": Code(
        "With --strict: nothing is known of the dialect, so the op is not checked.",
        "Leave out --strict, if the op is meant to be there.",
        '"test.op"() : () -> ()',
        "verify --strict",
    ),
    "not_checked": Code(
        "Nothing is known of the dialect, so its ops are not checked; those that StableHLO has are.",
        "With --strict each is an error.",
        '"test.op"() : () -> ()',
    ),
    "elided_literal": Code(
        "The elements of a constant were left out when the program was printed: it cannot be run. An error with "
        "--strict.",
        "Print the program again in full.",
        _function("%0 = stablehlo.constant dense_resource<__elided__> : tensor<8xf32>"),
    ),
    "unknown_field": Code(
        "An attribute of several fields, such as #stablehlo.gather<...>, has none of that name.",
        "Correct the name; a field that is empty can be left out.",
        _function(
            '%0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = '
            "#stablehlo.dot<lhs_contracting_dims = [0], rhs_contracting_dimensions = [0]>}> "
            ": (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>"
        ),
    ),
    "nesting": Code(
        "Brackets, regions or aliases are nested deeper than 100, which no program needs.",
        "Flatten the program; a tuple of tuples of ... is the usual cause, or a generator that does not end.",
        "func.func private @main(" + "tuple<" * 101 + "token" + ">" * 101 + ")",
    ),
    "alias_size": Code(
        "Aliases that stand for aliases stand for more text, written out, than any program has.",
        "Write the attribute itself where it is used, or fewer levels of aliases.",
        "\n".join(
            ["#a0 = [0, 0, 0, 0, 0, 0, 0, 0]"]
            + [f"#a{n} = [{', '.join([f'#a{n - 1}'] * 8)}]" for n in range(1, 10)]
        )
        + '\n"test.op"() {value = #a9} : () -> ()',
    ),
    "unclosed_region": Code(
        "A `{` is never closed. The text may have been cut short.",
        "Close the brace, or get the whole file.",
        "func.func @main() {\n  return",
    ),
    "unmatched_brace": Code(
        "A `}` closes nothing.", "Remove it, or open the brace it should close.", _function("") + "\n}"
    ),
    "control_character": Code(
        "There is a NUL or another character in the text that no editor writes.",
        "Remove it; the file may have been damaged, or be no text.",
        "func.func @main() {\n  // \x01\n  return\n}",
    ),
    "configuration": Code(
        "A configuration file, a value of --config or a baseline is no TOML or JSON, has a key that there is not, or "
        "a value that cannot be.",
        "Correct it; the message names the keys, or what the value must be. `shlo lint --show-settings` shows all.",
    ),
    "not_mlir": Code(
        "This is no MLIR, neither text nor bytecode, and no HLO text either where that will do: an array, say, or "
        "an empty file.",
        "Give a file with a program. `jax.export.Exported.mlir_module()` prints one as text.",
        "model = export(f)",
    ),
    "damaged_bytecode": Code(
        "A file of MLIR bytecode is damaged: the message says at which byte, and what is wrong there.",
        "Copy or export it again: files that are changed or cut short on their way, as text say, are like this.",
    ),
    "unsupported_bytecode": Code(
        "A file of MLIR bytecode holds what cannot be read: a version that is not known yet, or attributes of a "
        "dialect whose encoding is not known.",
        "Update stablehlo_tools; or export the program as a portable artifact, or as text.",
    ),
    "unsupported_vhlo": Code(
        "An op of VHLO stands for none that StableHLO has, as far as is known.",
        "Update stablehlo_tools, if the op is of a newer version; or correct its name or attributes.",
        'func.func @main() {\n  %0 = "vhlo.answer_v42"() : () -> tensor<f32>\n  return\n}',
    ),
    "no_such_version": Code(
        "The version of StableHLO that a portable artifact is written for cannot hold this.",
        "Write it for a later version, or write the program in ops that this version has.",
    ),
    "no_program": Code(
        "There is no operation in this text, only comments or aliases.",
        "Nothing, if that is meant; the text may have been cut short.",
        "// nothing",
    ),
    "several_programs": Code(
        "Lines `// -----` part this text into several programs, where one is wanted.",
        "Give a file with one of them; `shlo verify` and `shlo fmt` take them all.",
        "func.func @main() {\n  return\n}\n// -----\nfunc.func @main() {\n  return\n}",
        "run",
    ),
    "unreadable_file": Code(
        "The file does not exist or may not be read, or nothing matches the pattern.",
        "Correct the path.",
    ),
}


_NAMES: Final[Mapping[str, Code]] = {
    "undefined_value": Code(
        "No value of that name is visible here: it is misspelt, or defined in a region that has ended.",
        "Correct the name; what a region computes is visible outside only as a result of its op.",
        _function("%0 = stablehlo.negate %y : tensor<2xf32>"),
    ),
    "redefined_value": Code(
        "Two values of one scope have the same name.",
        "Rename one of them. In SSA form a name stands for one value.",
        _function("%0 = stablehlo.negate %x : tensor<2xf32>\n%0 = stablehlo.abs %x : tensor<2xf32>"),
    ),
    "use_before_definition": Code(
        "The value is defined further down, or in a block that need not have been run.",
        "Move the definition in front of its uses.",
        _function("%0 = stablehlo.negate %1 : tensor<2xf32>\n%1 = stablehlo.abs %x : tensor<2xf32>"),
    ),
    "type_of_use": Code(
        "A value is used with another type than it was defined with.",
        "Write the type of the definition; stablehlo.convert makes a value of another element type, "
        "stablehlo.reshape one of another shape.",
        _function("%0 = stablehlo.negate %x : tensor<2xf64>"),
    ),
    "foreign_types": Code(
        "An op of another dialect, such as arith or tensor, has operands or results of types that do not fit "
        "together.",
        "Correct the types; arith.index_cast, arith.extsi and their like convert scalars.",
        _function('%0 = "tensor.dim"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> index'),
    ),
    "sharding": Code(
        "A sharding has other dimensions than the value that it is of, or there are more or fewer of them than "
        "values; when a program runs: a dimension cannot be split into equal parts.",
        "A sharding of a tensor of rank 2 is `<@mesh, [{...}, {...}]>`.",
        _function(
            "%0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} "
            ": tensor<2xf32>"
        )
        + '\nsdy.mesh @mesh = <["x"=2]>',
    ),
    "mesh_axes": Code(
        "A sharding, or a group of processes, names an axis that its mesh does not have, a part that it cannot be "
        "split into, or the same axis twice.",
        "Correct the axis: the mesh lists those that there are.",
        _function(
            '%0 = stablehlo.abs %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} '
            ": tensor<2xf32>"
        )
        + '\nsdy.mesh @mesh = <["x"=2]>',
    ),
    "undefined_symbol": Code(
        "No function of that name is in the module.",
        "Correct the name, or add the function.",
        _function("func.call @helper(%x) : (tensor<2xf32>) -> ()"),
    ),
    "duplicate_symbol": Code(
        "Two functions of a module, or other symbols such as meshes, have the same name.",
        "Rename one of them and what names it.",
        "func.func @main() {\n  return\n}\nfunc.func @main() {\n  return\n}",
    ),
    "undefined_alias": Code(
        "An alias, `#name`, `!name` or `loc(#name)`, is not defined, or only below its use.",
        "Define it above: `!name = tensor<2xf32>`.",
        _function("%0 = stablehlo.negate %x : !float"),
    ),
    "redefined_alias": Code(
        "Two aliases of a file have the same name.",
        "Rename one of them.",
        "#a = 1\n#a = 2",
    ),
    "module_block": Code(
        "A module has more than one block, or a block with arguments.",
        "Leave out the label.",
        '"builtin.module"() ({\n^bb0(%x: tensor<f32>):\n}) : () -> ()',
    ),
    "return_operand": Code(
        "A region gives something that programs of StableHLO have no values of: a tensor without a rank, a scalar "
        "that is no tensor.",
        "Give a ranked tensor.",
        _function(
            '%0 = "stablehlo.if"(%p) ({\n  stablehlo.return %u : tensor<*xf32>\n}, {\n'
            "  stablehlo.return %x : tensor<2xf32>\n}) : (tensor<i1>) -> tensor<2xf32>",
            "%p: tensor<i1>, %x: tensor<2xf32>, %u: tensor<*xf32>",
        ),
    ),
    "undefined_block": Code(
        "A branch names a block that its region does not have.",
        "Correct the label.",
        "func.func @main() {\n  cf.br ^bb1\n}",
    ),
    "branch": Code(
        "A branch passes more, fewer or other values than its block takes, or goes to the first block of its region.",
        "Pass what the label says: `cf.br ^bb1(%0 : tensor<f32>)`. What begins a loop is a block of its own.",
        "func.func @main() {\n  cf.br ^bb1\n^bb1(%0: tensor<f32>):\n  return\n}",
    ),
    "region_blocks": Code(
        "A region of an op has several blocks. In StableHLO each has one, that ends in stablehlo.return.",
        "Remove the others; stablehlo.if, stablehlo.case and stablehlo.while take the place of branches.",
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
        'In the generic form the name is the attribute `sym_name = "main"`.',
        '"func.func"() <{function_type = () -> ()}> ({\n  "func.return"() : () -> ()\n}) : () -> ()',
    ),
    "nested_function": Code(
        "A function stands in another function, or in a region of an op, where nothing can call it.",
        "Move it out, to the module.",
        _function("func.func private @inner()"),
    ),
    "one_region": Code(
        "A function or a module has no region or several, or has operands or results.",
        'In the generic form a function is `"func.func"() <{...}> ({ ... }) : () -> ()`.',
        '"func.func"() <{function_type = () -> (), sym_name = "main"}> ({\n  "func.return"() : () -> ()\n}, '
        "{\n}) : () -> ()",
    ),
    "signature_attributes": Code(
        "An attribute of an argument or of a result has no dialect in its name, or arg_attrs or res_attrs is not a "
        "list with one dictionary for each.",
        "Name the attribute `dialect.name`: MLIR reads no other there.",
        "func.func private @main(tensor<2xf32> {donated})",
    ),
    "module_attribute": Code(
        "An attribute of a module has no dialect in its name.",
        "Name it `dialect.name`: MLIR reads no other there.",
        "module attributes {num_replicas = 2 : i32} {\n}",
    ),
    "sym_visibility": Code(
        "The visibility of a function is not one of public, private and nested.",
        "Correct it, or leave it out: functions are public.",
        '"func.func"() <{function_type = () -> (), sym_name = "main", sym_visibility = "hidden"}> ({\n'
        '  "func.return"() : () -> ()\n}) : () -> ()',
    ),
    "declaration": Code(
        "A public function has no body.",
        "Write `func.func private` for a function that is defined elsewhere, or give it a body.",
        "func.func @main(tensor<2xf32>)",
    ),
    "function_type": Code(
        "What a function is declared to take is not what its entry block takes; or a func.constant has "
        "another type than the function that it names.",
        "Make the two types agree.",
        '"func.func"() <{function_type = (tensor<2xf32>) -> (), sym_name = "main"}> ({\n'
        '^bb0(%x: tensor<3xf32>):\n  "func.return"() : () -> ()\n}) : () -> ()',
    ),
    "return_count": Code(
        "A function returns more or fewer values than it declares.",
        "Return what the signature says, or correct the signature.",
        "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return\n}",
    ),
    "return_type": Code(
        "A function returns a value of another type than it declares.",
        "Make the signature and the value agree.",
        "func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {\n  return %x : tensor<2xf32>\n}",
    ),
    "call_count": Code(
        "A call has more or fewer operands or results than the function.",
        "Give an operand for each argument, and take each result.",
        _function("func.call @main() : () -> ()"),
    ),
    "call_type": Code(
        "An operand or a result of a call has another type than the function says.",
        "Make the types agree.",
        _function(
            "%0 = stablehlo.constant dense<0.0> : tensor<3xf32>\nfunc.call @main(%0) : (tensor<3xf32>) -> ()"
        ),
    ),
    "terminator": Code(
        "A block does not end in its terminator, or one stands elsewhere, or has results or regions: a function "
        "ends in func.return (or stablehlo.return), a region of an op in stablehlo.return.",
        "End the block in the terminator that belongs there, and nowhere else have one.",
        "func.func @main(%x: tensor<2xf32>) {\n  %0 = stablehlo.negate %x : tensor<2xf32>\n}",
    ),
}


_RUNNING: Final[Mapping[str, Code]] = {
    "no_entry": Code(
        "The module has no function to run: none of that name, or one without a body.",
        "Name the function with --entry; without it, `main` or the only function is run.",
        "func.func @first() {\n  return\n}\nfunc.func @second() {\n  return\n}",
        "run",
    ),
    "plugin": Code(
        "Python that was brought along for custom calls cannot be imported, fails, or returns something else than "
        "the call says.",
        "Mend the plugin, at the line that the message names.",
        _function(""),
        "run --plugin no_such_module",
    ),
    "missing_input": Code(
        "Arguments of the function are not given.",
        "Give them with --inputs, or let --random make them up.",
        _function(""),
        "run",
    ),
    "input_count": Code(
        "More or fewer inputs are given than the function has arguments.",
        "Give an array for each argument, in order.",
    ),
    "input_name": Code(
        "A dictionary of inputs names an argument that the function does not have, or one twice, or leaves one out.",
        "Name each argument once: by number, as the program does, or as JAX does.",
    ),
    "input_type": Code(
        "An input has another shape or element type than the argument; nothing is converted.",
        "Convert it before: `x.astype(numpy.float32)`.",
        _function(""),
        "run --inputs i32=0",
    ),
    "unsupported_op": Code(
        "The program is right, but `shlo` cannot execute this op, or not with these operands.",
        "`shlo verify` still checks the program. Where the op can be replaced, do that to run it here.",
        _function("stablehlo.custom_call @unknown(%x) : (tensor<2xf32>) -> ()"),
        "run --random",
    ),
    "unsupported_type": Code(
        "The program is right, but numpy and ml_dtypes have no arrays of this element type.",
        "`shlo verify` still checks the program.",
        _function("", "%x: tensor<2xf80>"),
        "run --random",
    ),
    "malformed_op": Code(
        "An op that was not verified lacks what it needs to be executed.",
        "Verify the module first; `stablehlo_tools.run` does so itself.",
    ),
    "check_failed": Code(
        "The program checks a value itself, with an op of the check dialect, and the check does not hold.",
        "See which elements differ, and where they come from.",
        _function(
            "%0 = stablehlo.constant dense<1> : tensor<i32>\n%1 = stablehlo.constant dense<2> : tensor<i32>\ncheck.expect_eq %0, %1 : tensor<i32>",
            "",
        ),
        "run",
    ),
    "no_function": Code(
        "A function that is called has no body in this module, so it cannot be executed.",
        "Add its body.",
        "func.func private @helper()\nfunc.func @main() {\n  func.call @helper() : () -> ()\n  return\n}",
        "run",
    ),
    "deadlock": Code(
        "Processes wait for each other, or for one that has ended, so that none can go on.",
        "Let all processes of a group execute the same collectives in the same order; pair each send with a recv.",
    ),
    "exchange_mismatch": Code(
        "The processes of a group meet in different operations, or with values of different types.",
        "Let all processes of a group execute the same collective on values of the same types.",
    ),
    "never_received": Code(
        "A process sends something to another that ends without receiving it.",
        "Pair each send with a recv of the same channel.",
    ),
    "shapes_of_processes": Code(
        "A result has not the same shape in all processes, so it cannot be written as one array.",
        "Run the program from Python, which gets a list for each process.",
    ),
    "undefined_mesh": Code(
        "A sharding names a mesh that the module does not define.",
        'Correct the name, or define it: `sdy.mesh @mesh = <["x"=2]>`.',
    ),
    "mesh_size": Code(
        "A value is split among another number of devices than there are processes, or among millions.",
        "Give as many --partitions as the mesh has devices, or none: then there is a process for each device.",
    ),
    "manual_computation_part": Code(
        "The body of sdy.manual_computation takes another type than the part that a device has of the tensor.",
        "Divide the dimensions of the tensor by the sizes of the manual axes that split them.",
    ),
    "no_group": Code(
        "A process executes a collective op in whose groups it is not.",
        "Name every process in replica_groups, or let only those that are there execute the op.",
    ),
    "no_process": Code(
        "A group has a process that the grid has not.",
        "Run with more --replicas or --partitions, or correct the groups.",
    ),
    "no_partner": Code(
        "A send or recv between devices does not say from which process to which.",
        "Give it source_target_pairs.",
    ),
    "wrong_values": Code(
        "What arrives at an infeed or recv is of other types than its results.",
        "Send, or give with --infeed, what the op says.",
    ),
    "infeed_empty": Code(
        "An infeed is executed when the host has nothing more to give.",
        "Give a file for each infeed with --infeed.",
        _function(
            "%0 = stablehlo.create_token : !stablehlo.token\n"
            '%1:2 = "stablehlo.infeed"(%0) : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)',
            "",
        ),
        "run",
    ),
    "ragged_all_to_all": Code(
        "Slices that ragged_all_to_all sends lie outside of its first operand, or of the second where they go to.",
        "Correct the offsets and sizes among its operands.",
    ),
    "custom_call_computation": Code(
        "A custom call that folds or compares has no function to do that with, or several.",
        "Name one in called_computations.",
        _function(
            "%0 = stablehlo.custom_call @ApproxTopK(%x, %x) {mhlo.backend_config = {reduction_dim = 0 : i64}} "
            ": (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>"
        ),
        "run --random",
    ),
    "custom_call_operands": Code(
        "A custom call has operands, or results, of another number or of other types than its target is for.",
        "Give it those that it takes; what the compiler behind the target documents holds.",
        _function("%0 = stablehlo.custom_call @Qr(%x) : (tensor<2xf32>) -> tensor<2xf32>"),
        "run --random",
    ),
    "custom_call_shape": Code(
        "A result of a custom call has not the type that the call says, or not the shape that one of its operands "
        "says, at indices_of_shape_operands.",
        "Correct the type, or the operand.",
        _function(
            "%0 = stablehlo.constant dense<3> : tensor<1xi32>\n"
            "%1 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %0) "
            "{indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<2xf32>, tensor<1xi32>) -> tensor<?xf32>"
        ),
        "run --random",
    ),
    "too_many_processes": Code(
        "The system has no thread left for a process of the grid.",
        "Run with fewer replicas or partitions.",
    ),
    "out_of_memory": Code(
        "The program takes more memory than --max-memory allows, or than there is. The arrays that it holds at once are known "
        "before it runs, but for those whose shapes depend on values.",
        "Allow more, if there is more; the largest of the arrays are listed with the operations that make them.",
        _function("%0 = stablehlo.add %x, %x : tensor<2xf32>"),
        "run --random --max-memory 4B",
    ),
    "max_steps": Code(
        "The run was to take so many steps at most: operations, each time one is executed, and rounds of loops.",
        "Allow more with --max-steps, unless a loop does not end: the rounds it was in are listed.",
        _LOOP,
        "run --random --max-steps 100",
    ),
    "timeout": Code(
        "The run was to take so many seconds at most. The operation that would have been next is shown.",
        "Allow more with --timeout, unless a loop does not end: the rounds it was in are listed.",
        _LOOP,
        "run --random --timeout 0.1",
    ),
    "recursive_call": Code(
        "A function calls itself, directly or not. StableHLO has no recursion.",
        "Write a loop: stablehlo.while.",
        "func.func @main() {\n  func.call @main() : () -> ()\n  return\n}",
        "run",
    ),
}


def _trapped(trap: str, meaning: str, help: str, op: str, constants: str, type: str) -> Code:
    """The code of a trap, and an op of two constants that it is for."""
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
        "an operation makes a NaN out of operands that have none, at that place or at all.",
        "See the operands: infinities cancel out, or a function has no value there.",
        "subtract", "0x7F800000 0x7F800000", "f32",
    ),
    "trap_inf": _trapped(
        "inf",
        "an operation makes an infinity out of operands that have none, at that place or at all.",
        "See the operands: a number is too large, or a divisor or the operand of a logarithm is zero.",
        "divide", "1.0 0.0", "f32",
    ),
    "trap_overflow": _trapped(
        "overflow",
        "a signed integer is too large for its type and wraps around, or a float becomes infinite.",
        "Use a wider type, or scale the values.",
        "add", "127 1", "i8",
    ),
    "trap_unsigned_overflow": _trapped(
        "unsigned-overflow",
        "an unsigned integer is too large for its type, or below zero, and wraps around.",
        "Leave the trap out where numbers wrap around on purpose, as in hashes and random number generators.",
        "subtract", "0 1", "ui8",
    ),
    "trap_div0": _trapped(
        "div0",
        "a number is divided by zero.",
        "Select another divisor where it is zero, before dividing.",
        "remainder", "1 0", "i32",
    ),
    "trap_shift": _trapped(
        "shift",
        "the bits of an integer are shifted by a negative count, or by more than there are.",
        "See where the count comes from; the result has no bit of the operand.",
        "shift_left", "1 33", "i32",
    ),
    "trap_full_shift": _trapped(
        "full-shift",
        "the bits of an integer are shifted by exactly as many as there are.",
        "Leave the trap out where programs shift all bits out on purpose, as jax.random.PRNGKey does.",
        "shift_left", "1 32", "i32",
    ),
    "trap_oob": Code(
        "With --trap oob: a start index is out of bounds. A slice is moved until it is inside; an update by scatter is left out.",
        "See where the index comes from.",
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
        "--shapes names an argument that is not there, or gives it a shape that it cannot have.",
        "Write a size for each dimension, `x=2x3`; those that are known must stay as they are.",
        _function("", "%x: tensor<?xf32>").replace("  \n", ""),
        "infer --shapes x=2x3",
    ),
    "shape_assertion": Code(
        "A condition on shapes, which JAX left in the program as a custom call, does not hold.",
        "Give arguments of other shapes; the message says which are wanted.",
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
        "With --require-static: this shape stays unknown, since it depends on values.",
        "Give the shapes of all arguments. What depends on elements of an input cannot be made static.",
        _function("%0 = stablehlo.negate %x : tensor<?xf32>", "%x: tensor<?xf32>"),
        "infer --require-static",
    ),
}

_EXPECTING: Final[Mapping[str, Code]] = {
    "missing_diagnostic": Code(
        "With --expect-diagnostics: a comment expects a diagnostic that is not given.",
        "Correct the comment, its text, its line or its severity, if the program is as it should be.",
        "func.func @main() {\n  // expected-error@+1 {{terminator}}\n  return\n}",
        "verify --expect-diagnostics",
    ),
    "expectation": Code(
        "With --expect-diagnostics: the regular expression of an `expected-error-re` is none.",
        "Correct it; outside of its `{{...}}` the text stands for itself.",
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
        "A text is no indexing map.",
        "A map is `(d0, d1)[s0] -> (d0, s0 + 1), domain: d0 in [0, 3], d1 in [0, 9], s0 in [0, 4]`: the domain "
        "says which values each variable has, and may constrain expressions too.",
    ),
    "quantized_c3": _quantized("tensor<2x!quant.uniform<i8<-200:127>:f32, 0.5>>"),
    "quantized_c4": _quantized("tensor<2x!quant.uniform<i8:f16, 1.0e+10>>"),
    "quantized_c5": _quantized("tensor<2x!quant.uniform<i8:f32, -0.5>>"),
    "quantized_c6": _quantized("tensor<2x!quant.uniform<i8:f32, 1.0e+999>>"),
    "quantized_c7": _quantized("tensor<2x!quant.uniform<i8:f32, 0.5:200>>"),
    "quantized_c10": _quantized("tensor<2x!quant.uniform<i8:f32, {0.5, 0.25}>>"),
    "quantized_c11": _quantized("tensor<2x!quant.uniform<i8:f32:-1, {0.5, 0.25}>>"),
    "quantized_c12": _quantized("tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>"),
    "quantized_c13": _quantized("tensor<2x!quant.uniform<i8:f32:0, {0.5}>>"),
}
