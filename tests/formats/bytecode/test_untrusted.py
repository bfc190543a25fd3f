"""No file is trusted: a damaged one says what is wrong, and where, and takes neither time nor memory."""

from __future__ import annotations

import random
import tracemalloc

import pytest

import stablehlo_tools
from stablehlo_tools.diagnostics.diagnostic import ParseError
from stablehlo_tools.formats import faults
from stablehlo_tools.formats.bytecode.container import IR, Header
from stablehlo_tools.formats.bytecode.cursor import BytecodeError, UnsupportedBytecode
from stablehlo_tools.formats.bytecode.operations import read_bytecode
from stablehlo_tools.formats.bytecode.repeated_operations import RepeatedOperations
from stablehlo_tools.text.statement.template import MAX_NESTING
from tests.formats.bytecode.files import FILES, data_of, file, numbers, section, strings

HUGE = 1 << 60


def refusal(data: bytes) -> BytecodeError:
    with pytest.raises(BytecodeError) as caught:
        read_bytecode(data)
    assert 0 <= caught.value.offset <= len(data)
    return caught.value


def attribute(*values: int) -> bytes:
    return numbers(*values)


def array(*entries: int) -> bytes:
    return attribute(0, len(entries), *entries)


def with_attributes(*attributes: bytes, types: tuple[bytes, ...] = (), texts: tuple[str, ...] = ()) -> bytes:
    """A file whose operation has the dictionary {op = <attribute 2>}, of which these begin with number 2."""
    dictionary = attribute(1, 1, 3, 2)
    name = attribute(2, 3)
    operation = b"\x01" + numbers(0) + numbers(1)
    rest = list(attributes)
    return file([dictionary, *rest[:1], name, *rest[1:]], list(types), operation, texts=texts)


def test_what_is_made_by_hand_is_read() -> None:
    module = read_bytecode(with_attributes(array()))
    (operation,) = module.body.operations
    assert (operation.name, operation.attributes) == ("test.op", {"op": ()})


def test_a_part_that_is_missing() -> None:
    error = refusal(b"ML\xefR" + numbers(6) + b"hand\0" + strings("a"))
    assert error.message == "the section of dialects is missing"


def test_a_part_that_comes_twice() -> None:
    data = b"ML\xefR" + numbers(6) + b"hand\0" + strings("a")
    error = refusal(data + strings("b"))
    assert (error.message, error.offset) == ("duplicate section of strings", len(data))


def test_a_version_of_bytecode_that_is_not_known() -> None:
    error = refusal(b"ML\xefR" + numbers(7) + b"hand\0")
    assert isinstance(error, UnsupportedBytecode)
    assert error.message == "this is version 7 of MLIR bytecode; the newest supported version is 6"


@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 6])
def test_a_claim_of_very_many_things_allocates_nothing(number: int) -> None:
    data = b"ML\xefR" + numbers(4) + b"hand\0"
    for each in (0, 1, 2, 3, 4, 5, 6):
        data += (
            section(each, numbers(HUGE)) if each == number or each in (5, 6) else section(each, numbers(0))
        )
    tracemalloc.start()
    try:
        refusal(data)
        assert tracemalloc.get_traced_memory()[1] < 1 << 18
    finally:
        tracemalloc.stop()


def test_an_attribute_that_is_part_of_itself() -> None:
    assert refusal(with_attributes(array(2))).message == "attribute 2 is part of itself"


def test_attributes_that_are_nested_too_deep() -> None:
    chain = [array(4 + number) for number in range(MAX_NESTING + 5)] + [array()]
    assert "nested more than 100 deep" in refusal(with_attributes(*chain)).message


def test_attributes_that_stand_for_far_too_much() -> None:
    """Each is two of the next: written out, there would be 2^60 of the last."""
    chain = [array(4 + number, 4 + number) for number in range(60)] + [array()]
    assert refusal(with_attributes(*chain)).message.endswith("exceeds the size limit when printed")


def test_a_location_that_is_part_of_itself() -> None:
    name, location = attribute(2, 3), attribute(14, 1, 2)
    assert refusal(file([name, location], [], b"\0" + numbers(2))).message == "location 2 is part of itself"


def test_a_chain_of_locations_may_be_long() -> None:
    chain = [attribute(14, 1, 3 + number) for number in range(5000)] + [attribute(15)]
    module = read_bytecode(file([attribute(2, 3), *chain], [], b"\0" + numbers(2)))
    assert len(module.location_aliases) == 5000


