"""Targets by name: versions of StableHLO, profiles of this package, those of a project, and files.

stablehlo-1.4, stablehlo-week12   what a version of StableHLO holds, by the declarations of the ops
iree-3.13, xla-cpu ...            a file of `profiles/`
mychip                            `targets/mychip.toml`, beside the settings of a project
./mychip.toml                     a path
"""

from __future__ import annotations

import functools
import os
from pathlib import Path
from typing import Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic
from stablehlo_tools.diagnostics.spelling import closest, did_you_mean
from stablehlo_tools.ops.model.versions import CURRENT, MINIMUM, version_named
from stablehlo_tools.targets.profile import INVALID_PROFILE, Profile, ProfileError
from stablehlo_tools.targets.read import read_profile

SHIPPED: Final = Path(__file__).parent / "profiles"
FOLDER: Final = "targets"  # of a project's own, beside its settings
_STABLEHLO: Final = "stablehlo-"
_SUFFIX: Final = ".toml"

UNKNOWN_TARGET = Code(
    "unknown_target",
    "No target has this name. A target is a version of StableHLO, a profile of this package, or a file "
    "`targets/NAME.toml` beside the settings of the project.",
    "Use one of those that the message lists, or the path of a profile.",
    command="support --target irre-3.13",
    is_usage=True,
)


def target_named(name: str, project: Path | None = None) -> Profile:
    """The target of a name, or of the path of a profile. `project` is the folder of the project's settings.

    Raises `ProfileError` for an unknown name, or a profile with mistakes.
    """
    return _resolve(name, project, ())


def target_names(project: Path | None = None) -> list[str]:
    """The names of all targets: versions of StableHLO, shipped profiles, those of a project."""
    minors = (f"1.{minor}" for minor in range(CURRENT.minor + 1))
    versions = [f"{_STABLEHLO}{version}" for version in ("0.9", *minors, "current", "week4", "week12")]
    return [*versions, *_stems(SHIPPED), *(_stems(project / FOLDER) if project else ())]


def _stems(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob(f"*{_SUFFIX}"))


def _resolve(name: str, project: Path | None, extending: tuple[Path, ...]) -> Profile:
    if name.startswith(_STABLEHLO):
        return _version_profile(name)
    path = _path(name, project)
    if path is None:
        raise _unknown(name, project)
    if path in extending:
        names = " extends ".join(profile.stem for profile in (*extending, path))
        raise ProfileError(Diagnostic(INVALID_PROFILE, f"cycle: {names}", None))
    return read_profile(path, functools.partial(_extended, path, project, extending))


def _extended(path: Path, project: Path | None, extending: tuple[Path, ...], name: str) -> Profile:
    """The profile that the one at a path extends: a name, or a path relative to it."""
    relative = str(path.parent / name) if name.endswith(_SUFFIX) else name
    return _resolve(relative, project, (*extending, path))


def _path(name: str, project: Path | None) -> Path | None:
    """The file of a profile; None for an unknown name."""
    if name.endswith(_SUFFIX) or os.sep in name or "/" in name:
        return Path(name).absolute()
    folders = (*((project / FOLDER,) if project else ()), SHIPPED)
    paths = [path for folder in folders if (path := folder / f"{name}{_SUFFIX}").is_file()]
    return next(filter(None, (*paths, *(_newest(folder, name) for folder in folders))), None)


def _newest(folder: Path, name: str) -> Path | None:
    """The profile of the newest version: for `iree` that of `iree-3.13` rather than `iree-3.9`."""
    split = {stem: stem.removeprefix(f"{name}-").split(".") for stem in _stems(folder)}
    versions = {stem: [*map(int, parts)] for stem, parts in split.items() if all(map(str.isdigit, parts))}
    newest = max(versions, key=lambda stem: versions[stem], default=None)
    return None if newest is None else folder / f"{newest}{_SUFFIX}"


@functools.cache
def _version_profile(name: str) -> Profile:
    try:
        version = version_named(name.removeprefix(_STABLEHLO))
    except ValueError:
        raise _unknown(name, None) from None
    return Profile(
        name,
        title=f"StableHLO {version}",
        version=str(version),
        source="the declarations of the ops, with the versions that introduced them",
        stablehlo=version,
    )


def _unknown(name: str, project: Path | None) -> ProfileError:
    names = target_names(project)
    listed = [target for target in names if not target.startswith(_STABLEHLO)]
    versions = f"stablehlo-{MINIMUM.major}.{MINIMUM.minor} to stablehlo-{CURRENT.major}.{CURRENT.minor}"
    helps = (*did_you_mean(closest(name, names)), f"targets: {', '.join((*listed, versions))}, or a path")
    return ProfileError(Diagnostic(UNKNOWN_TARGET, f"unknown target `{name}`", None, helps=helps))
