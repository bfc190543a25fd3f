"""Chromium without a window, spoken to through two pipes: what a reader does, and what then is there.

The messages are those of the DevTools protocol, JSON with a zero byte after each.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

_KEYS = {"Enter": 13, "Escape": 27, "Tab": 9, " ": 32,
         "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}  # fmt: skip


class Page:
    """A page that is open: `problems` are the errors of its scripts, `requests` what it asked for."""

    def __init__(self, read: int, write: int) -> None:
        self._read, self._write = read, write
        self._rest = b""
        self._numbers = itertools.count(1)
        self._session = ""
        self.problems: list[str] = []
        self.requests: list[str] = []
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self._call(f"{domain}.enable")

    # -- what a reader does -------------------------------------------------------------------------

    def resize(self, width: int, height: int) -> None:
        """Make the window this large."""
        self._call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                   mobile=False)  # fmt: skip

    def prefer(self, **features: str) -> None:
        """Set media features: `prefers_color_scheme="dark"`."""
        wanted = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self._call("Emulation.setEmulatedMedia", features=wanted)

    def open(self, file: Path, node: int | None = None) -> None:
        """Go to a file, as a link to a node does."""
        address = file.resolve().as_uri()
        self.requests.clear()
        self._call("Page.navigate", url="about:blank")
        self._call("Page.navigate", url=address if node is None else f"{address}#{node}")
        is_there = "document.readyState === 'complete'"
        self.value(f"new Promise((done) => {is_there} ? done() : addEventListener('load', done))")

    def click(self, selector: str, count: int = 1) -> None:
        """Click in the middle of the first element that a selector finds, or so many times."""
        x, y = self.value(
            f"(({{ left, top, width, height }}) => [left + width / 2, top + height / 2])"
            f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        self.click_at(x, y, count)

    def click_at(self, x: float, y: float, count: int = 1) -> None:
        """Click at a place of the window."""
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self._mouse(kind, x, y, button="left", buttons=int(kind == "mousePressed"), clickCount=number)

    def drag(self, path: Sequence[tuple[float, float]]) -> None:
        """Press the button at the first place, and let go at the last."""
        self._mouse("mousePressed", *path[0], button="left", buttons=1, clickCount=1)
        for place in path[1:]:
            self._mouse("mouseMoved", *place, button="left", buttons=1)
        self._mouse("mouseReleased", *path[-1], button="left", buttons=0, clickCount=1)

    def wheel(self, x: float, y: float, by: float) -> None:
        """Turn the wheel."""
        self._mouse("mouseWheel", x, y, deltaX=0, deltaY=by)

    def type(self, text: str) -> None:
        """Write text where the focus is."""
        for character in text:
            self.press(character)

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press a key: a character, or one by its name, such as `Enter`."""
        code = _KEYS.get(key)
        text = {"Enter": "\r", "Tab": ""}.get(key, key if code in (None, 32) else "")
        fields: dict[str, Any] = {"key": key, "modifiers": 8 * shift}
        if code is not None:
            fields |= {"code": "Space" if key == " " else key, "windowsVirtualKeyCode": code}
        self._call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **fields)
        self._call("Input.dispatchKeyEvent", type="keyUp", **fields)

    def download_to(self, folder: Path) -> None:
        """Save what is downloaded from now on in a folder."""
        self._call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    # -- what there is ------------------------------------------------------------------------------

    def value(self, script: str) -> Any:
        """What an expression of JavaScript is worth."""
        answer = self._call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise AssertionError(answer["exceptionDetails"]["exception"].get("description"))
        return answer["result"].get("value")

    def texts(self, selector: str) -> list[str]:
        """The texts of the elements that a selector finds."""
        found: list[str] = self.value(
            f"[...document.querySelectorAll({json.dumps(selector)})].map((each) => each.textContent)"
        )
        return found

    def screenshot(self, file: Path) -> None:
        """Save the window as a PNG."""
        file.write_bytes(base64.b64decode(self._call("Page.captureScreenshot", format="png")["data"]))

    # -- the protocol -------------------------------------------------------------------------------

    def _mouse(self, kind: str, x: float, y: float, **more: Any) -> None:
        self._call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        number = next(self._numbers)
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        for answer in self._messages():
            if answer.get("id") == number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                result: dict[str, Any] = answer["result"]
                return result
            self._note(answer)
        raise AssertionError("Chromium has ended")

    def _messages(self) -> Iterator[dict[str, Any]]:
        while True:
            while b"\0" not in self._rest:
                more = os.read(self._read, 1 << 20)
                if not more:
                    return
                self._rest += more
            message, _, self._rest = self._rest.partition(b"\0")
            yield json.loads(message)

    def _note(self, event: dict[str, Any]) -> None:
        kind, fields = event.get("method"), event.get("params", {})
        if kind == "Runtime.exceptionThrown":
            self.problems.append(fields["exceptionDetails"]["exception"]["description"])
        elif kind == "Runtime.consoleAPICalled":
            self.problems.append(str(fields["args"]))
        elif kind == "Log.entryAdded":
            self.problems.append(fields["entry"]["text"])
        elif kind == "Network.requestWillBeSent":
            self.requests.append(fields["request"]["url"])


@contextmanager
def browser(profile: Path) -> Iterator[Page]:
    """A page in a Chromium of its own, whose files are in `profile`."""
    assert CHROMIUM
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
               f"--user-data-dir={profile}", "--no-first-run", "--disable-extensions"]  # fmt: skip
    (to_read, to_write), (from_read, from_write) = os.pipe(), os.pipe()
    # Chromium reads its third file, and writes to its fourth
    script = f'exec "$@" 3<&{to_read} 4>&{from_write}'
    chromium = subprocess.Popen(
        ["bash", "-c", script, "bash", *command], pass_fds=(to_read, from_write), stderr=subprocess.DEVNULL
    )
    os.close(to_read)
    os.close(from_write)
    try:
        yield Page(from_read, to_write)
    finally:
        os.close(to_write)  # at which it ends
        os.close(from_read)
        chromium.wait(30)
