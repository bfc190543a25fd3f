"""Any PJRT plug-in, through pypjrt."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

Array = Any

# Element types as numpy and as `PJRT_Buffer_Type` call them.
TYPES = {
    "bool": 1, "int8": 2, "int16": 3, "int32": 4, "int64": 5, "uint8": 6, "uint16": 7, "uint32": 8,
    "uint64": 9, "float16": 10, "float32": 11, "float64": 12, "complex64": 14, "complex128": 15,
}  # fmt: skip
DTYPES = {number: np.dtype(name) for name, number in TYPES.items()}


def describe(argument: str) -> dict[str, Any]:
    """The version of the plug-in, its devices, and the StableHLO that it reads."""
    plugin, client, devices = opened(argument)
    current = plugin.attributes.get("stablehlo_current_version")
    api = ".".join(map(str, plugin.api_version))
    return {
        "version": f"{client.platform_name}, PJRT {api}",
        "devices": [f"{client.platform_name}:{number}" for number, _ in enumerate(devices)],
        "stablehlo": ".".join(map(str, current)) if current else None,
    }


@functools.cache
def opened(argument: str) -> tuple[Any, Any, list[Any]]:
    """A plug-in, or the one that pypjrt finds, its client and the devices; they are never closed."""
    import pypjrt

    try:
        path = pypjrt.find_plugin(argument or None)
    except OSError as error:
        raise ImportError(f"{error}" if argument else NO_PLUGIN) from None
    plugin = pypjrt.Plugin(path)
    client = pypjrt.Client.create(plugin)
    return plugin, client, OPEN.enter_context(client.devices())


NO_PLUGIN = "pypjrt found no plug-in: use pjrt:PLUGIN.so"
OPEN = contextlib.ExitStack()


def compile(program: str | bytes, options: dict[str, Any]) -> Callable[[list[Array]], list[Array]]:
    """The compiled program."""
    _, client, devices = opened(options["argument"])
    device = devices[int((options["device"] or "").partition(":")[2] or 0)]
    executable = client.compile(program)

    def put(array: Array) -> Any:
        data = array if array.size else bytearray(1)  # ctypes takes no address of nothing
        return client.buffer_from_host(data, TYPES[array.dtype.name], array.shape, device)

    def execute(arrays: list[Array]) -> list[Array]:
        with contextlib.ExitStack() as stack:
            inputs = [stack.enter_context(put(array)) for array in arrays]
            return [fetched(stack.enter_context(buffer)) for buffer in executable(*inputs)]

    return execute


def fetched(buffer: Any) -> Array:
    """A buffer as an array."""
    result = np.empty(buffer.dimensions, DTYPES[buffer.element_type])
    if result.size:
        buffer.to_host(result)
    return result
