"""`shlo lint`."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path
from typing import Any

import pytest

from stablehlo_tools.cli import outcome
from stablehlo_tools.cli.commands.lint import write_statistics
from stablehlo_tools.diagnostics.diagnostic import Diagnostic, Fix
from stablehlo_tools.linter.configuration import nearest_file
from tests.cli.forks import FORKS

PROGRAM = """\
func.func @main(%x: tensor<4xf32>, %m: tensor<4xi1>) -> tensor<4xf32> {
  %0 = stablehlo.negate %x : tensor<4xf32>
  %1 = stablehlo.negate %x : tensor<4xf32>
  return %x : tensor<4xf32>
}
"""
CLEAN = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  return %x : tensor<4xf32>\n}\n"


@pytest.fixture
def lint(shlo: Any) -> Any:
    """`shlo lint --isolated m.mlir`."""
    Path("m.mlir").write_text(PROGRAM)
    return lambda *arguments: shlo("lint", "m.mlir", "--isolated", *arguments)


def codes(out: str) -> list[str]:
    return [line.split("[")[1].split("]")[0] for line in out.splitlines() if "[" in line]


def test_findings_have_exit_status_1(lint: Any) -> None:
    status, out, err = lint("--output-format", "concise")
    assert status == outcome.FINDINGS
    assert out.splitlines()[0] == "m.mlir:1:36: warning[HYG001]: argument 1 of `@main` is never used"
    assert codes(out) == ["HYG001", "HYG002", "HYG002", "HYG005"]
    assert err == "4 warnings in 1 file\n"


def test_a_clean_program(shlo: Any) -> None:
    said = "1 file checked, nothing found\n"
    assert shlo("lint", "-", "--isolated", stdin=CLEAN) == (outcome.CLEAN, "", said)


def test_selection(lint: Any) -> None:
    concise = ("--output-format", "concise")
    assert codes(lint("--select", "HYG001,HYG005", *concise).out) == ["HYG001", "HYG005"]
    assert codes(lint("--select", "HYG", "--ignore", "HYG00", *concise).out) == ["HYG101"]
    assert codes(lint("--extend-select", "HYG101", "--ignore", "HYG002", *concise).out).count("HYG101") == 1
    status, _, err = lint("--select", "HYG9")
    assert status == outcome.USAGE
    assert "unknown rule `HYG9`" in err


def test_exit_status(lint: Any) -> None:
    assert lint("--exit-zero").status == outcome.CLEAN
    assert lint("--select", "HYG101").status == outcome.CLEAN  # notes
    assert lint("--select", "HYG101", "--fail-level", "note").status == outcome.FINDINGS
    assert lint("--fail-level", "error").status == outcome.CLEAN
    Path("m.mlir").write_text(PROGRAM.replace("%x", "%y", 1))
    assert lint("--fail-level", "error").status == outcome.FINDINGS
    assert lint("--exit-zero", "--isolated", "--select", "HYG9").status == outcome.USAGE


def test_only_some_are_written_and_all_are_counted(lint: Any) -> None:
    status, out, err = lint("--max-findings", "1", "--output-format", "concise")
    assert (status, len(out.splitlines())) == (outcome.FINDINGS, 1)
    assert err == "4 warnings in 1 file, 3 of them not shown\n"


def test_everything_can_be_shown_in_full(lint: Any) -> None:
    same = "\n".join(f"  %{name} = stablehlo.negate %x : tensor<4xf32>" for name in "abcdef")
    Path("m.mlir").write_text(PROGRAM.replace("  return", f"{same}\n  return"))
    grouped, whole = (lint("--select", "HYG002", *options) for options in ((), ("--max-findings", "0")))
    assert "HYG002] [*]: result of `stablehlo.negate` is never used: 7 more" in grouped.out
    assert whole.out.count("warning[HYG002] [*]: result of `stablehlo.negate` is never used\n") == 8
    assert grouped.err == whole.err == "8 warnings in 1 file\n[*] 8 fixable with --fix\n"


def test_what_is_fixable_is_counted(lint: Any) -> None:
    assert lint().err == "4 warnings in 1 file\n[*] 3 fixable with --fix\n"
    assert lint("--select", "HYG001").err == "1 warning in 1 file\n"
    assert "fixable" not in lint("--quiet").err


def test_findings_are_written_into_a_file(lint: Any) -> None:
    wanted = lint("--output-format", "json")
    status, out, err = lint("--output-format", "json", "-o", "reports/found.json")
    assert (status, out, err) == (wanted.status, "", wanted.err)
    assert Path("reports/found.json").read_text() == wanted.out
    assert lint("--statistics", "--output-file", "reports/found.json").out == ""
    assert Path("reports/found.json").read_text() == lint("--statistics").out
    Path("not_a_folder").write_text("")
    assert lint("-o", "not_a_folder/found.json").status == outcome.USAGE


def test_files_are_listed(lint: Any, shlo: Any) -> None:
    Path("build").mkdir()
    for name in ("n.hlo", "other.txt", "build/b.mlir"):
        Path(name).write_text("")
    for command in ("lint", "verify"):
        listed = (outcome.CLEAN, "m.mlir\nn.hlo\n", "")
        assert shlo(command, ".", "--isolated", "--show-files") == listed
        status, out, err = shlo(command, "gone.mlir", "m.mlir", "--show-files")
        assert (status, out, "error[unreadable_file]" in err) == (outcome.USAGE, "m.mlir\n", True)


def test_only_to_fix_reports_nothing(lint: Any, shlo: Any) -> None:
    Path("wrong.mlir").write_text(PROGRAM.replace("negate %x", "negate %z"))
    status, out, err = lint("--fix-only")
    assert (status, out, err) == (outcome.CLEAN, "", "m.mlir: 2 findings fixed\n")
    assert Path("m.mlir").read_text().count("negate") == 0
    status, out, _ = shlo("lint", ".", "--isolated", "--fix-only", "--output-format", "concise")
    assert (status, set(codes(out))) == (outcome.FINDINGS, {"undefined_value"})


@pytest.mark.parametrize("command", ["lint", "verify"])
def test_watching_runs_again_when_something_changes(
    shlo: Any, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tomllib", reason="settings are TOML, which Python reads from 3.11 on")
    changes = [
        lambda: None,
        lambda: Path("m.mlir").write_text(PROGRAM.replace("negate %x", "negate %z")),
        lambda: Path("shlo.toml").write_text("output-format = 1\n"),
        lambda: Path("shlo.toml").write_text("output-format = 'concise'\n"),
    ]

    def wait(seconds: float) -> None:
        if not changes:
            raise KeyboardInterrupt
        changes.pop(0)()

    monkeypatch.setattr(time, "sleep", wait)
    Path("m.mlir").write_text(CLEAN)
    status, out, err = shlo(command, ".", "--watch")
    assert status == outcome.INTERRUPTED
    assert err.count("watching for changes; press Ctrl-C to stop") == 4
    assert err.startswith("1 file checked, nothing found\n")
    first, _, rest = out.partition("error[configuration]")
    assert "error[undefined_value]" in first
    assert rest.splitlines()[-1].startswith("m.mlir:2:25: error[undefined_value]")
    assert shlo(command, "-", "--watch").status == outcome.USAGE


def test_statistics_of_what_none_fixes(lint: Any) -> None:
    assert lint("--statistics", "--select", "HYG001").out == "1  HYG001  unused-argument\n"


def test_statistics_of_a_rule_that_is_fixed_here_and_there() -> None:
    stream = io.StringIO()
    fixes = [Fix("", ()), Fix("", (), is_safe=False), None]
    write_statistics([Diagnostic("HYG002", "", None, fix=fix) for fix in fixes], stream, None)
    assert stream.getvalue() == "3  HYG002  [-] unused-value\n"


def test_statistics(lint: Any) -> None:
    assert lint("--statistics").out == (
        "2  HYG002  [*] unused-value\n1  HYG001  [ ] unused-argument\n1  HYG005  [*] duplicate-operation\n"
    )
    rows = json.loads(lint("--statistics", "--output-format", "json").out)
    name = {"code": "HYG002", "name": "unused-value"}
    assert rows[0] == {"count": 2, **name, "fixable": True, "fixable_count": 2}
    assert [row["fixable_count"] for row in rows] == [2, 0, 1]
    lines = lint("--statistics", "--output-format", "jsonl").out.splitlines()
    assert list(map(json.loads, lines)) == rows
    assert lint("--statistics", "--output-format", "sarif").status == outcome.USAGE


def test_a_program_with_errors_is_reported_as_by_verify(lint: Any) -> None:
    Path("m.mlir").write_text(PROGRAM.replace("negate %x", "negate %z"))
    status, out, _ = lint("--output-format", "concise")
    assert (status, set(codes(out))) == (outcome.FINDINGS, {"undefined_value"})


def test_a_baseline_leaves_out_what_is_known(lint: Any) -> None:
    status, out, err = lint("--write-baseline", "known.json")
    assert (status, out) == (outcome.CLEAN, "")
    assert "4 findings written to known.json" in err
    assert lint("--baseline", "known.json").status == outcome.CLEAN
    changed = PROGRAM.replace("return", "%2 = stablehlo.abs %x : tensor<4xf32>\n  return")
    Path("m.mlir").write_text(f"// moved\n{changed}")
    status, out, _ = lint("--baseline", "known.json", "--output-format", "concise")
    assert (status, out) == (
        outcome.FINDINGS,
        "m.mlir:5:8: warning[HYG002]: result of `stablehlo.abs` is never used\n",
    )


def test_a_baseline_says_what_is_not_there_any_more(lint: Any, shlo: Any) -> None:
    Path("n.mlir").write_text(PROGRAM)
    shlo("lint", ".", "--isolated", "--write-baseline", "known.json")
    Path("m.mlir").write_text(PROGRAM.replace("  %1 = stablehlo.negate %x : tensor<4xf32>\n", ""))
    status, out, err = lint("--baseline", "known.json")
    assert (status, out) == (outcome.CLEAN, "")
    assert err == (
        "1 file checked, nothing found\n2 findings in the baseline no longer present:\n"
        "  m.mlir: HYG002: result of `stablehlo.negate` is never used\n"
        "  m.mlir: HYG005: duplicate computation of `stablehlo.negate`\n"
    )
    assert lint("--baseline", "known.json", "--select", "HYG001").err == "1 file checked, nothing found\n"
    Path("m.mlir").write_text(PROGRAM.replace("%x", "%y", 1))
    assert "not there any more" not in lint("--baseline", "known.json").err


def test_a_baseline_survives_other_names_and_places(lint: Any) -> None:
    lint("--write-baseline", "known.json")
    moved = PROGRAM.replace("%0", "%first").replace("%1", "%7").replace("%x", "%arg0").replace("\n", "\r\n")
    Path("m.mlir").write_text(f"// moved\n\n{moved}")
    assert lint("--baseline", "known.json").err == "1 file checked, nothing found\n"


def test_what_cannot_be_read_is_in_no_baseline(shlo: Any) -> None:
    Path("m.mlir").write_text("prose")
    status, out, err = shlo("lint", "m.mlir", "gone.mlir", "--isolated", "--write-baseline", "known.json")
    assert status == outcome.USAGE
    assert "error[not_mlir]" in out
    assert "error[unreadable_file]" in out
    assert err.endswith("0 findings written to known.json\n")
    assert shlo("lint", "m.mlir", "--isolated", "--baseline", "known.json").status == outcome.USAGE
    both = ("--baseline", "known.json", "--write-baseline", "known.json")
    assert shlo("lint", "m.mlir", "--isolated", *both).status == outcome.USAGE


def test_what_is_no_baseline_says_so(lint: Any) -> None:
    Path("known.json").write_text("[]")
    status, out, _ = lint("--baseline", "known.json")
    assert status == outcome.USAGE
    assert "not a baseline" in out
    assert lint("--baseline", "missing.json").status == outcome.USAGE


def test_settings_come_from_files_and_the_command_line(lint: Any, shlo: Any) -> None:
    pytest.importorskip("tomllib", reason="settings are TOML, which Python reads from 3.11 on")
    Path("shlo.toml").write_text("output-format = 'concise'\n[lint]\nselect = ['HYG005']\n")
    assert codes(shlo("lint", "m.mlir").out) == ["HYG005"]
    assert codes(shlo("lint", "m.mlir", "--config", "lint.select = ['HYG001']").out) == ["HYG001"]
    assert codes(shlo("lint", "m.mlir", "--select", "HYG001").out) == ["HYG001"]
    shown = shlo("lint", "m.mlir", "--show-settings", "--config", "preview=true").out
    assert 'lint.select = ["HYG005"]' in shown
    assert "preview = true" in shown
    assert "shlo.toml" in shown
    status, _, err = shlo("lint", "m.mlir", "--config", "lint.selct=1")
    assert (status, "did you mean `lint.select`" in err) == (outcome.USAGE, True)
    Path("shlo.toml").write_text("[lint]\nselct = 1\n")
    status, out, _ = shlo("lint", "m.mlir")
    assert (status, "shlo.toml:2:1" in out) == (outcome.USAGE, True)


def test_findings_are_annotations_in_github_actions(lint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert lint("--select", "HYG001").out.startswith("::warning title=shlo (HYG001),file=m.mlir,line=1,")
    assert lint("--select", "HYG001", "--output-format", "concise").out.startswith("m.mlir:1:36: warning")


def test_sarif_says_what_the_rules_are(lint: Any) -> None:
    (run,) = json.loads(lint("--output-format", "sarif").out)["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert rules["HYG001"]["name"] == "UnusedArgument"
    assert rules["HYG001"]["shortDescription"] == {"text": "An argument of a function is never used."}
    assert all(rule["help"]["markdown"].startswith(f"## {code} ") for code, rule in rules.items())


def test_fixes_change_files(lint: Any) -> None:
    status, out, err = lint("--fix", "--output-format", "concise")
    assert (status, codes(out)) == (outcome.FINDINGS, ["HYG001"])
    assert "2 findings fixed" in err
    lines = [line for line in PROGRAM.splitlines(keepends=True) if "negate" not in line]
    assert Path("m.mlir").read_text() == "".join(lines)
    assert lint("--fix", "--ignore", "HYG001").status == outcome.CLEAN


def test_a_diff_shows_what_fixes_would_change(lint: Any) -> None:
    status, out, err = lint("--diff")
    assert status == outcome.FINDINGS
    assert out.startswith("--- m.mlir\n+++ m.mlir\n@@ -1,5 +1,3 @@\n")
    assert "-  %1 = stablehlo.negate %x : tensor<4xf32>\n" in out
    assert "would be fixed" in err
    assert Path("m.mlir").read_text() == PROGRAM
    assert lint("--diff", "--select", "HYG001").status == outcome.CLEAN


def test_a_diff_goes_on_behind_a_file_that_cannot_be_read(lint: Any, shlo: Any) -> None:
    status, out, err = shlo("lint", "gone.mlir", "m.mlir", "--diff", "--isolated")
    assert status == outcome.USAGE
    assert "unreadable_file" in err
    assert out.startswith("--- m.mlir\n")


def test_a_diff_of_a_program_with_errors_shows_them(shlo: Any) -> None:
    Path("e.mlir").write_text(PROGRAM.replace("negate", "negat"))
    status, out, err = shlo("lint", "e.mlir", "--diff", "--isolated")
    assert (status, out) == (outcome.FINDINGS, "")
    assert "unknown_op" in err


def test_standard_input_cannot_be_changed(shlo: Any) -> None:
    assert shlo("lint", "-", "--fix", "--isolated", stdin=PROGRAM).status == outcome.USAGE
    assert "-  %0 = stablehlo.negate" in shlo("lint", "-", "--diff", "--isolated", stdin=PROGRAM).out


def test_comments_suppress_what_there_is(lint: Any) -> None:
    status, out, err = lint("--add-ignore")
    assert (status, out) == (outcome.CLEAN, "")
    assert "4 findings suppressed" in err
    text = Path("m.mlir").read_text()
    assert text.startswith("// shlo: ignore[HYG001]\nfunc.func")
    assert "  // shlo: ignore[HYG002, HYG005]\n  %1 =" in text
    assert lint().status == outcome.CLEAN
    assert lint("--add-ignore").status == outcome.CLEAN
    assert Path("m.mlir").read_text() == text
    assert lint("--add-ignore", "--fix").status == outcome.USAGE


def test_comments_are_put_in_lines_as_mlir_has_them(shlo: Any) -> None:
    other = '  // \u2028 ends no line\r\n  "a.b"() {c = "\f"} : () -> ()\r\n  return'
    text = PROGRAM.replace("  return", other)
    Path("m.mlir").write_bytes(text.encode())
    lint = ("lint", "m.mlir", "--isolated", "--ignore", "PORT")
    assert shlo(*lint, "--add-ignore").status == outcome.CLEAN
    assert shlo(*lint).status == outcome.CLEAN
    lines = Path("m.mlir").read_bytes().decode().split("\n")
    assert [line for line in lines if "shlo:" not in line] == text.split("\n")


@FORKS
def test_several_processes_say_the_same(lint: Any, shlo: Any) -> None:
    for number in range(4):
        Path(f"n{number}.mlir").write_text(PROGRAM)
    assert shlo("lint", ".", "-j", "2", "--isolated") == shlo("lint", ".", "--isolated")


HLO = """\
HloModule m

