"""Configuration files: which one counts, what they extend, what is said of mistakes in them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from stablehlo_tools._version import __version__
from stablehlo_tools.diagnostics import report, toml
from stablehlo_tools.diagnostics.source import Source
from stablehlo_tools.linter import configuration
from stablehlo_tools.linter.check import rules_for
from stablehlo_tools.linter.configuration import Configuration, ConfigurationError, nearest_file
from stablehlo_tools.linter.settings import OPTIONS, Settings, SettingsLayer

pytest.importorskip("tomllib", reason="settings are TOML, which Python reads from 3.11 on")


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def settings(path: Path, **options: object) -> Settings:
    return Configuration(**options).settings_for(path)  # type: ignore[arg-type]


def codes(path: Path) -> set[str]:
    return {rule.code for rule in rules_for(Source("", str(path)), settings(path))}


def error(folder: Path, text: str) -> str:
    write(folder / "shlo.toml", text)
    return error_of(folder)


def error_of(folder: Path) -> str:
    """The position and the message of the error of a folder's settings."""
    with pytest.raises(ConfigurationError) as caught:
        settings(folder / "m.mlir")
    diagnostic = caught.value.diagnostic
    assert diagnostic.span is not None
    assert diagnostic.span.source.name == str(folder / "shlo.toml")
    line, column = diagnostic.span.begin
    return f"{line}:{column} {diagnostic.message}"


def test_the_nearest_file_counts_alone(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "[tool.shlo]\npreview = true\n[tool.shlo.lint]\nselect = ['HYG']\n")
    write(tmp_path / "a" / "shlo.toml", "[lint]\nselect = ['SUP001']\n")
    write(tmp_path / "a" / "b" / "pyproject.toml", "[project]\nname = 'other'\n")
    assert codes(tmp_path / "m.mlir") >= {"HYG001", "HYG101"}
    assert settings(tmp_path / "m.mlir").preview
    assert codes(tmp_path / "a" / "b" / "m.mlir") == {"SUP001"}
    assert not settings(tmp_path / "a" / "b" / "m.mlir").preview


def test_of_files_side_by_side_the_hidden_one_counts(tmp_path: Path) -> None:
    write(tmp_path / "shlo.toml", "output-format = 'json'\n")
    write(tmp_path / ".shlo.toml", "output-format = 'concise'\n")
    assert settings(tmp_path / "m.mlir").output_format == "concise"


def test_a_file_extends_another(tmp_path: Path) -> None:
    base = "preview = true\n[lint]\nselect = ['HYG']\nmax-constant-size = '2 kB'\n"
    write(tmp_path / "base.toml", base)
    own = "extend = '../base.toml'\n[lint]\nignore = ['HYG001']\nfail-level = 'note'\n"
    write(tmp_path / "p" / "shlo.toml", own)
    found = settings(tmp_path / "p" / "m.mlir")
    assert (found.preview, found.max_constant_size, found.fail_level) == (True, 2000, "note")
    applied = codes(tmp_path / "p" / "m.mlir")
    assert {"HYG002", "HYG101"} <= applied
    assert applied.isdisjoint({"HYG001", "SUP001"})


@pytest.mark.parametrize("name", ["shlo.toml", "pyproject.toml"])
def test_a_byte_order_mark_and_line_ends_of_windows_are_no_part_of_a_file(tmp_path: Path, name: str) -> None:
    table = "lint" if name == "shlo.toml" else "tool.shlo.lint"
    (tmp_path / name).write_bytes(f'\ufeff[{table}]\r\nselect = ["HYG001"]\r\n'.encode())
    assert codes(tmp_path / "m.mlir") == {"HYG001"}


def test_the_command_line_beats_files(tmp_path: Path) -> None:
    write(tmp_path / "shlo.toml", "preview = true\noutput-format = 'json'\n")
    overrides = [SettingsLayer({"output-format": "concise"})]
    found = settings(tmp_path / "m.mlir", overrides=overrides)
    assert (found.preview, found.output_format) == (True, "concise")
    assert settings(tmp_path / "m.mlir", overrides=overrides, is_isolated=True).preview is False


def test_a_file_may_be_named(tmp_path: Path) -> None:
    write(tmp_path / "shlo.toml", "preview = true\n")
    other = write(tmp_path / "other" / "ci.toml", "output-format = 'json'\n")
    found = settings(tmp_path / "m.mlir", explicit=other)
    assert (found.preview, found.output_format) == (False, "json")


