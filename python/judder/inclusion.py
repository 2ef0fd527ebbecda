"""The scalar inclusion  epsilon v' in load(t) - beta(v)  and its graph."""
from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_bool, c_double, c_int, c_size_t, c_void_p
from typing import Any, NamedTuple, Sequence

from ._fields import from_table
from ._library import InputError, Numbers, Owner, check, declare, lib, numbers, pointer, vector
from .laws import law_of
from .motion import Motion, ModelRun, declare_motion
from .signals import Signal


class CRoot(Structure):
    _fields_ = [("v", c_double), ("kind", c_int)]


class CReport(Structure):
    _fields_ = [("steps", c_size_t), ("nonunique_steps", c_size_t), ("jumps", c_size_t), ("t", c_double), ("v", c_double),
                ("residual", c_double), ("stopped", c_bool), ("no_solution", c_bool), ("unresolved", c_bool)]


declare("judder_graph_create", c_int, c_double, c_double, c_void_p, POINTER(c_void_p))
declare("judder_graph_create_points", c_int, Numbers, c_size_t, POINTER(c_void_p))
declare("judder_graph_destroy", None, POINTER(c_void_p))
declare("judder_graph_roots", c_size_t, c_void_p, c_double, POINTER(CRoot), c_size_t)
declare("judder_graph_interval", None, c_void_p, c_double, Numbers, Numbers)
declare("judder_graph_residual", c_double, c_void_p, c_double, c_double)
declare_motion("inclusion", CReport)


class Root(NamedTuple):
    """A velocity that balances a load; kind is stable, unstable or fold."""

    v: float
    kind: str


class Graph(Owner):
    """beta(v) = impedance v + pressure mu(|v|) Sgn(v), or straight lines through points (v, beta).

    >>> from judder import Law
    >>> graph = Graph(Law("linear", mu_s=0.8, mu_d=0.5, v_c=0.1))
    >>> [(round(root.v, 12), root.kind) for root in graph.roots(0.7)]
    [(0.0, 'stable'), (0.05, 'unstable'), (0.2, 'stable')]
    >>> graph.interval(0)
    (-0.8, 0.8)
    """

    def __init__(self, friction: Any = None, impedance: float = 1.0, pressure: float = 1.0,
                 points: Sequence[Sequence[float]] | None = None):
        self._handle, self._law = c_void_p(), None
        if (friction is None) == (points is None):
            raise InputError("a graph needs friction, or points, and not both")
        if points is not None:
            pairs = numbers(points, "points")
            if pairs.ndim != 2 or pairs.shape[1] != 2:
                raise InputError("points must be pairs (v, beta)")
            check(lib.judder_graph_create_points(pointer(pairs), len(pairs), byref(self._handle)))
        else:
            self._law = law_of(friction)
            check(lib.judder_graph_create(impedance, pressure, self._law._handle, byref(self._handle)))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.judder_graph_destroy(byref(self._handle))

    def roots(self, load: float) -> list[Root]:
        """All velocities that balance a load, from left to right."""
        count = lib.judder_graph_roots(self._handle, load, None, 0)
        found = (CRoot * max(count, 1))()
        lib.judder_graph_roots(self._handle, load, found, count)
        return [Root(root.v, ("stable", "unstable", "fold")[root.kind]) for root in found[:count]]

    def interval(self, v: float) -> tuple[float, float]:
        """beta(v): the loads that a velocity balances."""
        low, high = c_double(), c_double()
        lib.judder_graph_interval(self._handle, v, byref(low), byref(high))
        return low.value, high.value

    def residual(self, load: float, v: float) -> float:
        """How far a load is from beta(v)."""
        return lib.judder_graph_residual(self._handle, load, v)


class _InclusionRun(ModelRun):
    _model, _columns, _report = "inclusion", ("t", "load", "v"), CReport


@from_table("inclusion")
class Inclusion:
    """One velocity under a load that friction must balance.

    Without mass (epsilon = 0) the motion keeps to its branch until the branch ends ("perfect delay").

    >>> from judder import Law, Table
    >>> motion = Inclusion(Law("linear", mu_s=0.8, mu_d=0.5, v_c=0.1), load=Table([0, 0.5, 1], [0.4, 1, 0.4])).march(1, 1e-3)
    >>> [(round(e.t, 9), round(e.after, 9)) for e in motion.of("jump")]
    [(0.333333333, 0.3), (0.833333333, 0.0)]
    >>> motion.values["nonunique_steps"], len(motion.v)
    (334, 1001)
    """

    _arguments: Any

    def __init__(self, friction: Any = None, load: Signal = 0.0, *, impedance: float = 1.0, pressure: float = 1.0,
                 points: Sequence[Sequence[float]] | None = None, jumps: Sequence[float] = (), **fields: Any):
        self.graph = Graph(friction, impedance, pressure, points)
        self.load, self.jumps, self._fields = load, vector(jumps, "jumps"), fields

    def march(self, final: float, step: float, every: int = 1) -> Motion:
        """From t = 0 to final; every n-th step is recorded as t, load, v."""
        jumps = vector(self.jumps, "jumps")
        keep: list[Any] = [self, jumps]
        setup = self._arguments.setup(self._fields, keep, graph=self.graph._handle, load=self.load, jumps=jumps.ctypes.data,
                                      jump_count=jumps.size, final=final, step=step)
        return _InclusionRun(setup, keep)._march(int(final / step) + 2, every)


CSetup = Inclusion._arguments.struct
