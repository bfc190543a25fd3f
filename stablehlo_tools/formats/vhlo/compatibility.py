"""The StableHLO versions that can represent a program, and the parts that require them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from stablehlo_tools.diagnostics.codes import Code
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Severity
from stablehlo_tools.diagnostics.tables import Table, page
from stablehlo_tools.formats.bytecode.properties import properties_in_order
from stablehlo_tools.formats.vhlo.needs import RANGES, Need, Place, needs_of
from stablehlo_tools.formats.vhlo.ops import versions_of
from stablehlo_tools.host.notebook import Shown
from stablehlo_tools.ir.attributes import Location
from stablehlo_tools.ir.operations import Module, Operation
from stablehlo_tools.ops.model.versions import MINIMUM, Version
from stablehlo_tools.rewrite.lowering import lower_to_version, lowering_of
from stablehlo_tools.verifier.problem import Problem
from stablehlo_tools.verifier.reporter import Reporter

_REWRITTEN: Final = "*"
_HEADINGS: Final = ("version", "count", "line", "what", "")
_WITHOUT_RANGES: Final = "file:line:column to line:column -> file:line:column"


@dataclass(frozen=True)
class Requirement:
    """A feature of a program that requires a version.

    `since` is the version that introduced it, None if no version has it; `count` how many operations need
    it. `operation` is the first of them, at `line`, written at `frame` of the user's program (empty if that
    is not known). `rewrite` describes the rewrite that makes do without it, empty if there is none.
    """

    since: Version | None
    what: str
    count: int
    line: int | None
    frame: str
    rewrite: str
    operation: Operation

    @property
    def row(self) -> tuple[str, ...]:
        """The cells of a table under `_HEADINGS`."""
        line = "" if self.line is None else str(self.line)
        mark = f" {_REWRITTEN}" * bool(self.rewrite)
        return str(self.since or "none"), f"{self.count:,}", line, f"{self.what}{mark}", self.frame


@dataclass(frozen=True, repr=False)
class Compatibility(Shown):
    """The versions that can hold a program; None if none can.

    `minimum` is the oldest version that can hold it as it is, and `rewritten` the oldest one that can hold
    it after the rewrites of `serialize`. `requirements` are sorted by version, the newest first.
    `diagnostics` say what is in the way of `target`: errors, and notes about what is rewritten. `str` of it
    is what `shlo compat` prints.
    """

    minimum: Version | None
    rewritten: Version | None
    requirements: tuple[Requirement, ...]
    target: Version | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        from stablehlo_tools.diagnostics.report.listing import Diagnostics  # it takes time to import

        return "\n\n".join(filter(None, [str(Diagnostics(self.diagnostics)), page(self.parts())]))

    def parts(self) -> Iterator[str | Table]:
        """The lines and the table of requirements; with a target, whether it can represent the program."""
        if self.target is not None:
            rewritten = " once `shlo convert --target` has rewritten it" * bool(self.diagnostics)
            yield from [f"version {self.target} can represent this program{rewritten}"] * self.fits
            return
        yield f"minimum version: {self.minimum or 'none'}"
        if self.rewritten != self.minimum:
            yield f"once rewritten:  {self.rewritten or 'none'}"
        if self.requirements:
            yield ""
            yield Table(_HEADINGS, [requirement.row for requirement in self.requirements], left=2)
        if any(requirement.rewrite for requirement in self.requirements):
            yield from ["", f"{_REWRITTEN} rewritten by `shlo convert --target`"]

    def __repr__(self) -> str:
        rewritten = f", rewritten {self.rewritten}" * (self.rewritten not in (None, self.minimum))
        return f"<Compatibility: StableHLO {self.minimum or 'of no version'}{rewritten} or later>"

    @property
    def fits(self) -> bool:
        """Whether `serialize` can write the program for the target."""
        return not any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)


def compatibility(module: Module, target: Version | None) -> Compatibility:
    """The requirements of a valid program, and the parts that prevent conversion to a target."""
    reporter = Reporter(module)
    required = tuple(sorted(_requirements(module, reporter), key=_age))
    lowered = lower_to_version(module, MINIMUM)
    rewritten = _minimum(need.since for operation in lowered.walk() for need in _needs(operation))
    diagnostics = () if target is None else tuple(_incompatibilities(module, required, target, reporter))
    return Compatibility(_minimum(need.since for need in required), rewritten, required, target, diagnostics)


def _needs(operation: Operation) -> Iterator[Need]:
    yield from needs_of(operation)
    if not versions_of(operation.name) and properties_in_order(operation.name) is None:
        yield Need(None, f"`{operation.name}`")


def _minimum(versions: Iterator[Version | None]) -> Version | None:
    """The oldest version with the features of all these versions; None if there is none."""
    minimum = MINIMUM
    for version in versions:
        if version is None:
            return None
        minimum = max(minimum, version)
    return minimum


def _age(requirement: Requirement) -> tuple[bool, Version, str]:
    """A key that sorts features without a version first, then the newest."""
    since = requirement.since or MINIMUM
    return requirement.since is not None, Version(-since.major, -since.minor), requirement.what


def _requirements(module: Module, reporter: Reporter) -> Iterator[Requirement]:
    sites: dict[tuple[Version | None, str, str], list[Operation]] = {}
    for operation in module.walk():
        for since, feature in dict.fromkeys((need.since, need.what) for need in _needs(operation)):
            sites.setdefault((since, feature, _rewrite(operation, since)), []).append(operation)
    for (since, feature, rewrite), operations in sites.items():
        yield _requirement(since, feature, operations, rewrite, reporter)
    ranges = list(_with_ranges(module))
    if ranges:
        yield _requirement(RANGES, "a range as a location", ranges, _WITHOUT_RANGES, reporter)


def _requirement(
    since: Version | None, feature: str, operations: list[Operation], rewrite: str, reporter: Reporter
) -> Requirement:
    first = operations[0]
    span = reporter.locator.op_name(first)
    frame = str(reporter.frames.origin(first).frame or "")
    return Requirement(since, feature, len(operations), span and span.begin[0], frame, rewrite, first)


def _rewrite(operation: Operation, since: Version | None) -> str:
    """The description of the rewrite that avoids a feature of a version; empty without one."""
    rewrite = lowering_of(operation, MINIMUM)
    until = Version(*rewrite.until) if rewrite is not None and rewrite.until else None
    return rewrite.pattern.partition("  [")[0] if rewrite is not None and until == since else ""


def _with_ranges(module: Module) -> Iterator[Operation]:
    """The operations with locations that are ranges, of themselves or of their arguments."""
    cache: dict[int, bool] = {}
    for operation in module.walk():
        blocks = operation.blocks
        arguments = [argument.location for block in blocks for argument in block.arguments]
        if any(_has_range(location, module, cache) for location in (operation.location, *arguments)):
            yield operation


def _has_range(location: Location, module: Module, cache: dict[int, bool]) -> bool:
    """Whether a location or a nested one is a range; `cache` holds the answers."""
    entered, pending = set[int](), [location]
    while pending:
        part = pending.pop()
        if cache.get(id(part)) or (part.kind == "file" and len(part.parts) != 3):
            cache[id(location)] = True
            return True
        if id(part) not in entered and id(part) not in cache:
            entered.add(id(part))
            inside = [module.location_aliases.get(str(part.parts[0]))] if part.kind == "alias" else part.parts
            pending += [child for child in inside if isinstance(child, Location)]
    cache.update(dict.fromkeys(entered, False))
    return False


# -- a target ---------------------------------------------------------------------------------------


def _incompatibilities(
    module: Module, requirements: tuple[Requirement, ...], target: Version, reporter: Reporter
) -> Iterator[Diagnostic]:
    """Errors for features that the target cannot hold, and a note for each kind that is rewritten."""
    lowered = lower_to_version(module, target)
    lowered_reporter = reporter if lowered is module else Reporter(lowered)
    for operation in lowered.walk():
        for need in _needs(operation):
            if not need.is_met(target):
                problem = _problem(need, target, (need.place,) if need.place else ())
                yield lowered_reporter.diagnostic(operation, problem)
    for requirement in requirements:
        need = Need(requirement.since, requirement.what)
        if requirement.rewrite and not need.is_met(target):
            which = "it" if requirement.count == 1 else f"all {requirement.count:,} of them"
            help = f"`shlo convert --target {target}` rewrites {which}: {requirement.rewrite}"
            problem = _problem(need, target, helps=(help,))
            yield reporter.diagnostic(requirement.operation, problem, severity=Severity.NOTE)


NO_SUCH_VERSION = Code(
    "no_such_version",
    "The version of StableHLO that a portable artifact is written for cannot represent this.",
    "Write it for a later version, or use only ops and attributes of this version. `shlo compat` lists the "
    "features of a program with the versions that they require.",
)


def _problem(
    need: Need, target: Version, places: tuple[Place, ...] = (), helps: tuple[str, ...] = ()
) -> Problem:
    message = f"version {target} cannot represent this: {need.unmet}"
    return Problem(NO_SUCH_VERSION, message, places, helps=helps)
