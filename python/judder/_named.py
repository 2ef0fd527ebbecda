"""Dictionaries of what a run holds: a name that is not there is answered with the nearest ones."""
from __future__ import annotations

import difflib
from typing import Any, Iterable, NoReturn, TypeVar

Held = TypeVar("Held")


def printable(text: str) -> str:
    """A text that others wrote, made harmless for a terminal with the escapes of the program.

    >>> printable("\\u03bc\\33[31m\\n\\u202e")
    'μ\\\\x1b[31m\\\\n\\\\u{202e}'
    """
    short = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return "".join(one if one.isprintable() else short.get(one, f"\\x{ord(one):02x}" if one < "\x80" else f"\\u{{{ord(one):x}}}")
                   for one in text)


def unknown(what: str, name: Any, known: Iterable[str]) -> str:
    """What is said of a name that is not there."""
    names = [str(one) for one in known]
    near = difflib.get_close_matches(str(name), names, n=3)
    meant = f"did you mean {' or '.join(near)}? " if near else ""
    return f"no {what} {name!r}: {meant}there is {', '.join(names) if names else 'none'}"


class Named(dict[str, Held]):
    """A dict whose KeyError says what there is.

    >>> Named("series", {"slip_1": 1, "slip_2": 2})["slp_1"]
    Traceback (most recent call last):
    KeyError: "no series 'slp_1': did you mean slip_1 or slip_2? there is slip_1, slip_2"
    """

    def __init__(self, what: str, held: dict[str, Held] | None = None):
        super().__init__(held or {})
        self._what = what

    def __missing__(self, name: Any) -> NoReturn:
        raise KeyError(unknown(self._what, name, self)) from None

    def __reduce__(self) -> Any:
        return Named, (self._what, dict(self))
