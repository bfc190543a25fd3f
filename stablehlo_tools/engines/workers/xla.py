"""XLA through jaxlib: its CPU client needs no jax, other devices come with the plug-ins of jax."""

from __future__ import annotations

import functools
import ipaddress
import math
import os
import sys
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")

Array = Any


def describe(argument: str) -> dict[str, Any]:
    """The version of jaxlib, the version of StableHLO that it reads, and its devices."""
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

    platforms = {platform for platform in ("gpu", "tpu", jax.default_backend()) if platform != "cpu"}
    names = []
    for platform in sorted(platforms):
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
def devices_of(platform: str, count: int = 1) -> tuple[Any, list[Any]]:
    """The client of a platform and its devices; the CPU has as many as wanted."""
    if platform == "cpu":
        from jaxlib import xla_client

        register_kernels()
        client = xla_client.make_cpu_client(**({"num_devices": count} if count > 1 else {}))
        return client, client.local_devices()
    return all_devices_of(platform)


def connect(options: dict[str, Any]) -> None:
    """Connect to the other hosts; on the CPU, with the given number of devices."""
    import jax

    if (options["device"] or "cpu") == "cpu":
        jax.config.update("jax_platforms", "cpu")
        jax.config.update("jax_num_cpu_devices", options["num_devices"])
        listen_at(options["address"], options["host"])
    seconds = int(options["seconds"]) + 60  # the caller has its own limit, which is the shorter one
    jax.distributed.initialize(
        options["address"],
        options["num_hosts"],
        options["host"],
        cluster_detection_method="deactivate",  # all of it is known: nobody else is asked
        coordinator_bind_address=options["address"],  # JAX would listen at all addresses
        initialization_timeout=seconds,
    )


def listen_at(address: str, host: int) -> None:
    """Let the CPU's collectives listen at the address that is named, if it is of this machine.

    By themselves they do at that of the machine's name, which others may reach.
    """
    try:
        from jaxlib import _jax
    except ImportError:  # jaxlib before 0.6.1
        from jaxlib import xla_extension as _jax
    name = address.rpartition(":")[0].strip("[]")
    if host == 0 or is_loopback(name):
        make = _jax.make_gloo_tcp_collectives
        _jax.make_gloo_tcp_collectives = functools.partial(make, hostname=name)


def is_loopback(name: str) -> bool:
    """Whether it is the address of this machine for itself."""
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def disconnect() -> None:
    """Wait for the other hosts, and disconnect."""
    import jax

    jax.distributed.shutdown()


def all_devices_of(platform: str) -> tuple[Any, list[Any]]:
    """The client of a platform and its devices on all hosts."""
    import jax

    devices = jax.devices(platform)
    return devices[0].client, devices


def compile(program: str | bytes, options: dict[str, Any]) -> Callable[[list[Array]], list[Array]]:
    """The compiled program."""
    platform, _, number = (options["device"] or "cpu").partition(":")
    count = options["num_replicas"] * options["num_partitions"]
    client, devices = all_devices_of(platform) if options["distributed"] else devices_of(platform, count)
    chosen = [devices[int(number)]] if number else devices[:count]
    executable = compiled(client, chosen, program, options)
    if count > 1:
        return Spread(client, chosen, executable, options)
    return Single(client, chosen[0], executable)


class Single:
    """A program on one device."""

    def __init__(self, client: Any, device: Any, executable: Any) -> None:
        self.executable = executable
        self.put = putter(client, device)

    def __call__(self, arrays: list[Array]) -> list[Array]:
        """The results."""
        results = self.executable.execute_sharded([self.put(array) for array in arrays])
        return [np.asarray(shards[0]) for shards in results.disassemble_into_single_device_arrays()]


