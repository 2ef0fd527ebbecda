"""The thermoelastic beam, dimensionless."""
from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_bool, c_double, c_int, c_size_t, c_void_p
from typing import Any, Callable

import numpy as np

from ._fields import from_table
from ._library import Function, FunctionTwo, Numbers, check, declare, lib, one_variable, pointer, two_variables, whole
from .laws import law_of
from .motion import Model, ModelRun, declare_motion, values_of


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


declare_motion("beam", CReport, c_size_t)
declare("judder_beam_now", None, c_void_p, POINTER(CState))
declare("judder_beam_profile", None, c_void_p, c_size_t, Numbers, Numbers)
declare("judder_beam_steps", c_size_t, c_void_p)
declare("judder_beam_steady_at", c_int, c_void_p, c_double, POINTER(CSteady))

COLUMNS = tuple(name for name, _ in CState._fields_)


class BeamRun(ModelRun):
    """A beam on its way: advance it, look at it."""

    _model, _columns, _report = "beam", COLUMNS, CReport

    @property
    def state(self) -> dict[str, float]:
        """What is seen now, by the names of the series."""
        state = CState()
        lib.judder_beam_now(self._handle, byref(state))
        return values_of(state)

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
        return values_of(steady)


@from_table("beam")
class Beam(Model):
    """A cantilever whose hot end rubs on a foundation that moves across it; friction heats it, heat presses it on.

    >>> beam = Beam(friction=0.9, velocity=1)
    >>> motion = beam.march(final=0.1, step=2e-5)
    >>> round(motion.values["first_slip_time"], 9), round(motion.end_temperature[-1], 6)
    (0.012, 401.355265)
    >>> round(beam.steady(1)["critical_velocity"], 4)
    444.4444
    """

    _run = BeamRun

    def __init__(self, *, friction: Any, force: float | Callable[[float, float], float] = 0.0,
                 start_velocity: Callable[[float], float] | None = None, start_displacement: Callable[[float], float] | None = None,
                 start_temperature: Callable[[float], float] | None = None, **fields: Any):
        self.friction = law_of(friction)
        self._keep: list[Any] = [self.friction]
        one = lambda function: one_variable(function) if function else Function()  # noqa: E731
        functions = {"force_function": two_variables(force) if callable(force) else FunctionTwo(), "start_velocity": one(start_velocity),
                     "start_displacement": one(start_displacement), "start_temperature": one(start_temperature)}
        self._keep += functions.values()
        self._setup = self._arguments.setup(fields, self._keep, force=0.0 if callable(force) else force, law=self.friction._handle,
                                            **functions)

    def steady(self, speed: float) -> dict[str, Any]:
        """Steady sliding at a speed, with the first values of the signals."""
        return self.start(1.0, 1.0).steady(speed)


CSetup = Beam._arguments.struct
