"""The slab: an elastic layer on a moving foundation."""
from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_bool, c_double, c_int, c_size_t, c_void_p
from typing import Any, Sequence

import numpy as np

from ._fields import from_table
from ._library import InputError, Numbers, check, declare, lib, pointer, vector
from .laws import law_of
from .motion import Model, ModelRun, declare_motion


class CState(Structure):
    _fields_ = [("t", c_double), ("slip", c_double * 2), ("velocity", c_double * 3), ("displacement", c_double * 3),
                ("traction", c_double * 2), ("pressure", c_double), ("gap", c_double)]


class CReport(Structure):
    _fields_ = [("steps", c_size_t), ("nonunique_steps", c_size_t), ("jumps", c_size_t), ("t", c_double), ("stopped", c_bool),
                ("stick_fraction", c_double), ("open_fraction", c_double), ("pressure_min", c_double), ("pressure_max", c_double),
                ("energy_defect", c_double)]


declare_motion("slab", CReport, c_size_t)
declare("judder_slab_now", None, c_void_p, POINTER(CState))
declare("judder_slab_profile", c_int, c_void_p, Numbers, c_size_t, Numbers, Numbers)
declare("judder_slab_step", c_double, c_void_p)
declare("judder_slab_steps", c_size_t, c_void_p)

COLUMNS = ("t", "slip_1", "slip_2", "velocity_1", "velocity_2", "velocity_3", "displacement_1", "displacement_2",
           "displacement_3", "traction_1", "traction_2", "pressure", "gap")


class SlabRun(ModelRun):
    """A slab on its way: advance it, look at it."""

    _model, _columns, _report = "slab", COLUMNS, CReport

    @property
    def step(self) -> float:
        """The step that is really made."""
        return lib.judder_slab_step(self._handle)

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


@from_table("slab", without=("contact",))
class Slab(Model):
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

    _run = SlabRun

    def __init__(self, *, friction: Any, **fields: Any):
        if (fields["squeeze"] is None) == (fields["pressure"] is None):
            raise InputError("a slab needs squeeze or pressure, and not both")
        self.friction = law_of(friction)
        self._keep: list[Any] = [self.friction]
        contact = "pressure" if fields["pressure"] is not None else "unilateral" if fields["compliance"] is None else "compliance"
        self._setup = self._arguments.setup(fields, self._keep, contact=contact, law=self.friction._handle)


CSetup = Slab._arguments.struct
