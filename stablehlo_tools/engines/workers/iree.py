"""IREE: its compiler and its runtime."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import numpy as np

Array = Any

# The driver of a device -> the target of the compiler.
TARGETS = {
    "cpu": ("local-task", "llvm-cpu", ("--iree-llvmcpu-target-cpu=host",)),
    "vmvx": ("local-task", "vmvx", ()),
    "cuda": ("cuda", "cuda", ()),
    "hip": ("hip", "rocm", ()),
    "vulkan": ("vulkan", "vulkan-spirv", ()),
    "metal": ("metal", "metal-spirv", ()),
}


# By default the compiler computes in f32 what is written in f64.
EXACT = ("--iree-input-demote-f64-to-f32=false", "--iree-input-demote-i64-to-i32=false")


def describe(argument: str) -> dict[str, Any]:
    """The version of the compiler, and the devices of this machine."""
    from importlib.metadata import version

    import iree.compiler
    import iree.runtime

    devices = ["cpu:0", "vmvx:0"]
    for driver in ("cuda", "hip", "vulkan", "metal"):
        if driver in iree.runtime.query_available_drivers():
            try:
                found = iree.runtime.get_driver(driver).query_available_devices()
            except (RuntimeError, ValueError):  # there is a driver, but none of its libraries or devices
                continue
            devices += [f"{driver}:{number}" for number, _ in enumerate(found)]
    return {"version": version("iree-base-compiler"), "devices": devices}


def uri(driver: str, number: str) -> str:
    """IREE's name of a device; the first one has no number."""
    return f"{driver}://{number}" if int(number or 0) else f"{driver}://"


def compile(program: str | bytes, options: dict[str, Any]) -> Callable[[list[Array]], list[Array]]:
    """The compiled program."""
    import iree.compiler
    import iree.runtime

    name, _, number = (options["device"] or "cpu").partition(":")
    driver, target, extra = TARGETS[name]
    try:
        compiled = iree.compiler.compile_str(
            program, target_backends=[target], input_type="stablehlo", extra_args=[*extra, *EXACT]
        )
    except iree.compiler.CompilerToolError as error:
        lines = str(error).splitlines()
        for line in lines:
            if line.startswith("Error code: -"):  # of a signal
                name = signal.Signals(-int(line.removeprefix("Error code: "))).name
                raise ChildProcessError(f"iree-compile crashed with {name}") from None
        first = next((place for place, line in enumerate(lines) if ": error: " in line), 0)
        raise ValueError("\n".join(lines[first:])) from None
    device = iree.runtime.get_driver(driver).create_device_by_uri(uri(driver, number))
    context = iree.runtime.SystemContext(config=iree.runtime.Config(device=device))
    module = iree.runtime.VmModule.copy_buffer(context.instance, compiled)
    context.add_vm_module(module)
    function = context.modules[module.name]["main"]

    def execute(arrays: list[Array]) -> list[Array]:
        results = function(*arrays)
        several = results if isinstance(results, (tuple, list)) else [] if results is None else [results]
        return [np.array(array.to_host()) for array in several]  # a copy: the memory is that of the result

    return execute
