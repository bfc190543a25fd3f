"""The pages of what is declared: commands, Python, ops, constraints, lint rules, codes, targets, rewrites."""

from __future__ import annotations

import html
import inspect
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from types import ModuleType

from stablehlo_tools import ops
from stablehlo_tools.explanations.facts.codes import all_codes, code_explanation
from stablehlo_tools.explanations.facts.lint import all_lint_rules
from stablehlo_tools.explanations.facts.lowerings import all_lowerings
from stablehlo_tools.explanations.facts.ops import OpExplanation, all_constructs, all_ops, summary
from stablehlo_tools.explanations.facts.rules import RuleExplanation
from stablehlo_tools.explanations.markdown import own_page
from stablehlo_tools.ops.model.versions import NAMED, Version
from stablehlo_tools.ops.registry import OPS
from stablehlo_tools.rewrite.registry import REWRITES
from stablehlo_tools.rewrite.rewriter import STAGES
from stablehlo_tools.targets.profile import OpSupport, Profile
from stablehlo_tools.targets.registry import target_named, target_names

PUBLIC = (  # modules, of which `__all__`, or else all that they define, is public
    "stablehlo_tools", "stablehlo_tools.ir", "stablehlo_tools.hlo", "stablehlo_tools.hlo.builder",
    "stablehlo_tools.indexing.maps", "stablehlo_tools.testing", "stablehlo_tools.engines.protocol",
)  # fmt: skip
STAGE_MEANS = {
    "modernize": "Deprecated ops become what replaces them.",
    "refine": "Dynamic ops whose sizes are known become static ones: `shlo infer`.",
    "lower:hlo": "Ops without an HLO opcode become ops with one: `shlo convert`.",
    "lower:chlo": "Ops of CHLO that HLO has opcodes for become ops of StableHLO.",
    "lower:version": "What a version brought becomes what was there before: `shlo convert --target`.",
    "legalize": "What only targets refuse: `shlo lower`.",
}


@dataclass
class Family:
    """Pages of one kind, by name, with the line of each in the list of all."""

    title: str
    about: str
    pages: dict[str, str] = field(default_factory=dict)
    lines: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, line: str, text: str) -> None:
        """Add a page whose first line is its title."""
        self.pages[name], self.lines[name] = text, " ".join(line.split())

    def write(self, folder: Path) -> None:
        """Write the pages, each with a link to `index.md`, which lists them all."""
        folder.mkdir(parents=True)
        listed = "\n".join(f"- [{name}]({name}.md): {line}" for name, line in self.lines.items())
        index = f"# {self.title}\n\n{self.about}\n\n{listed}\n"
        (folder / "index.md").write_text(index, encoding="utf-8")
        for name, text in self.pages.items():
            page = f"[{self.title}](index.md)\n\n{re.sub(r'^## ', '# ', text, count=1)}\n"
            (folder / f"{name}.md").write_text(page, encoding="utf-8")


def families() -> dict[str, Family]:
    """All kinds of pages, by the names of their folders."""
    explained = all_ops()
    return {
        "commands": _commands(),
        "python": _python(),
        "ops": _ops(explained),
        "rules": _rules([rule for each in (*explained, *all_constructs()) for rule in each.rules]),
        "constructs": _constructs(),
        "lint": _lint(),
        "codes": _codes(),
        "targets": _targets(),
        "lowerings": _lowerings(),
        "rewrites": _rewrites(),
    }


# -- commands and Python ----------------------------------------------------------------------------


