"""Numbers that may vary: a number, a function, or a Table."""
from __future__ import annotations

from typing import Any, Callable, Sequence, Union

import numpy as np

from ._library import CSignal, InputError, numbers, one_variable, pointer


class Table:
    """Straight lines through points; outside, the end values hold; two equal times are a jump.

    >>> Table([0, 0.5, 1], [0.4, 1, 0.4])
    Table(3 points from 0 to 1)
    """

    def __init__(self, t: Sequence[float], value: Sequence[float]):
        self.t, self.value = numbers(t, "t"), numbers(value, "value")
        self.points()

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """Times and values as they are now, of one length."""
        t, value = numbers(self.t, "t"), numbers(self.value, "value")
        if t.ndim != 1 or t.shape != value.shape or not len(t):
            raise InputError(f"a table has {t.shape} times and {value.shape} values: two lists of one length are needed")
        return t, value

    def __repr__(self) -> str:
        return f"Table({len(self.t)} points from {self.t[0]:g} to {self.t[-1]:g})"


Signal = Union[float, Callable[[float], float], Table]


def c_signal(signal: Signal, keep: list[Any]) -> CSignal:
    """The signal as the library takes it; `keep` holds what it points to."""
    made = CSignal()
    if isinstance(signal, Table):
        t, value = signal.points()
        made.t, made.value, made.count = pointer(t), pointer(value), len(t)
        keep += [t, value]
    elif callable(signal):
        made.function = one_variable(signal)
        keep.append(made.function)
    else:
        try:
            made.constant = float(signal)
        except (TypeError, ValueError) as error:
            raise InputError(f"{signal!r}: a number, a function or a Table is needed") from error
    return made


def components(given: Any, count: int) -> list[Signal]:
    """One signal a component: from a list, from a function of several values, or the first alone."""
    if given is None:
        return [0.0] * count
    if callable(given):
        first = given(0.0)
        if np.ndim(first) == 0:
            return [given] + [0.0] * (count - 1)
        if len(first) > count:
            raise InputError(f"the function gives {len(first)} values: at most {count} are taken")
        return [(lambda x, k=k: given(x)[k]) if k < len(first) else 0.0 for k in range(count)]
    if isinstance(given, Table) or np.ndim(given) == 0:
        return [given] + [0.0] * (count - 1)
    if len(given) > count:
        raise InputError(f"{len(given)} components were given: at most {count} are taken")
    return list(given) + [0.0] * (count - len(given))