def test_patterns_of_a_file_that_is_named_begin_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    other = write(tmp_path / "other" / "ci.toml", "[lint]\nper-file-ignores = { 'x/*' = ['HYG'] }\n")
    found = settings(tmp_path / "m.mlir", explicit=other)
    assert found.ignored_in(tmp_path / "x" / "m.mlir") == ["HYG"]
    assert found.ignored_in(tmp_path / "other" / "x" / "m.mlir") == []


def test_rules_are_ignored_by_file(tmp_path: Path) -> None:
    patterns = "'old_*.mlir' = ['HYG']\n'exports/*.mlir' = ['HYG001']\n"
    write(tmp_path / "shlo.toml", f"[lint.per-file-ignores]\n{patterns}")
    assert not [code for code in codes(tmp_path / "x" / "old_model.mlir") if code.startswith("HYG")]
    assert "HYG001" not in codes(tmp_path / "exports" / "m.mlir")
    assert "HYG002" in codes(tmp_path / "exports" / "m.mlir")
    assert "HYG001" in codes(tmp_path / "m.mlir")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("previw = true", "1:1 unknown setting `previw`; did you mean `preview`?"),
        ("select = []", "1:1 unknown setting `select`; did you mean `lint.select`?"),
        ("[lint]\nselct = []", "2:1 unknown setting `lint.selct`; did you mean `lint.select`?"),
        ("preview = 1", "1:1 invalid value 1 for `preview`: expected true or false"),
        ("[lint]\nselect = 'HYG'", "2:1 invalid value 'HYG' for `lint.select`: expected a list of strings"),
        (
            "[lint]\nfail-level = 'bad'",
            "invalid value 'bad' for `lint.fail-level`: expected one of error, warning, note",
        ),
        (
            "[lint]\nmax-constant-size = 'big'",
            "invalid value 'big' for `lint.max-constant-size`: expected a number of bytes",
        ),
        ("[lint]\nignore = ['HYG901']", "2:1 invalid value for `lint.ignore`: unknown rule `HYG901`"),
        ("a = [", "invalid TOML"),
        ("extend = 'x.toml'", "1:1 invalid value for `extend`: file `x.toml` not found"),
        ("extend = 'shlo.toml'", "1:1 invalid value for `extend`: cycle: shlo.toml extends shlo.toml"),
        ("lint = 3", "1:1 invalid value 3 for `lint`: expected a table"),
        ("target-version = '2.0'", "1:1 invalid value '2.0' for `target-version`: expected a version from"),
        ("target-version = 1.10", "1:1 invalid value 1.1 for `target-version`: expected a version in quotes"),
        ("lint.selct = []", "1:6 unknown setting `lint.selct`"),
        ("[other]\nselect = 1\n[lint]\nselect = 1", "1:2 unknown setting `other`"),
        ("lint = { select = 1 }", "1:10 invalid value 1 for `lint.select`: expected a list of strings"),
        ("[lint]\nignore = ['unused-argument']", "unknown rule `unused-argument`; did you mean `HYG001`?"),
        ("new = 1\nrequired-version = '>=99'", "2:1 required version `>=99`"),
        ("required-version = 1", "1:1 invalid value 1 for `required-version`: expected versions"),
        ("required-version = '>=0.*'", "1:1 invalid value '>=0.*' for `required-version`: expected versions"),
        ("required-version = '>=99'", "1:1 required version `>=99` does not match shlo "),
        ("required-version = 'new'", "1:1 invalid value 'new' for `required-version`: expected versions"),
    ],
)
def test_mistakes_are_said_with_their_place(tmp_path: Path, text: str, expected: str) -> None:
    assert expected in error(tmp_path, text)


def test_without_a_reader_of_toml_a_file_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (toml, configuration):
        monkeypatch.setattr(module, "toml_parser", lambda: None)
    assert error(tmp_path, "preview = true").startswith("1:1 reading TOML requires Python 3.11")
    write(tmp_path / "p" / "pyproject.toml", "[tool.other]\nname = 'shlo'\n")
    (tmp_path / "shlo.toml").unlink()
    nearest_file.cache_clear()
    assert not settings(tmp_path / "p" / "m.mlir").preview  # its own table is not there


VERSIONS = (
    __version__, f"=={__version__}", ">=0.0.1,<99", "!=99.1", f"<={__version__}.0", f"=={__version__[0]}.*",
    f"~={__version__}", f"!={__version__}.1.*",
)  # fmt: skip