def _commands() -> Family:
    family = Family("Commands", "The help of each command, as `shlo COMMAND --help` prints it.")
    manual = subprocess.run(
        [sys.executable, "-m", "stablehlo_tools", "manual", "--format", "markdown"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for section in re.split(r"^## ", manual, flags=re.MULTILINE)[1:]:
        title = section.partition("\n")[0]
        about = re.search(r"\n\n  (\S.*?)\n\n", section, re.DOTALL)
        family.add(title.replace(" ", "-"), about[1] if about else "in configuration files", f"# {section}")
    return family


def _python() -> Family:
    family = Family("Python", "The public names. [Library](../../docs/library.md) is an introduction.")
    homes: dict[object, str] = {}  # what two modules offer is described where it is first
    for name in PUBLIC:
        module = import_module(name)
        about = inspect.getdoc(module) or ""
        found = {each: getattr(module, each) for each in _public(module)}
        members = "\n\n".join(
            _member(name, each, value) if (home := homes.setdefault(value, name)) == name
            else f"`{name}.{each}` is {{py:obj}}`{home}.{each}`."
            for each, value in found.items()
        )  # fmt: skip
        family.add(name, about.partition("\n")[0], f"# {name}\n\n{about}\n\n{members}")
    return family


def _public(module: ModuleType) -> Iterable[str]:
    named = getattr(module, "__all__", None)
    return sorted(
        name for name in named or vars(module)
        if not name.startswith("_") and not isinstance(each := getattr(module, name), ModuleType)
        and (named or getattr(each, "__module__", None) == module.__name__)
        and (inspect.isclass(each) or callable(each))
    )  # fmt: skip


def _member(module: str, name: str, found: object) -> str:
    kind = "class" if inspect.isclass(found) else "function"
    return _described(kind, f"{module}.{name}", found, [*_methods(found)] if kind == "class" else [])


def _methods(found: object) -> Iterator[str]:
    for name, member in vars(found).items():
        if name.startswith("_") or not inspect.getdoc(member):
            continue
        if isinstance(member, classmethod | staticmethod):
            yield _described(type(member).__name__, name, getattr(found, name), [])
        elif callable(member):
            yield _described("method", name, member, [])
        elif hasattr(member, "__get__") and not inspect.ismemberdescriptor(member):
            yield _described("property", name, member, [])


def _described(kind: str, name: str, found: object, inside: list[str]) -> str:
    fence = "::::::" if kind in ("class", "function") else ":::::"
    parts = "\n\n".join([inspect.getdoc(found) or "", *inside])
    return f"{fence}{{py:{kind}}} {name}{_signature(found)}\n\n{parts}\n{fence}"


def _signature(found: object) -> str:
    """The parameters of a function as they are written; empty for what is no function."""
    try:
        text = str(inspect.signature(found)) if callable(found) else ""
    except (TypeError, ValueError):
        return ""
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", re.sub(r"<[^<>]*>", "...", text))
    return re.sub(r"^\(self(, )?", "(", text).removesuffix(" -> None" * inspect.isclass(found))


# -- the language -----------------------------------------------------------------------------------


def _ops(explained: Iterable[OpExplanation]) -> Family:
    family = Family(
        "Ops", "Each op with its syntax, its operands and attributes, its constraints and what it may become."
    )
    for op in explained:
        name = op.name.removeprefix("stablehlo.")
        function = getattr(ops, name.replace("stablehlo.", ""), None)
        signature = f"\n\nIn Python: `ops.{name}{_signature(function)}`" if callable(function) else ""
        rules = "\n".join(_of_rule(rule) for rule in op.rules)
        constraints = f"\n## Constraints\n\n{rules}" if rules else ""
        text = own_page(replace(op, rules=()))
        family.add(name, summary(op), f"{text}{signature}\n{constraints}")
    return family


def _of_rule(rule: RuleExplanation) -> str:
    quote = "`" if rule.kind == "formula" else ""
    parts = [
        f"when {' and '.join(f'`{guard}`' for guard in each.when)}: " * bool(each.when)
        + f"{quote}{each.text}{quote}"
        for each in rule.formulas
    ]
    return f"- [{rule.id}](../rules/{_name_of(rule)}.md): {' '.join('; '.join(parts).split())}"


def _rules(rules: Iterable[RuleExplanation]) -> Family:
    family = Family("Constraints", "Each by its code, with a program that breaks it and one that does not.")
    for rule in rules:
        name = _name_of(rule)
        of = f"constructs/{rule.code.rpartition('_')[0]}"
        if rule.is_of_op:
            of = f"ops/{rule.op.removeprefix('stablehlo.')}"
        page = own_page(rule).replace(f" of {rule.op}", f" of [{rule.op}](../{of}.md)", 1)
        family.add(name, f"`{' '.join(rule.text.split()).replace('`', '')}`", page)
    return family


def _name_of(rule: RuleExplanation) -> str:
    return rule.name.removeprefix("stablehlo.")


def _constructs() -> Family:
    family = Family("Types and constants", "What is not an op and has constraints.")
    for each in all_constructs():
        rules = "\n".join(_of_rule(rule) for rule in each.rules)
        family.add(each.mnemonic, each.documentation, f"{own_page(replace(each, rules=()))}\n\n{rules}")
    return family


# -- diagnostics ------------------------------------------------------------------------------------


def _lint() -> Family:
    family = Family("Lint rules", "What `shlo lint` reports: see [Lint](../../docs/lint.md).")
    for each in all_lint_rules():
        family.add(each.code, f"{each.name}. {each.what}", own_page(each))
    return family


def _codes() -> Family:
    family = Family("Diagnostics", "The other codes of errors and warnings. `shlo explain CODE` prints each.")
    for code in all_codes().values():
        family.add(str(code), code.meaning, own_page(code_explanation(code)))
    return family


# -- targets and rewrites ---------------------------------------------------------------------------


def _targets() -> Family:
    family = Family("Targets", "What takes programs, and refuses some: see [Targets](../../docs/support.md).")
    for name in target_names():
        if name.removeprefix("stablehlo-") not in NAMED:
            profile = target_named(name)
            family.add(name, profile.title, "\n".join(_target(name, profile)))
    return family


def _target(name: str, profile: Profile) -> Iterator[str]:
    yield from (f"# {name}", "", f"{profile.title}.", "", f"Source: {profile.source}.", "")
    facts = {
        "date": profile.date,
        "element types": _listed(sorted(profile.types or ())),
        "ops that are not listed": "refused" * profile.refuses_unlisted,
        "dynamic shapes": "refused" * profile.refuses_dynamic,
        "highest rank": "" if profile.max_rank is None else str(profile.max_rank),
    }
    yield from (f"- {key}: {value}" for key, value in facts.items() if value)
    if profile.stablehlo is not None:
        ours = [op for op in OPS.values() if op.name.startswith("stablehlo.")]
        newer = {op.name: Version(*op.history.since) for op in ours if op.history.since}
        lacks = [op for op, since in sorted(newer.items()) if since > profile.stablehlo]
        yield from ("", f"{len(lacks)} ops of later versions are refused:" if lacks else "It has all ops.")
        yield ""
        yield from (f"- {_link_to(op)}, of {newer[op]}" for op in lacks)
    if profile.ops:
        yield from ("", "| op | what it takes | why |", "| --- | --- | --- |")
    for op, support in sorted(profile.ops.items()):
        yield f"| {_link_to(op)} | {_cell(_support(support))} | {_cell(html.escape(support.note))} |"


def _link_to(op: str) -> str:
    return f"[{op}](../ops/{op.removeprefix('stablehlo.')}.md)" if op in OPS else f"`{op}`"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _support(support: OpSupport) -> str:
    if not support.is_supported:
        return "refused"
    parts = [f"requires `{each.formula}`" for each in support.conditions]
    parts += [f"element types {_listed(sorted(support.types))}"] if support.types is not None else []
    parts += [f"`{name}` {_listed(of)}" for name, of in support.values.items()]
    return "; ".join(parts) or "supported"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{each}`" for each in names)


def _lowerings() -> Family:
    family = Family("Lowerings", "What `shlo lower` takes out: see [Lower](../../docs/lower.md).")
    for each in all_lowerings():
        family.add(each.code, each.what, own_page(each))
    return family


def _rewrites() -> Family:
    family = Family("Rewrites", "All rewrites by what applies them. After `~>`, other bits may result.")
    for stage in STAGES:
        lines = [
            f"- [{each.code}](../lowerings/{each.code}.md): `{each.text}`"
            for of_op in REWRITES.values() for each in of_op if each.stage == stage
        ]  # fmt: skip
        text = f"# {stage}\n\n{STAGE_MEANS[stage]}\n\n" + "\n".join(lines)
        family.add(stage.replace(":", "-"), STAGE_MEANS[stage], text)
    return family
