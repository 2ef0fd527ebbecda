"""The slab: an elastic layer on a moving foundation."""
from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_bool, c_double, c_int, c_long, c_size_t, c_void_p
from typing import Any, Sequence

import numpy as np

from ._fields import documented
from ._library import CRows, CSignal, CWatch, InputError, Numbers, Owner, check, declare, lib, pointer, vector, whole
from .laws import law_of
from .motion import LONGEST, Motion, Watching, named, room_for
from .signals import Signal, c_signal, components


class CSetup(Structure):
    _fields_ = [("height", c_double), ("lam", c_double), ("G", c_double), ("rho", c_double), ("contact", c_int),
                ("squeeze", c_double), ("compliance", c_double), ("pressure", CSignal), ("law", c_void_p), ("epsilon", c_double),
                ("eta", c_double), ("eta_shear", c_double), ("damping", c_double), ("foundation", CSignal * 2), ("top", CSignal * 2),
                ("velocity", CSignal * 3), ("strain", CSignal * 3), ("method", c_int), ("cells", c_long), ("final", c_double),
                ("step", c_double), ("watch", CWatch)]


class CState(Structure):
    _fields_ = [("t", c_double), ("slip", c_double * 2), ("velocity", c_double * 3), ("displacement", c_double * 3),
                ("traction", c_double * 2), ("pressure", c_double), ("gap", c_double)]


class CReport(Structure):
    _fields_ = [("steps", c_size_t), ("nonunique_steps", c_size_t), ("jumps", c_size_t), ("t", c_double), ("stopped", c_bool),
                ("stick_fraction", c_double), ("open_fraction", c_double), ("pressure_min", c_double), ("pressure_max", c_double),
                ("energy_defect", c_double)]


declare("judder_slab_create", c_int, POINTER(CSetup), POINTER(c_void_p))
declare("judder_slab_destroy", None, POINTER(c_void_p))
declare("judder_slab_march", c_int, c_void_p, c_size_t, POINTER(CRows), POINTER(CReport))
declare("judder_slab_now", None, c_void_p, POINTER(CState))
declare("judder_slab_profile", c_int, c_void_p, Numbers, c_size_t, Numbers, Numbers)
declare("judder_slab_step", c_double, c_void_p)
declare("judder_slab_steps", c_size_t, c_void_p)

COLUMNS = ("t", "slip_1", "slip_2", "velocity_1", "velocity_2", "velocity_3", "displacement_1", "displacement_2",
           "displacement_3", "traction_1", "traction_2", "pressure", "gap")
METHODS = {"delay": 0, "euler": 1, "upwind": 2}


class SlabRun(Owner):
    """A slab on its way: advance it, look at it."""

    def __init__(self, setup: CSetup, keep: list[Any]):
        self._keep, self._watching, self._handle = keep, Watching(), c_void_p()
        setup.watch = self._watching.watch()
        check(lib.judder_slab_create(byref(setup), byref(self._handle)))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.judder_slab_destroy(byref(self._handle))

    @property
    def step(self) -> float:
        """The step that is really made."""
        return lib.judder_slab_step(self._handle)

    @property
    def steps(self) -> int:
        """How many lead to the end."""
        return lib.judder_slab_steps(self._handle)

    def advance(self, steps: int = 0, every: int = 1) -> Motion:
        """Goes on by some steps, or to the end (0)."""
        steps, before = whole(steps, "steps", 0, LONGEST), len(self._watching.events)
        report = CReport()
        rows, c_rows = room_for(min(steps, self.steps) if steps else self.steps, every, len(COLUMNS))
        with self._watching:
            check(lib.judder_slab_march(self._handle, steps, byref(c_rows), byref(report)))
        values = {name: getattr(report, name) for name, _ in CReport._fields_}
        return Motion(named(rows[:c_rows.count], COLUMNS), self._watching.events[before:], values)

    @property
    def state(self) -> dict[str, float]:
        """The contact now, by the names of the series."""
        state = CState()
        lib.judder_slab_now(self._handle, byref(state))
        return dict(zip(COLUMNS, np.frombuffer(state, dtype=np.float64).tolist()))

    def profile(self, z: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
        """u_t and u_z now at some heights, three columns each."""
        heights = vector(z, "z")
        u_t, u_z = np.empty((heights.size, 3)), np.empty((heights.size, 3))
        check(lib.judder_slab_profile(self._handle, pointer(heights), heights.size, pointer(u_t), pointer(u_z)))
        return u_t, u_z


@documented("slab")
class Slab:
    """An elastic layer 0 <= z <= height, held at the top, rubbing at z = 0 on a foundation.

    The contact is unilateral under a `squeeze`, soft with a `compliance` as well, or has a given `pressure`. The
    selection is `epsilon` (mass of the surface), `eta` (viscosity), or neither (perfect delay). Velocities are signals: numbers,
    functions of t or z, Tables, or a list of them, one a direction.

    >>> from judder import Law
    >>> slab = Slab(height=0.05, lam=107e9, G=77e9, rho=7800, squeeze=10e-6, epsilon=10, foundation=0.5,
    ...             friction=Law("exponential", mu_s=0.8, mu_d=0.5, v_c=0.1))
    >>> motion = slab.march(final=1e-5, step=1e-8)
    >>> motion
    <judder.Motion 1002 rows to t = 1.00092e-05, 1 events>
    >>> [event.kind for event in motion.events], round(motion.pressure[0]/1e6, 1)
    (['stick'], 52.2)
    """

    def __init__(self, *, height: float, G: float, rho: float, friction: Any, lam: float = 0.0, squeeze: float | None = None,
                 compliance: float | None = None, pressure: Signal | None = None, epsilon: float = 0.0, eta: float = 0.0,
                 eta_shear: float = 0.0, damping: float = 0.0, foundation: Any = 0.0, top: Any = 0.0, velocity: Any = None,
                 strain: Any = None, method: str = "delay", cells: int = 0):
        if (squeeze is None) == (pressure is None):
            raise InputError("a slab needs squeeze or pressure, and not both")
        if method not in METHODS:
            raise InputError(f"method is {method!r}: allowed is one of {', '.join(METHODS)}")
        self.friction = law_of(friction)
        self._keep: list[Any] = [self.friction]
        signal = lambda given: c_signal(given, self._keep)  # noqa: E731
        self._setup = CSetup(
            height=height, lam=lam, G=G, rho=rho, contact=2 if pressure is not None else 0 if compliance is None else 1,
            squeeze=squeeze or 0.0, compliance=compliance or 0.0, pressure=signal(0.0 if pressure is None else pressure),
            law=self.friction._handle, epsilon=epsilon, eta=eta, eta_shear=eta_shear, damping=damping,
            foundation=(CSignal * 2)(*map(signal, components(foundation, 2))), top=(CSignal * 2)(*map(signal, components(top, 2))),
            velocity=(CSignal * 3)(*map(signal, components(velocity, 3))), strain=(CSignal * 3)(*map(signal, components(strain, 3))),
            method=METHODS[method], cells=whole(cells, "cells"))

    def start(self, final: float, step: float) -> SlabRun:
        """A run of this slab that the caller advances."""
        setup = CSetup.from_buffer_copy(self._setup)
        setup.final, setup.step = final, step
        return SlabRun(setup, [self])

    def march(self, final: float, step: float, every: int = 1) -> Motion:
        """From t = 0 to final; every n-th step is recorded."""
        return self.start(final, step).advance(0, every)