@pytest.mark.parametrize("wanted", VERSIONS)
def test_a_version_that_will_do(tmp_path: Path, wanted: str) -> None:
    write(tmp_path / "shlo.toml", f"required-version = '{wanted}'\n")
    assert settings(tmp_path / "m.mlir").required_version == wanted


@pytest.mark.parametrize("wanted", ["~=99.0", "==99.*", f"!={__version__[0]}.*", f">{__version__}"])
def test_a_version_that_will_not_do(tmp_path: Path, wanted: str) -> None:
    assert f"required version `{wanted}` does not match" in error(tmp_path, f"required-version = '{wanted}'")


PYPROJECT = "[tool.other.lint]\nselect = ['E']\n"


@pytest.mark.parametrize(
    "text",
    ["[tool.shlo]\nlint.select = ['HYG001']", "tool.shlo.lint.select = ['HYG001']",
     "[tool]\nshlo.lint.select = ['HYG001']", "[tool.'shlo'.lint]\nselect = ['HYG001']",
     "[tool]\nshlo = { lint = { select = ['HYG001'] } }"],
)  # fmt: skip
def test_a_table_of_pyproject_is_found_however_it_is_written(tmp_path: Path, text: str) -> None:
    write(tmp_path / "pyproject.toml", f"{text}\n{PYPROJECT if '[tool]' not in text else ''}")
    assert codes(tmp_path / "m.mlir") == {"HYG001"}


def test_a_pyproject_without_the_table_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "shlo.toml", "preview = true\n")
    for text in (PYPROJECT, "not = TOML", "[tool.other]\nname = 'shlo'\n"):
        write(tmp_path / "p" / "pyproject.toml", text)
        nearest_file.cache_clear()
        assert settings(tmp_path / "p" / "m.mlir").preview


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[tool.shlo.lint]\nselect = ['E']", "4:1 invalid value for `lint.select`: unknown rule `E`"),
        ("[tool]\nshlo = 3", "4:1 invalid value 3 for `tool.shlo`: expected a table"),
        (
            "[[tool.shlo]]\npreview = true",
            "3:8 invalid value [{'preview': True}] for `tool.shlo`: expected a table",
        ),
        (
            "[tool.shlo.lint.per-file-ignores]\n'a' = 1",
            "3:17 invalid value {'a': 1} for `lint.per-file-ignores`",
        ),
    ],
)
def test_mistakes_in_pyproject_are_not_those_of_others(tmp_path: Path, text: str, expected: str) -> None:
    file = write(tmp_path / "pyproject.toml", f"{PYPROJECT}{text}\n")
    with pytest.raises(ConfigurationError) as caught:
        settings(tmp_path / "m.mlir")
    span = caught.value.diagnostic.span
    assert span is not None
    assert span.source.name == str(file)
    assert f"{span.begin[0]}:{span.begin[1]} {caught.value.diagnostic.message}".startswith(expected)


def test_files_that_extend_each_other_are_named(tmp_path: Path) -> None:
    write(tmp_path / "a.toml", "\nextend = 'shlo.toml'\n")
    write(tmp_path / "shlo.toml", "extend = 'a.toml'\n")
    with pytest.raises(ConfigurationError, match=r"cycle: shlo\.toml extends a\.toml extends shlo\.toml"):
        settings(tmp_path / "m.mlir")


def test_what_a_file_says_of_files_takes_the_place_of_what_it_extends(tmp_path: Path) -> None:
    base = "exclude = ['a']\nextend-exclude = ['b']\n[lint]\nper-file-ignores = { 'x/*' = ['HYG'] }\n"
    write(tmp_path / "base.toml", f"{base}extend-per-file-ignores = {{ '*' = ['NUM'] }}\n")
    own = "extend = '../base.toml'\nexclude = ['c']\nextend-exclude = ['d']\n[lint]\n"
    write(tmp_path / "p" / "shlo.toml", f"{own}per-file-ignores = {{ 'x/*' = ['PORT'] }}\n")
    found = settings(tmp_path / "p" / "m.mlir")
    excluded = [pattern.text for pattern in (*found.exclude, *found.extend_exclude)]
    assert excluded == ["c", "b", "d"]
    assert found.ignored_in(tmp_path / "p" / "x" / "m.mlir") == ["PORT", "NUM"]
    assert found.ignored_in(tmp_path / "x" / "m.mlir") == ["NUM"]  # the pattern begins in its own folder