def compiled(client: Any, devices: list[Any], program: str | bytes, options: dict[str, Any]) -> Any:
    """The executable for these devices: one device per partition of each replica."""
    from jaxlib import xla_client

    chosen = xla_client.CompileOptions()
    chosen.num_replicas, chosen.num_partitions = grid = options["num_replicas"], options["num_partitions"]
    places = np.array([device.id for device in devices]).reshape(grid)
    chosen.device_assignment = xla_client.DeviceAssignment.create(places)
    build = chosen.executable_build_options
    build.use_spmd_partitioning = options["num_partitions"] > 1
    if options["shardy"] and hasattr(build, "use_shardy_partitioner"):
        build.use_shardy_partitioner = True
    if hasattr(client, "compile_and_load"):
        return client.compile_and_load(program, xla_client.DeviceList(tuple(devices)), chosen)
    return client.compile(program, chosen)  # jaxlib before 0.6.1


def putter(client: Any, device: Any) -> Callable[[Array], Any]:
    """A function that copies an array to the device."""
    if device.platform != "cpu":
        import jax

        return lambda array: jax.device_put(array, device)
    if hasattr(client, "buffer_from_pyval"):  # jaxlib before 0.10
        return lambda array: client.buffer_from_pyval(array, device)
    import jaxlib._jax

    put = jaxlib._jax.dlpack_managed_tensor_to_buffer
    return lambda array: put(array.__dlpack__(), device, None)


class Spread:
    """A program on several devices: one process each, unless XLA has partitioned the program.

    Inputs and results are then split and joined by XLA's shardings.
    """

    def __init__(self, client: Any, devices: list[Any], executable: Any, options: dict[str, Any]) -> None:
        self.devices = devices
        self.executable = executable
        self.puts = [putter(client, device) if is_own(device) else None for device in devices]
        self.shapes = options["results"]
        self.width = len(devices) if options["is_partitioned"] else 1  # devices of a process

    def __call__(self, arrays: list[Array]) -> list[Array]:
        """The results of each process, whose inputs are one after the other."""
        processes = len(self.devices) // self.width
        count = len(arrays) // processes
        shardings = self.executable.get_parameter_shardings() or [None] * count
        inputs = []
        for place, sharding in enumerate(shardings):
            wholes = arrays[place::count] if count else []
            parts = [part for whole in wholes for part in split(whole, self.tiles(sharding, whole.ndim))]
            inputs.append(self.placed(parts))
        results = self.executable.execute_sharded(inputs).disassemble_into_single_device_arrays()
        own = [[np.array(shard) for shard in shards] for shards in results]
        return self.joined(own if all(self.puts) else [gathered(shards, self.devices) for shards in own])

    def placed(self, parts: list[Array]) -> Any:
        """An array of XLA that has a part on each device. Only its parts matter: it has the shape of one."""
        from jaxlib import xla_client

        try:
            from jaxlib import _jax
        except ImportError:  # jaxlib before 0.6.1
            from jaxlib import xla_extension as _jax
        replicated = xla_client.OpSharding()
        replicated.type = xla_client.OpSharding.Type.REPLICATED
        sharding = _jax.GSPMDSharding(xla_client.DeviceList(tuple(self.devices)), replicated)
        buffers = [put(np.array(part, order="C")) for put, part in zip(self.puts, parts, strict=True) if put]
        kind = types.SimpleNamespace(shape=parts[0].shape, dtype=parts[0].dtype, weak_type=False)
        return _jax.ArrayImpl(kind, sharding, buffers, True, _skip_checks=True)

    def joined(self, results: list[list[Array]]) -> list[Array]:
        """The results of each process, from the shards of each result."""
        shardings = self.executable.get_output_shardings() or [None] * len(results)
        wholes = []
        for begin in range(0, len(self.devices), self.width):
            for shards, sharding, shape in zip(results, shardings, self.shapes, strict=True):
                parts = shards[begin : begin + self.width]
                wholes.append(join(parts, self.tiles(sharding, parts[0].ndim), shape))
        return wholes

    def tiles(self, sharding: Any, rank: int) -> Array:
        """The partitions that have each tile of an array: first an axis for each dimension, then one more."""
        if self.width == 1 or sharding is None:
            return np.arange(self.width).reshape((1,) * rank + (-1,))
        if sharding.type != type(sharding).Type.OTHER:
            first = list(sharding.tile_assignment_devices)  # the one that has a maximal value
            order = np.array(first + [each for each in range(self.width) if each not in first])
            return order.reshape((1,) * rank + (-1,))
        shape = tuple(sharding.tile_assignment_dimensions)
        sizes = tuple(sharding.iota_reshape_dims)
        if sizes:
            order = np.arange(math.prod(sizes)).reshape(sizes).transpose(tuple(sharding.iota_transpose_perm))
        else:
            order = np.array(sharding.tile_assignment_devices)
        return order.reshape(*shape[:rank], -1)