ENTRY main {
  x = f32[2,3] parameter(0)
  unused = f32[2,3] negate(x)
  same = f32[2,3]{1,0} transpose(x), dimensions={0,1}
  column_major = f32[2,3]{0,1} copy(same)
  ROOT back = f32[2,3] copy(column_major)
}
"""


def test_hlo_is_linted_as_what_it_is_converted_to(shlo: Any) -> None:
    """A copy into another layout is a reshape then, but has an effect. Fixes would be in MLIR."""
    Path("m.hlo").write_text(HLO)
    status, out, _ = shlo("lint", "m.hlo", "--isolated", "--output-format", "concise")
    assert status == outcome.FINDINGS
    assert [line.partition(" ")[0] + line.split()[1] for line in out.splitlines()] == [
        "m.hlo:5:21:warning[HYG002]:",
        "m.hlo:6:24:warning[PERF002]:",
    ]
    shlo("lint", "m.hlo", "--isolated", "--fix")
    assert Path("m.hlo").read_text() == HLO
    refused = HLO.replace("f32[2,3] negate(x)", "f32[2,3,2,3] scaled-dot(x, x, x, x)")
    assert shlo("lint", "-", "--isolated", stdin=refused).status == outcome.UNSUPPORTED


def test_what_cannot_be_converted_does_not_end_the_run(shlo: Any) -> None:
    config = 'custom_call_target="f", backend_config="a\\nb", api_version=API_VERSION_TYPED_FFI'
    Path("a.hlo").write_text(HLO.replace("negate(x)", f"custom-call(x), {config}"))
    Path("b.mlir").write_text(PROGRAM)
    status, out, _ = shlo("lint", "--isolated", "--output-format", "concise")
    assert out.startswith("a.hlo:5:21: error[no_counterpart]")
    assert (status, codes(out)[1:]) == (outcome.FINDINGS, ["HYG001", "HYG002", "HYG002", "HYG005"])


def test_without_a_file_it_is_this_directory(shlo: Any) -> None:
    Path("m.mlir").write_text(CLEAN)
    assert shlo("lint").err == "1 file checked, nothing found\n"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--config", "missing.toml"], "missing.toml"),
        (["--config", "shlo.toml", "--isolated"], "--isolated cannot be used with --config shlo.toml"),
        (["--config", "a.toml", "--config", "b.toml"], "at most one file, found a.toml and b.toml"),
        (["--config", "extend = 'a.toml'"], "`extend` can be set only in a configuration file"),
        (["--config", "required-version = '>=99'"], "required version `>=99` does not match"),
        (
            ["--config", "lint.select = 'HYG'"],
            "invalid value 'HYG' for `lint.select`: expected a list of strings",
        ),
        (["--config", "preview = yes"], "invalid TOML"),
    ],
)
def test_what_cannot_be_set(shlo: Any, options: list[str], expected: str) -> None:
    pytest.importorskip("tomllib", reason="settings are TOML, which Python reads from 3.11 on")
    Path("m.mlir").write_text(CLEAN)
    status, out, err = shlo("lint", "m.mlir", *options)
    assert (status, expected in out + err) == (outcome.USAGE, True)


def test_a_rule_on_trial_is_said_to_need_preview(lint: Any) -> None:
    warning = "warning: selection `PERF101` has no effect without `--preview`\n"
    assert lint("--select", "PERF101").err.startswith(warning)
    for options in (["--select", "PERF101", "--preview"], ["--select", "PERF"], ["--ignore", "PERF101"]):
        assert "no effect" not in lint(*options).err


def test_settings_are_shown_as_toml(lint: Any) -> None:
    tomllib = pytest.importorskip("tomllib", reason="settings are TOML, which Python reads from 3.11 on")
    options = ("--per-file-ignores", "a*.mlir:HYG", "--exclude", "b", "--fail-level", "note")
    shown = tomllib.loads(lint("--show-settings", *options).out)
    assert shown["exclude"] == ["b"]
    assert shown["lint"]["per-file-ignores"] == {"a*.mlir": ["HYG"]}
    assert shown["lint"]["fail-level"] == "note"


@pytest.mark.parametrize(
    "options", [(), ("--select", "HYG", "--per-file-ignores", "a:HYG", "--exclude", "b,c")]
)
def test_shown_settings_are_a_configuration_file(shlo: Any, options: tuple[str, ...]) -> None:
    pytest.importorskip("tomllib", reason="settings are TOML, which Python reads from 3.11 on")
    shown = shlo("lint", "--show-settings", *options).out
    Path("shlo.toml").write_text(shown)
    nearest_file.cache_clear()
    assert shlo("lint", "--show-settings").out.splitlines()[1:] == shown.splitlines()[1:]
