"""The thermoelastic beam, dimensionless."""
from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_bool, c_double, c_int, c_size_t, c_void_p
from typing import Any, Callable

import numpy as np

from ._fields import choice, documented
from ._library import CRows, CSignal, CWatch, Function, FunctionTwo, Numbers, Owner, check, declare, lib, one_variable, pointer, two_variables, whole
from .laws import law_of
from .motion import LONGEST, Motion, Watching, named, room_for
from .signals import Signal, c_signal


class CSetup(Structure):
    _fields_ = [("c", c_double), ("k", c_double), ("h_b", c_double), ("alpha", c_double), ("damping", c_double), ("beta", c_double),
                ("wall", CSignal), ("foundation", CSignal), ("velocity", CSignal), ("force", c_double),
                ("force_function", FunctionTwo), ("force_context", c_void_p), ("law", c_void_p), ("start", c_int),
                ("start_velocity", Function), ("start_displacement", Function), ("start_temperature", Function),
                ("start_context", c_void_p), ("grid", c_bool), ("hold_constant", c_bool), ("modes", c_size_t),
                ("heat_modes", c_size_t), ("cells", c_size_t), ("final", c_double), ("step", c_double), ("watch", CWatch)]


class CState(Structure):
    _fields_ = [(name, c_double) for name in
                ("t", "end_displacement", "end_velocity", "end_temperature", "mean_temperature", "shear", "slip")]


class CReport(Structure):
    _fields_ = [("steps", c_size_t), ("nonunique_steps", c_size_t), ("stick_intervals", c_size_t), ("stopped", c_bool),
                ("overflowed", c_bool), ("first_slip_time", c_double), ("stick_fraction", c_double), ("energy_defect", c_double),
                ("heat_defect", c_double), ("heating_rate", c_double)]


class CSteady(Structure):
    _fields_ = [("exists", c_bool)] + [(name, c_double) for name in
                ("end_temperature", "mean_temperature", "pressure", "end_displacement", "shear", "critical_velocity",
                 "thermal_growth_rate", "flutter_velocity", "heat_growth_rate")]


declare("judder_beam_create", c_int, POINTER(CSetup), POINTER(c_void_p))
declare("judder_beam_destroy", None, POINTER(c_void_p))
declare("judder_beam_march", c_int, c_void_p, c_size_t, POINTER(CRows), POINTER(CReport))
declare("judder_beam_now", None, c_void_p, POINTER(CState))
declare("judder_beam_profile", None, c_void_p, c_size_t, Numbers, Numbers)
declare("judder_beam_steps", c_size_t, c_void_p)
declare("judder_beam_steady_at", c_int, c_void_p, c_double, POINTER(CSteady))

COLUMNS = tuple(name for name, _ in CState._fields_)


class BeamRun(Owner):
    """A beam on its way: advance it, look at it."""

    def __init__(self, setup: CSetup, keep: list[Any]):
        self._keep, self._watching, self._handle = keep, Watching(), c_void_p()
        setup.watch = self._watching.watch()
        check(lib.judder_beam_create(byref(setup), byref(self._handle)))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.judder_beam_destroy(byref(self._handle))

    @property
    def steps(self) -> int:
        """How many lead to the end."""
        return lib.judder_beam_steps(self._handle)

    def advance(self, steps: int = 0, every: int = 1) -> Motion:
        """Goes on by some steps, or to the end (0)."""
        steps, before = whole(steps, "steps", 0, LONGEST), len(self._watching.events)
        report = CReport()
        rows, c_rows = room_for(min(steps, self.steps) if steps else self.steps, every, len(COLUMNS))
        with self._watching:
            check(lib.judder_beam_march(self._handle, steps, byref(c_rows), byref(report)))
        values = {name: getattr(report, name) for name, _ in CReport._fields_}
        return Motion(named(rows[:c_rows.count], COLUMNS), self._watching.events[before:], values)

    @property
    def state(self) -> dict[str, float]:
        """What is seen now, by the names of the series."""
        state = CState()
        lib.judder_beam_now(self._handle, byref(state))
        return {name: getattr(state, name) for name in COLUMNS}

    def profile(self, count: int = 101) -> tuple[np.ndarray, np.ndarray]:
        """u and the temperature now at `count` places along the beam."""
        count = whole(count, "count", 2)
        u, temperature = np.empty(count), np.empty(count)
        lib.judder_beam_profile(self._handle, count, pointer(u), pointer(temperature))
        return u, temperature

    def steady(self, speed: float) -> dict[str, Any]:
        """Steady sliding at a speed: whether it exists, where, and up to which speed."""
        steady = CSteady()
        check(lib.judder_beam_steady_at(self._handle, speed, byref(steady)))
        return {name: getattr(steady, name) for name, _ in CSteady._fields_}


@documented("beam")
class Beam:
    """A cantilever whose hot end rubs on a foundation that moves across it; friction heats it, heat presses it on.

    >>> beam = Beam(friction=0.9, velocity=1)
    >>> motion = beam.march(final=0.1, step=2e-5)
    >>> round(motion.values["first_slip_time"], 9), round(motion.end_temperature[-1], 6)
    (0.012, 401.355265)
    >>> round(beam.steady(1)["critical_velocity"], 4)
    444.4444
    """

    def __init__(self, *, friction: Any, velocity: Signal, c: float = 10.0, damping: float = 0.0, k: float = 1.0, h_b: float = 1.0,
                 alpha: float = 0.01, beta: float = 0.0, wall: Signal = 400.0, foundation: Signal = 400.0,
                 force: float | Callable[[float, float], float] = 0.0, start: str = "compatible",
                 start_velocity: Callable[[float], float] | None = None, start_displacement: Callable[[float], float] | None = None,
                 start_temperature: Callable[[float], float] | None = None, method: str = "modal", hold: str = "linear",
                 modes: int = 0, heat_modes: int = 0, cells: int = 0):
        self.friction = law_of(friction)
        keep: list[Any] = [self.friction]
        self._keep = keep
        one = lambda function: one_variable(function) if function else Function()  # noqa: E731
        self._setup = CSetup(
            c=c, k=k, h_b=h_b, alpha=alpha, damping=damping, beta=beta, wall=c_signal(wall, keep),
            foundation=c_signal(foundation, keep), velocity=c_signal(velocity, keep), force=0.0 if callable(force) else force,
            force_function=two_variables(force) if callable(force) else FunctionTwo(), law=self.friction._handle,
            start=choice("beam", "start", start), start_velocity=one(start_velocity), start_displacement=one(start_displacement),
            start_temperature=one(start_temperature), grid=choice("beam", "grid", method),
            hold_constant=choice("beam", "hold_constant", hold), modes=whole(modes, "modes"), heat_modes=whole(heat_modes, "heat_modes"), cells=whole(cells, "cells"))
        keep += [self._setup.force_function, self._setup.start_velocity, self._setup.start_displacement, self._setup.start_temperature]

    def start(self, final: float, step: float) -> BeamRun:
        """A run of this beam that the caller advances."""
        setup = CSetup.from_buffer_copy(self._setup)
        setup.final, setup.step = final, step
        return BeamRun(setup, [self])

    def march(self, final: float, step: float, every: int = 1) -> Motion:
        """From t = 0 to final; every n-th step is recorded."""
        return self.start(final, step).advance(0, every)

    def steady(self, speed: float) -> dict[str, Any]:
        """Steady sliding at a speed, with the first values of the signals."""
        return self.start(1.0, 1.0).steady(speed)
