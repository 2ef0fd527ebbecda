"""libjudder by ctypes: where it is, its structs, its functions, its errors."""
from __future__ import annotations

import ctypes
import operator
import os
import threading
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_double, c_int, c_long, c_size_t, c_void_p
from pathlib import Path
from typing import Any, Callable, NoReturn

import numpy as np


class JudderError(Exception):
    """What the library answered instead of a result; the text says what, value, allowed."""


class InputError(JudderError, ValueError):
    """What was given is wrong. `field` names what it concerns, if it is known."""

    field: str = ""


class MachineError(JudderError, RuntimeError):
    """The machine failed: disk full, out of memory."""


class Stopped(JudderError):
    """The run was interrupted where no result was near."""


for _error in (JudderError, InputError, MachineError, Stopped):
    _error.__module__ = "judder"
_ERRORS = {1: Stopped, 2: InputError, 3: MachineError}


def _candidates() -> list[str]:
    """Where the library may be: as set, beside this file in a built tree, under the prefix of this file, where the loader looks; never in
    the working folder."""
    here = Path(__file__).resolve()
    found = [os.environ["JUDDER_LIBRARY"]] if os.environ.get("JUDDER_LIBRARY") else []
    if len(here.parents) > 2:
        found.append(str(here.parents[2] / "build" / "libjudder.so"))
    for folder in here.parents:
        found += [str(path) for path in sorted(folder.glob("lib/libjudder.so.0")) + sorted(folder.glob("lib/*/libjudder.so.0"))]
    return found + ["libjudder.so.0"]


def _load() -> ctypes.CDLL:
    tried = _candidates()
    for path in tried:
        if "/" in path and not os.path.exists(path):
            continue
        try:
            return ctypes.CDLL(path)
        except OSError as error:
            last = error
    raise ImportError(f"libjudder was not found; set JUDDER_LIBRARY to its path (looked for {', '.join(tried)})")


lib = _load()

Function = CFUNCTYPE(c_int, c_void_p, c_double, POINTER(c_double))
FunctionTwo = CFUNCTYPE(c_int, c_void_p, c_double, c_double, POINTER(c_double))
Numbers = POINTER(c_double)


class CSignal(Structure):
    _fields_ = [("constant", c_double), ("function", Function), ("context", c_void_p), ("t", Numbers), ("value", Numbers),
                ("count", c_size_t)]


class CEvent(Structure):
    _fields_ = [("kind", c_int), ("t", c_double), ("before", c_double), ("after", c_double)]


EventFunction = CFUNCTYPE(None, c_void_p, POINTER(CEvent))
GoOn = CFUNCTYPE(c_bool, c_void_p, c_double)


class CWatch(Structure):
    _fields_ = [("event", EventFunction), ("go_on", GoOn), ("context", c_void_p)]


class CRows(Structure):
    _fields_ = [("at", Numbers), ("room", c_size_t), ("count", c_size_t), ("every", c_size_t)]


class CParam(Structure):
    _fields_ = [("key", c_char_p), ("number", c_double), ("text", c_char_p)]


EVENT_KINDS = ("stick", "slip", "jump", "open", "close", "start")

_failure = threading.local()  # .last: what the function that was called back last in this thread raised


def failed_inside(error: BaseException) -> int:
    """What a function called back returns after an exception, which `check` raises again."""
    _failure.last = error
    lib.judder_error_set(2, f"{type(error).__name__}: {error}".encode(errors="replace"))
    return 2


def check(status: int) -> None:
    """Raises what a status means."""
    cause = getattr(_failure, "last", None)
    _failure.last = None
    if isinstance(cause, (KeyboardInterrupt, SystemExit)):
        raise cause
    if status == 0:
        return
    message = lib.judder_error_message().decode(errors="replace")
    error = _ERRORS.get(status, JudderError)(message)
    if isinstance(error, InputError):
        error.field = lib.judder_error_field().decode(errors="replace")
    raise error from cause


def one_variable(function: Callable[[float], float]) -> Any:
    """A Python function as the library calls it."""

    def call(_context: Any, x: float, y: Any) -> int:
        try:
            y[0] = float(function(x))
        except BaseException as error:  # it must not pass through C
            return failed_inside(error)
        return 0

    return Function(call)


