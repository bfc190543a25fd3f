"""XLA through jaxlib: its CPU client needs no jax, other devices come with the plug-ins of jax."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import Any

import numpy as np

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

Array = Any


def describe(argument: str) -> dict[str, Any]:
    """The version of jaxlib, and what it reads and runs on."""
    import jaxlib
    from jaxlib.mlir.dialects import stablehlo

    return {
        "version": jaxlib.__version__,
        "devices": [f"cpu:{number}" for number, _ in enumerate(devices_of("cpu")[1])] + others(),
        "stablehlo": stablehlo.get_current_version(),
    }


PLUGINS = ("jax_plugins", "libtpu")


def others() -> list[str]:
    """The accelerators that the plug-ins of jax know."""
    import importlib.util

    if importlib.util.find_spec("jax") is None or not any(map(importlib.util.find_spec, PLUGINS)):
        return []
    import jax

    found = {platform for platform in ("gpu", "tpu", jax.default_backend()) if platform != "cpu"}
    names = []
    for platform in sorted(found):
        try:
            names += [f"{platform}:{number}" for number, _ in enumerate(jax.devices(platform))]
        except RuntimeError:
            continue
    return names


def register_kernels() -> None:
    """Let XLA's CPU know the routines of LAPACK, which jax calls."""
    from jaxlib import xla_client

    try:
        from jaxlib import lapack

        for name, kernel, version in lapack.registrations()["cpu"]:
            xla_client.register_custom_call_target(name, kernel, platform="cpu", api_version=version)
        lapack._lapack.initialize()  # finds them in scipy
    except (AttributeError, ImportError, KeyError, TypeError, ValueError):
        return  # another version of jaxlib, or no scipy: programs that call them are rejected


@functools.cache
def devices_of(platform: str) -> tuple[Any, list[Any]]:
    """The client of a platform and its devices."""
    if platform == "cpu":
        from jaxlib import xla_client

        register_kernels()
        client = xla_client.make_cpu_client()
        return client, client.local_devices()
    import jax

    devices = jax.devices(platform)
    return devices[0].client, devices


def compile(program: str | bytes, options: dict[str, Any]) -> Callable[[list[Array]], list[Array]]:
    """The compiled program."""
    from jaxlib import xla_client

    platform, _, number = (options["device"] or "cpu").partition(":")
    client, devices = devices_of(platform)
    device = devices[int(number or 0)]
    chosen = xla_client.CompileOptions()
    chosen.num_replicas = chosen.num_partitions = 1
    chosen.device_assignment = xla_client.DeviceAssignment.create(place(device))
    if options["shardy"] and hasattr(chosen.executable_build_options, "use_shardy_partitioner"):
        chosen.executable_build_options.use_shardy_partitioner = True
    if hasattr(client, "compile_and_load"):
        executable = client.compile_and_load(program, xla_client.DeviceList((device,)), chosen)
    else:  # jaxlib before 0.6.1
        executable = client.compile(program, chosen)
    put = putter(client, device)

    def execute(arrays: list[Array]) -> list[Array]:
        results = executable.execute_sharded([put(array) for array in arrays])
        return [np.array(shards[0]) for shards in results.disassemble_into_single_device_arrays()]

    return execute


def place(device: Any) -> Array:
    """The device assignment of one replica and one partition."""
    return np.array([[device.id]])


def putter(client: Any, device: Any) -> Callable[[Array], Any]:
    """A function that copies an array to the device."""
    if device.platform != "cpu":
        import jax

        return lambda array: jax.device_put(array, device)
    if hasattr(client, "buffer_from_pyval"):  # jaxlib before 0.10
        return lambda array: client.buffer_from_pyval(array, device)
    import jaxlib._jax

    put = jaxlib._jax.dlpack_managed_tensor_to_buffer
    # a copy: it must be writable, and aligned as XLA wants it or else copied
    return lambda array: put(np.array(array, order="C").__dlpack__(), device, None)
