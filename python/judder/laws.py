"""Friction laws: mu as a function of the slip speed."""
from __future__ import annotations

from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_size_t, c_void_p
from typing import Any, Callable, Sequence, Union

import numpy as np

from ._library import CParam, Function, FunctionTwo, Numbers, Owner, c_text, check, declare, lib, one_variable, pointer, two_variables, vector

declare("judder_law_create", c_int, c_char_p, POINTER(CParam), c_size_t, POINTER(c_void_p))
declare("judder_law_create_tabulated", c_int, Numbers, Numbers, c_size_t, POINTER(c_void_p))
declare("judder_law_create_formula", c_int, Function, c_void_p, POINTER(c_void_p))
declare("judder_law_create_thermal", c_int, FunctionTwo, c_void_p, POINTER(c_void_p))
declare("judder_law_destroy", None, POINTER(c_void_p))
declare("judder_law_name", c_char_p, c_size_t)
declare("judder_law_at_rest", c_double, c_void_p, c_double)
declare("judder_law_value", c_double, c_void_p, c_double, c_double)
declare("judder_law_slope", c_double, c_void_p, c_double, c_double)
declare("judder_law_bends", c_size_t, c_void_p, Numbers, c_size_t)
declare("judder_law_steepest_fall", c_int, c_void_p, Numbers)
declare("judder_law_has_state", c_bool, c_void_p)
declare("judder_law_state_start", c_double, c_void_p)
declare("judder_law_state_advance", c_double, c_void_p, c_double, c_double, c_double)


class Law(Owner):
    """A friction law by its name and fields, as in a case; `judder.laws()` lists the names.

    >>> law = Law("linear", mu_s=0.8, mu_d=0.5, v_c=0.1)
    >>> law(0.05), round(law.slope(0.05), 12), law.at_rest()
    (0.65, -3.0, 0.8)
    >>> law([0.01, 0.2])
    array([0.77, 0.5 ])

    Static and kinetic friction; rate and state that creeps under every load:

    >>> drop = Law("constant", mu=0.4, mu_s=0.6)
    >>> drop.at_rest(), drop(0.1)
    (0.6, 0.4)
    >>> fault = Law("rate_state", form="asinh", mu_0=0.6, a=0.01, b=0.015, D_c=8e-3, V_0=1e-6)
    >>> fault.at_rest(), round(fault(1e-6, state=1e-6), 12)
    (0.0, 0.6)

    A wrong field is answered as in a case:

    >>> Law("linear", mu_s=-1, mu_d=0.5, v_c=0.1)
    Traceback (most recent call last):
    judder.InputError: mu_s of linear is -1: allowed is a number >= 0
    """

    def __init__(self, name: str, **params: Union[float, str]):
        self._name, self._handle, self._keep = name, c_void_p(), []
        fields = [CParam(c_text(key, "a field"), 0.0, c_text(value, key)) if isinstance(value, str)
                  else CParam(c_text(key, "a field"), float(value), None)
                  for key, value in params.items()]
        check(lib.judder_law_create(c_text(name, "name"), (CParam * len(fields))(*fields), len(fields), byref(self._handle)))

    @classmethod
    def _made(cls, name: str, create: Callable[[Any], int], keep: Sequence[Any]) -> Law:
        law = cls.__new__(cls)
        law._name, law._handle, law._keep = name, c_void_p(), list(keep)
        check(create(byref(law._handle)))
        return law

    @classmethod
    def tabulated(cls, v: Sequence[float], mu: Sequence[float]) -> Law:
        """Straight lines through points, constant after the last; v[0] must be 0.

        >>> Law.tabulated([0, 0.1, 0.5], [0.9, 0.5, 0.4])(0.3)
        0.45
        """
        speeds = vector(v, "v")
        values = vector(mu, "mu", speeds.size)
        return cls._made("tabulated", lambda law: lib.judder_law_create_tabulated(pointer(speeds), pointer(values), speeds.size, law), [])

    @classmethod
    def formula(cls, mu: Callable[[float], float]) -> Law:
        """Any continuous mu(v); evaluated once, never during a run.

        >>> import math
        >>> round(Law.formula(lambda v: 0.5 + 0.3*math.exp(-v/0.1))(0.1), 9)
        0.610363832
        """
        function = one_variable(mu)
        return cls._made("formula", lambda law: lib.judder_law_create_formula(function, None, law), [function])

    @classmethod
    def thermal(cls, mu: Callable[[float, float], float]) -> Law:
        """Any continuous mu(v, temperature), for a Beam."""
        function = two_variables(mu)
        return cls._made("formula", lambda law: lib.judder_law_create_thermal(function, None, law), [function])

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.judder_law_destroy(byref(self._handle))

    def __repr__(self) -> str:
        return f"<judder.Law {self._name}>"

    def __call__(self, v: Any, state: float | None = None) -> Any:
        """mu at a speed, or at an array of them; the value at rest for v = 0."""
        at = self.state_start() if state is None else state
        if np.ndim(v) == 0:
            return lib.judder_law_value(self._handle, abs(float(v)), at)
        return np.vectorize(lambda r: lib.judder_law_value(self._handle, abs(float(r)), at), otypes=[float])(v)

    def at_rest(self, state: float | None = None) -> float:
        """The bound in stick."""
        return lib.judder_law_at_rest(self._handle, self.state_start() if state is None else state)

    def slope(self, v: float, state: float | None = None) -> float:
        """mu'(v), from the right where mu has a kink."""
        return lib.judder_law_slope(self._handle, abs(v), self.state_start() if state is None else state)

    def bends(self) -> np.ndarray:
        """Speeds between which mu' is monotone."""
        at = np.zeros(lib.judder_law_bends(self._handle, None, 0))
        lib.judder_law_bends(self._handle, pointer(at), at.size)
        return at

    def steepest_fall(self) -> float:
        """The largest -mu' over all speeds."""
        fall = c_double()
        check(lib.judder_law_steepest_fall(self._handle, byref(fall)))
        return fall.value

    @property
    def has_state(self) -> bool:
        """Whether friction remembers."""
        return lib.judder_law_has_state(self._handle)

    def state_start(self) -> float:
        return lib.judder_law_state_start(self._handle)

    def state_advance(self, state: float, v: float, time: float) -> float:
        """The state after sliding at a constant speed for a time."""
        return lib.judder_law_state_advance(self._handle, state, abs(v), time)


def laws() -> list[str]:
    """The names of all friction laws.

    >>> "exponential" in laws()
    True
    """
    names: list[str] = []
    while (name := lib.judder_law_name(len(names))) is not None:
        names.append(name.decode())
    return names


def law_of(friction: Any) -> Law:
    """A law: itself, a number for Coulomb's, or a function of the speed."""
    if isinstance(friction, Law):
        return friction
    return Law.formula(friction) if callable(friction) else Law("constant", mu=friction)