def test_patterns_of_an_extended_file_begin_in_its_folder(tmp_path: Path) -> None:
    base = "extend-exclude = ['p/old_*']\nlint.per-file-ignores = { 'p/x/*' = ['HYG'] }\n"
    write(tmp_path / "base.toml", base)
    write(tmp_path / "p" / "shlo.toml", "extend = '../base.toml'\n")
    found = settings(tmp_path / "p" / "m.mlir")
    assert found.ignored_in(tmp_path / "p" / "x" / "m.mlir") == ["HYG"]
    assert found.excludes(tmp_path / "p" / "old_m.mlir")


def test_the_nearest_file_is_above_where_a_path_leads(tmp_path: Path) -> None:
    write(tmp_path / "p" / "shlo.toml", "preview = true\n")
    assert settings(tmp_path / "p" / "x" / ".." / "m.mlir").preview
    assert not settings(tmp_path / "p" / ".." / "m.mlir").preview


def test_every_setting_has_a_meaning() -> None:
    assert "lint.per-file-ignores" in OPTIONS
    meanings = [option.metadata["meaning"] for option in OPTIONS.values()]
    assert all(meaning[0].isupper() and not meaning.endswith(".") for meaning in meanings)


# -- what an untrusted file may name -----------------------------------------------------------------------

SECRET = "password = 'rosebud'\n"


def reported(path: Path) -> str:
    """All that the report of an error of the settings for a program contains."""
    with pytest.raises(ConfigurationError) as caught:
        settings(path)
    stream = io.StringIO()
    report.write(caught.value.diagnostics, stream)
    return stream.getvalue()


@pytest.mark.parametrize("name", ["secret", "secret.conf", "link.toml"])
def test_nothing_but_toml_is_opened(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To read a device, or what the kernel says of itself, may never end."""
    write(tmp_path / "secret", SECRET)
    write(tmp_path / "secret.conf", SECRET)
    (tmp_path / "link.toml").symlink_to("secret")
    write(tmp_path / "shlo.toml", f"extend = '{name}'")
    opened: list[str] = []
    monkeypatch.setattr(
        Path, "read_text", lambda self, **options: opened.append(self.name) or self.read_bytes().decode()
    )
    assert f"1:1 invalid value for `extend`: `{name}` is not a file `*.toml`" in error_of(tmp_path)
    assert set(opened) == {"shlo.toml"}


def test_a_link_to_something_else_is_not_opened(tmp_path: Path) -> None:
    write(tmp_path / "secret", SECRET)
    (tmp_path / "shlo.toml").symlink_to("secret")
    text = reported(tmp_path / "m.mlir")
    assert "a link to a file that is not named `*.toml`" in text
    assert "password" not in text


@pytest.mark.parametrize(
    "text",
    [SECRET, "password = ", "required-version = 'rosebud'", "extend = 'rosebud'", "preview = 'rosebud'"],
)
def test_nothing_outside_of_the_project_is_quoted(tmp_path: Path, text: str) -> None:
    outside = write(tmp_path / "credentials.toml", f"\n{text}")
    write(tmp_path / "p" / "shlo.toml", "extend = '../credentials.toml'")
    (tmp_path / "q").mkdir()
    (tmp_path / "q" / "shlo.toml").symlink_to(outside)
    for folder, file in (("p", "p/../credentials.toml"), ("q", "q/shlo.toml")):
        found = reported(tmp_path / folder / "m.mlir")
        assert "invalid configuration in line 2, which is not shown" in found
        assert f"--config {tmp_path / file}" in found
        assert "rosebud" not in found
        assert "password" not in found


def test_a_project_is_the_whole_repository(tmp_path: Path) -> None:
    write(tmp_path / "base.toml", "colour = 1")
    write(tmp_path / "p" / "shlo.toml", "extend = '../base.toml'")
    assert "unknown setting" not in reported(tmp_path / "p" / "m.mlir")
    (tmp_path / ".git").mkdir()
    assert "unknown setting `colour`" in reported(tmp_path / "p" / "m.mlir")


@pytest.mark.parametrize("text", [f"a = {'[' * 100_000}", f"a = {'9' * 100_000}", f"preview = {'9' * 5000}"])
def test_extreme_values_are_errors(tmp_path: Path, text: str) -> None:
    write(tmp_path / "shlo.toml", text)
    assert "invalid TOML" in error_of(tmp_path)