def test_an_attribute_that_is_not_there() -> None:
    assert (
        refusal(file([], [], b"\x01" + numbers(0, 77))).message
        == "attribute index 77 is out of bounds: the file has 1"
    )


def test_a_value_that_is_not_there() -> None:
    assert (
        refusal(file([], [], b"\x04" + numbers(0, 1, 5))).message
        == "value index 5 is out of bounds: the file has 0"
    )


def test_a_constant_of_very_many_elements_allocates_nothing() -> None:
    types = (numbers(13, 1, HUGE << 1, 1), numbers(5))  # tensor<2^60 x f32>
    data = with_attributes(numbers(18, 0, 4) + b"\0\0\x80\x3f", types=types)
    tracemalloc.start()
    try:
        module = read_bytecode(data)
        assert tracemalloc.get_traced_memory()[1] < 1 << 18
    finally:
        tracemalloc.stop()
    (operation,) = module.body.operations
    assert str(operation.attributes["op"].type) == f"tensor<{HUGE}xf32>"  # type: ignore[union-attr]


def test_a_constant_of_too_few_bytes() -> None:
    types = (numbers(13, 1, 3 << 1, 1), numbers(5))  # tensor<3xf32>
    error = refusal(with_attributes(numbers(18, 0, 8) + bytes(8), types=types))
    assert (
        error.message
        == "attribute 2: the constant holds 8 bytes; tensor<3xf32> takes 12, or 4 for all elements alike"
    )


def test_an_encoding_that_is_not_known() -> None:
    error = refusal(with_attributes(attribute(99)))
    assert isinstance(error, UnsupportedBytecode)
    assert error.message == "unknown code 99 of an attribute of the dialect `builtin`"


def test_the_diagnostic_says_at_which_byte() -> None:
    data = data_of("source.1.17.0.mlir.bc")[:1000]
    with pytest.raises(ParseError) as caught:
        stablehlo_tools.parse(data, name="cut.mlir.bc")
    diagnostic = caught.value.diagnostic
    assert diagnostic.code == faults.DAMAGED
    assert diagnostic.message.startswith("damaged at byte ")


def mutated(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8))):
        place = chance.randrange(4, len(changed))
        kind = chance.randrange(4)
        if kind == 0:
            changed[place] = chance.randrange(256)
        elif kind == 1:
            changed[place] ^= 1 << chance.randrange(8)
        elif kind == 2:
            del changed[place : place + chance.randrange(1, 5)]
        else:
            changed[place:place] = chance.randbytes(chance.randrange(1, 5))
    return bytes(changed)


@pytest.mark.parametrize("seed", range(8))
def test_mutated_files_give_diagnostics(seed: int) -> None:
    chance, files = random.Random(seed), [path.read_bytes() for path in FILES]
    for _ in range(100):
        data = mutated(chance.choice(files), chance)
        found = stablehlo_tools.verify(data)
        assert all(str(each) for each in found)


def test_every_beginning_of_a_file_is_refused() -> None:
    data = data_of("source.1.0.0.mlir.bc")
    for end in range(4, len(data) - 1):
        refusal(data[:end])


def outcome(data: bytes) -> object:
    """The module of a file, or what is wrong with it, and where."""
    try:
        return read_bytecode(data)
    except BytecodeError as error:
        return error.message, error.offset


@pytest.mark.parametrize("name", ["source.1.17.0.mlir.bc", "source.mlirbc", "source.0.12.0.mlir.bc"])
def test_a_damaged_operation_is_read_as_if_all_were_taken_apart(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, random_number = data_of(name), random.Random(name)
    section = Header(memoryview(data)).section(IR)
    damaged = []
    for _ in range(120):
        copy = bytearray(data)
        copy[random_number.randrange(section.place, section.end)] = random_number.randrange(256)
        damaged.append(bytes(copy))
    found = list(map(outcome, damaged))
    monkeypatch.setattr(RepeatedOperations, "read", lambda self, frame: None)
    assert found == list(map(outcome, damaged))
    assert any(isinstance(each, tuple) for each in found)


@pytest.mark.parametrize("number", [0x7F, 0x3FFF, 0x1FFFFF], ids="value {}".format)
def test_a_value_that_is_far_away(number: int) -> None:
    operation = b"\x04" + numbers(0) + numbers(1, number)
    error = refusal(file([], [], operation))
    assert error.message == f"value index {number} is out of bounds: the file has 0"
