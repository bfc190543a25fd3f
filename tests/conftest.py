"""What all tests share."""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from _pytest.runner import runtestprotocol

from tests.skips import is_expected

collect_ignore = ["upstream"]  # what needs material of others, unless it is asked for

# what tests start is the checkout's, too
_TESTS = Path(__file__).resolve().parent
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(_TESTS.parent), os.environ.get("PYTHONPATH")]))

# how long an example takes says something of the machine, not of the program
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Signals end this process and what it starts as they do at a terminal.

    A shell that runs the tests in the background, `nohup` and the workers of pytest-xdist ignore some, and
    what is ignored is inherited.
    """
    usual: dict[str, Any] = {"SIGINT": signal.default_int_handler, "SIGHUP": signal.SIG_DFL}
    before = {
        number: signal.signal(number, handler)
        for name, handler in usual.items()
        if (number := getattr(signal, name, None))
    }
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


# --- speed ----------------------------------------------------------------------------------------------


def pytest_collection_finish() -> None:
    """What stays until the end is no garbage: each collection looks at it no longer."""
    gc.collect()
    gc.freeze()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Nor does a collection look at the tables that the tests of a file have filled."""
    if nextitem is not None and nextitem.path != item.path:
        gc.collect(1)
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker says no more of a test than what counts: to begin, to set up and to end are messages, too."""
    if not hasattr(item.config, "workerinput"):
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Every other worker imports the tests from the last: what one has compiled, another reads."""
    worker = getattr(session.config, "workerinput", {}).get("workerid", "gw0")
    if int(worker.removeprefix("gw")) % 2 and not session.config.getoption("file_or_dir"):
        for path in sorted(filter(_is_of_project, _TESTS.glob("*/**/test_*.py")), reverse=True):
            name = ".".join(path.relative_to(_TESTS.parent).with_suffix("").parts)
            with contextlib.suppress(Exception, pytest.skip.Exception):  # collection says what is wrong
                importlib.import_module(name)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Neighbours share what they compute once: they run in one process, until another has nothing to do."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


# --- a skip that nobody expects is an error -------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _refuse_skip(report)
    return report


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = _reason(report)
    if not is_expected(reason):
        report.outcome = "failed"
        report.longrepr = f"skipped, but tests/skips.py does not expect it here: {reason}"


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    assert isinstance(report.longrepr, tuple)
    return report.longrepr[2].removeprefix("Skipped: ")


# --- `pytest --last-skipped --slow`: what the last run left ----------------------------------------------

_SKIPPED = "shlo/skipped"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--last-skipped", action="store_true", help="run only what the last run skipped")
    parser.addoption("--slow", action="store_true", help="run the slow tests, too")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("slow"):
        config.option.markexpr = ""
    if config.getoption("last_skipped"):  # other files need not be collected
        files = {str(config.rootpath / id.partition("::")[0]) for id in config.cache.get(_SKIPPED, [])}
        files |= set(map(str, _slow_files())) if config.getoption("slow") else set()
        files |= {path for path in config.args if not _is_of_project(path)}
        config.args = sorted(files) or config.args
    if config.pluginmanager.hasplugin("cacheprovider") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Skipped(config.cache))


def _slow_files() -> Iterator[Path]:
    for path in _TESTS.rglob("test_*.py"):
        if _is_of_project(path) and "mark.slow" in path.read_text():
            yield path


def _is_of_project(path: str | Path) -> bool:
    """Whether tests need nothing of others, so that they are collected without being asked for."""
    found = Path(path).resolve()
    return not any(found.is_relative_to(_TESTS / name) for name in collect_ignore)


class _Skipped:
    """Remembers the tests that are skipped, and the files that are skipped as a whole."""

    def __init__(self, cache: pytest.Cache) -> None:
        self.cache = cache
        self.ids: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and not hasattr(report, "wasxfail"):
            self.ids.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.skipped:
            self.ids.append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self.cache.set(_SKIPPED, self.ids)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("last_skipped"):
        skipped = set(config.cache.get(_SKIPPED, []))
        chosen = [item for item in items if _is_left(item, skipped)]
        config.hook.pytest_deselected(items=list(set(items).difference(chosen)))
        items[:] = chosen


def _is_left(item: pytest.Item, skipped: set[str]) -> bool:
    if not skipped.isdisjoint((item.nodeid, item.location[0])) or not _is_of_project(item.path):
        return True
    return item.config.getoption("slow") and item.get_closest_marker("slow") is not None