def is_own(device: Any) -> bool:
    """Whether a device is one of this host."""
    return bool(device.process_index == device.client.process_index())


def gathered(shards: list[Array], devices: list[Any]) -> list[Array]:
    """The shards of all devices, from those of each host: sent as bytes, for types that JAX lacks."""
    from jax.experimental import multihost_utils

    if not shards[0].size:
        return [shards[0]] * len(devices)
    first, data = shards[0], np.stack([shard.reshape(-1).view(np.uint8) for shard in shards])
    hosts = np.asarray(multihost_utils.process_allgather(data))
    of_hosts = [iter(host) for host in hosts]
    each = (next(of_hosts[device.process_index]) for device in devices)
    return [np.array(data).view(first.dtype).reshape(first.shape) for data in each]


def report(program: Single | Spread) -> tuple[dict[str, Any], list[Array]]:
    """XLA's estimates of costs, the memory of each device, and the text of the program without constants."""
    executable = program.executable
    analyses = executable.cost_analysis()
    costs = analyses[0] if isinstance(analyses, list) else analyses  # jaxlib before 0.5
    memory = executable.get_compiled_memory_stats()
    sizes = {kind: getattr(memory, f"{kind}_size_in_bytes") for kind in MEMORY}
    module = executable.hlo_modules()[0]
    printed = sys.modules[type(module).__module__].HloPrintOptions()
    printed.print_large_constants = False
    text = module.to_string(printed).encode()
    known = {name: costs[name] for name in COSTS if name in costs}
    return {"costs": known, "memory": sizes}, [np.frombuffer(text, np.uint8)]


MEMORY = ("argument", "output", "alias", "temp", "generated_code")
COSTS = ("flops", "transcendentals", "bytes accessed")


def split(array: Array, tiles: Array) -> list[Array]:
    """The tile of each partition. The last tiles are padded to the size of the others."""
    sizes = [-(-size // count) for size, count in zip(array.shape, tiles.shape[:-1], strict=True)]
    parts: list[Array] = [None] * tiles.size
    for index in np.ndindex(tiles.shape[:-1]):
        part = array[box(index, sizes)]
        if list(part.shape) != sizes:
            part = np.pad(part, [(0, size - has) for size, has in zip(sizes, part.shape, strict=True)])
        for partition in tiles[index]:
            parts[partition] = part
    return parts


def join(parts: list[Array], tiles: Array, shape: list[int] | None) -> Array:
    """The array of this shape from the tile of each partition."""
    sizes, counts = parts[0].shape, tiles.shape[:-1]
    padded = [size * count for size, count in zip(sizes, counts, strict=True)]
    whole = np.empty(padded if shape is None else shape, parts[0].dtype)
    for index in np.ndindex(tiles.shape[:-1]):
        target = whole[box(index, sizes)]
        target[...] = parts[tiles[index][0]][tuple(slice(size) for size in target.shape)]
    return whole


def box(index: tuple[int, ...], sizes: Sequence[int]) -> Any:
    """The slices of a tile."""
    tile = (slice(place * size, (place + 1) * size) for place, size in zip(index, sizes, strict=True))
    return (*tile, ...)
