"""`shlo convert`: a program in another language, or in another form."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

import click

from stablehlo_tools.api import checking, reading
from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.files import forms
from stablehlo_tools.cli.files.file_arguments import File
from stablehlo_tools.cli.files.writing import write_to
from stablehlo_tools.cli.options import vocabulary
from stablehlo_tools.cli.options.records import option, subcommand
from stablehlo_tools.cli.terminal.output import STDOUT
from stablehlo_tools.diagnostics.diagnostic import require_valid
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.formats.programs import exported_by_jax
from stablehlo_tools.grammars.languages import is_hlo
from stablehlo_tools.host.records import record

if TYPE_CHECKING:
    from stablehlo_tools.ops.model.versions import Version

_VERSIONED: Final = ("stablehlo", "vhlo", "artifact", "jaxexport")


def _platforms(context: click.Context, parameter: click.Parameter, text: str | None) -> list[str]:
    names = [] if text is None else [name.strip() for name in text.split(",")]
    if not all(map(_PLATFORM.fullmatch, names)) or len(set(names)) < len(names):
        raise click.BadParameter(f"invalid platforms {text!r}: expected different names such as cpu,cuda,tpu")
    return names


_PLATFORM: Final = re.compile(r"[A-Za-z][\w-]*")


@record(frozen=True)
class _ConvertArguments:
    file: str = vocabulary.FILE
    form: str | None = option(
        "--to",
        type=click.Choice(list(forms.ENDINGS)),
        help="Target form  [default: by the ending of the output file]",
    )
    target: Version | None = option(
        "--target", metavar="VERSION", type=forms.target_version,
        help="Version of StableHLO to write for: 1.4.0, week4, week12 or current; or the path of a PJRT "
        "plug-in, for the version that it reads",
    )  # fmt: skip
    platforms: list[str] = option(
        "--platform", metavar="NAMES", callback=_platforms,
        help="Platforms of a JAX export, such as cpu,cuda,tpu  [default: cpu]",
    )  # fmt: skip
    output: str | None = vocabulary.output("Output file  [default: stdout]")


@subcommand("convert", _ConvertArguments, writes_program=True)
def command(options: _ConvertArguments) -> int:
    """Convert between HLO, StableHLO, bytecode and JAX exports.

    The program is verified before and after. If it is already in the target language, it is formatted as by
    `shlo fmt`. A construct without a counterpart causes exit status 3.

    A portable artifact is bytecode that consumers of its version of StableHLO, and of later ones, read. CHLO
    ops, which no version has, and newer ops are rewritten. If the version still cannot represent the program,
    the exit status is 1; `shlo compat` lists the reasons.

    `jax.export.deserialize` reads a JAX export, which contains a portable artifact (by default for `week12`).
    If FILE is a JAX export, it is renewed: written as JAX writes it today, as the same function.

    \b
    Without --to, the ending of OUT decides:
      .mlir       StableHLO       .mlir.bc    portable artifact
      .hlo, .txt  HLO             .mlirbc     bytecode
      .jaxexport  JAX export      .vhlo.mlir  VHLO text
    With --target, .mlirbc is also a portable artifact.

    \b
    Examples:
      shlo convert model.hlo -o model.mlir
      shlo convert module.after_optimizations.txt --to stablehlo
      shlo convert model.mlir --target 1.4.0 -o model.mlir.bc
      shlo convert model.mlir --platform cpu,tpu -o model.jaxexport
      shlo convert expired.jaxexport -o model.jaxexport
      shlo convert model.mlir --to stablehlo --target 1.0.0
    """
    target, platforms, output = options.target, options.platforms, options.output
    form = options.form or _form(target, output)
    if target is not None and form not in _VERSIONED:
        raise click.UsageError(f"--target cannot be used with --to {form}, only with artifact and stablehlo")
    if platforms and form != "jaxexport":
        raise click.UsageError(f"--platform cannot be used with --to {form}, only with jaxexport")
    forms.require_redirection(form, output)
    write_to(output, _converted(File(options.file), form, target, platforms), is_text=form in forms.TEXTS)
    return outcome.CLEAN


def _form(target: Version | None, output: str | None) -> str:
    """The form of a program that --target or the name of the output file asks for.

    Bytecode for a version of StableHLO is an artifact: plain bytecode has no version.
    """
    if form := forms.form_of(output):
        return "artifact" if form == "bytecode" and target is not None else form
    if target is not None:
        return "artifact"
    if output in (None, STDOUT):
        raise click.UsageError("missing --to, or --target for a portable artifact")
    raise click.UsageError(
        f"cannot infer the form from {output}: use --to, or one of {forms.known_endings()}"
    )


def _converted(opened: File, form: str, target: Version | None, platforms: list[str]) -> bytes:
    """The program in a form. Raises `VerificationError`, also for what a version lacks; `ConversionError`."""
    if form == "jaxexport":
        return _export(opened, target, platforms)
    source = opened.read()
    if form == "hlo":
        return _hlo(source)
    module = reading.verified(source)
    if form == "stablehlo" and target is not None:
        require_valid(checking.compat(module, target).diagnostics)
    return forms.encoded(module, form, target)


def _export(opened: File, target: Version | None, platforms: list[str]) -> bytes:
    from stablehlo_tools.formats.jaxexport.renew import renewed_bytes
    from stablehlo_tools.formats.jaxexport.wrap import TARGET, exported_bytes

    data = None if os.path.isdir(opened.place) else opened.content()
    exported = None if data is None else exported_by_jax(data)
    if exported is not None:
        if platforms:
            raise click.UsageError("--platform cannot change the platforms of an existing JAX export")
        return renewed_bytes(exported[0], opened.title, target or TARGET)
    module = reading.verified(opened.read() if data is None else opened.decoded(data))
    return exported_bytes(module, target or TARGET, platforms or ["cpu"])


def _hlo(source: Source) -> bytes:
    from stablehlo_tools import hlo

    module = hlo.parse(source) if is_hlo(source) else hlo.to_hlo(source)
    require_valid(hlo.verify(module))
    return hlo.format(module).encode()