def two_variables(function: Callable[[float, float], float]) -> Any:
    def call(_context: Any, x: float, y: float, z: Any) -> int:
        try:
            z[0] = float(function(x, y))
        except BaseException as error:
            return failed_inside(error)
        return 0

    return FunctionTwo(call)


def numbers(values: Any, what: str = "values") -> np.ndarray:
    """A contiguous array of doubles."""
    if np.iscomplexobj(values):
        raise InputError(f"{what} has complex numbers: allowed are real ones")
    try:
        return np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{what}: numbers are needed: {error}") from error


def c_text(value: Any, what: str) -> bytes:
    """A text or path as C takes it; C would end it at a zero byte and take the rest for another one."""
    raw = os.fsencode(value)
    if b"\0" in raw:
        raise InputError(f"{what} has a zero byte: {raw[:60]!r}")
    return raw


def vector(values: Any, what: str, n: int | None = None) -> np.ndarray:
    """A list of finite numbers, n of them if n is given: what the library reads and writes must be as long as it thinks."""
    array = numbers(values, what)
    if array.ndim != 1 or (n is not None and array.size != n):
        raise InputError(f"{what} has the shape {array.shape}: {'a list of numbers is' if n is None else f'{n} numbers are'} needed")
    if not np.isfinite(array).all():
        raise InputError(f"{what} has no number at its place {int(np.flatnonzero(~np.isfinite(array))[0]) + 1}")
    return array


def whole(value: Any, what: str, low: int = 0, high: int = 2**31 - 1) -> int:
    """An integer that C can hold: ctypes would cut off what does not fit."""
    try:
        number = int(operator.index(value)) if not isinstance(value, (float, np.floating)) else int(value)
    except (TypeError, ValueError, OverflowError):
        raise InputError(f"{what} is {value!r}: allowed is an integer") from None
    if number != value or not low <= number <= high:
        allowed = f"from {low} to {high}" if number > high else f">= {low}"
        raise InputError(f"{what} is {value!r}: allowed is an integer {allowed}")
    return number


def pointer(array: np.ndarray) -> Any:
    return array.ctypes.data_as(Numbers)


def matrix(values: Any, what: str, n: int | None = None) -> np.ndarray:
    """A square matrix of doubles, row by row."""
    array = numbers(values, what)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or (n is not None and array.shape[0] != n):
        raise InputError(f"{what} has the shape {array.shape}: a square matrix{'' if n is None else f' of {n} rows'} is needed")
    return array


def take_text(text: c_char_p) -> str:
    """A text that the library made for its caller."""
    try:
        return text.value.decode(errors="replace") if text.value else ""
    finally:
        lib.judder_text_destroy(byref(text))


def borrowed(address: Any, shape: tuple[int, ...], owner: Any) -> np.ndarray:
    """Numbers of the library as an array that keeps their owner alive; read only."""
    size = int(np.prod(shape))
    if size == 0 or not address:
        return np.zeros(shape)
    block = (c_double * size).from_address(ctypes.addressof(address.contents))
    block.owner = owner
    array = np.frombuffer(block, dtype=np.float64).reshape(shape)
    array.flags.writeable = False
    return array


class Owner:
    """Whoever owns something of the library and gives it back at the end: a copy would give it back a second time."""

    def __reduce__(self, *_how: Any) -> NoReturn:
        raise TypeError(f"a {type(self).__name__.lstrip('_')} owns what the library made: it cannot be copied or pickled")

    __copy__ = __deepcopy__ = __reduce_ex__ = __reduce__  # type: ignore[assignment]


def declare(name: str, result: Any, *arguments: Any) -> None:
    function = getattr(lib, name)
    function.restype = result
    function.argtypes = list(arguments)


for _name in ("judder_version", "judder_error_message", "judder_error_field"):
    declare(_name, c_char_p)
declare("judder_error_set", None, c_int, c_char_p)
declare("judder_text_destroy", None, POINTER(c_char_p))
ThreadGoOn = CFUNCTYPE(c_bool, c_void_p)
declare("judder_thread_go_on", None, ThreadGoOn, c_void_p)
