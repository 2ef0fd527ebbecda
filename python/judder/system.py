"""Stability of systems given by their matrices."""
from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_bool, c_double, c_int, c_size_t, c_void_p
from typing import Any, NamedTuple, Sequence

import numpy as np

from ._library import InputError, Numbers, check, declare, lib, matrix, numbers, pointer
from .motion import Interruptible
from .solvers import CEicpReport, CSearch, Eicp, eicp_answer


class CContact(Structure):
    _fields_ = [("normal", c_int), ("tangent", c_int), ("state", c_int), ("direction", c_int), ("mu", c_double),
                ("slope", c_double), ("curvature", c_double), ("reaction", c_double * 2)]


class CSetup(Structure):
    _fields_ = [("n", c_int), ("mass", Numbers), ("damping", Numbers), ("stiffness", Numbers), ("contacts", POINTER(CContact)),
                ("contact_count", c_int), ("load", Numbers)]


class CCritical(Structure):
    _fields_ = [("least", CEicpReport), ("all_slip", c_double), ("not_positive_definite", c_double)]


class CFuture(Structure):
    _fields_ = [("growth", c_double), ("residual", c_double), ("family", c_bool), ("V", Numbers), ("future", POINTER(c_int))]


class CFutures(Structure):
    _fields_ = [("count", c_size_t), ("continuum", c_bool), ("complete", c_bool), ("at", POINTER(CFuture)), ("owner", c_void_p)]


class CVibration(Structure):
    _fields_ = [("re", c_double), ("im", c_double), ("residual", c_double)]


class CMerging(Structure):
    _fields_ = [("pair", c_int * 2), ("mu", c_double), ("omega", c_double), ("until", c_double)]


declare("judder_system_create", c_int, POINTER(CSetup), POINTER(c_void_p))
declare("judder_system_destroy", None, POINTER(c_void_p))
declare("judder_system_free_is_stable", c_bool, c_void_p)
declare("judder_system_slipping", c_int, c_void_p, POINTER(c_int))
declare("judder_system_pencil", c_int, c_void_p, c_double, Numbers, Numbers)
declare("judder_system_critical_mu", c_int, c_void_p, POINTER(CSearch), Numbers, POINTER(CCritical))
declare("judder_system_growth", c_int, c_void_p, c_double, POINTER(CFutures))
declare("judder_system_rates", c_int, c_void_p, POINTER(CFutures))
declare("judder_futures_release", None, POINTER(CFutures))
declare("judder_system_flutter", c_int, c_void_p, c_double, POINTER(CVibration), c_size_t, POINTER(c_size_t))
declare("judder_system_merging", c_int, c_void_p, c_double, POINTER(CMerging), c_size_t, POINTER(c_size_t))
declare("judder_system_flutter_mu", c_int, c_void_p, c_double, Numbers)
declare("judder_system_divergence_mu", c_int, c_void_p, c_double, Numbers)

STATES = ("open", "grazing", "stuck", "slip")


class Contact(NamedTuple):
    """A contact at two dofs, counted from 0; the normal one points into the obstacle. direction is that of slip, 1 or -1."""

    normal: int
    tangent: int
    state: str = "slip"
    direction: int = 0
    mu: float = 0.0
    slope: float = 0.0
    curvature: float = 0.0
    reaction: tuple[float, float] = (0.0, 0.0)


class Future(NamedTuple):
    """A motion that may follow: growth rate, rates of all dofs, and what each contact does."""

    growth: float
    V: np.ndarray
    contacts: list[str]
    residual: float
    family: bool


class Merging(NamedTuple):
    """Two modes whose frequencies meet at mu; counted from 1."""

    pair: tuple[int, int]
    mu: float
    omega: float
    until: float


class System:
    """An equilibrium with friction, given by matrices and contacts: is it stable?

    >>> particle = System([[5, 2], [2, 1]], mass=[[0.5, 0], [0, 0.5]], contacts=[Contact(0, 1, direction=1, mu=0.4)], load=[0, 0.3])
    >>> answer = particle.critical_mu()
    >>> answer.mu, answer.certified
    (0.5, True)
    >>> round(particle.growth(mu=1)[0].growth, 12)
    1.414213562373
    >>> [future.V.round(9).tolist() for future in particle.rates()]
    [[0.0, 1.5]]
    """

    def __init__(self, stiffness: Any, contacts: Sequence[Contact], mass: Any = None, damping: Any = None, load: Any = None):
        self._handle = c_void_p()
        K = matrix(stiffness, "stiffness")
        self.n = n = len(K)
        self._contacts = len(contacts)
        M, C = (None if given is None else matrix(given, what, n) for given, what in ((mass, "mass"), (damping, "damping")))
        right = None if load is None else numbers(load, "load")
        if right is not None and right.shape != (n,):
            raise InputError(f"load has the shape {right.shape}: {n} numbers are needed")
        list_ = (CContact * max(len(contacts), 1))()
        for place, given in zip(list_, contacts):
            contact = Contact(*given)
            if contact.state not in STATES:
                raise InputError(f"the state of a contact is {contact.state!r}: allowed is one of {', '.join(STATES)}")
            place.normal, place.tangent, place.state = contact.normal, contact.tangent, STATES.index(contact.state)
            place.direction, place.mu, place.slope, place.curvature = contact.direction, contact.mu, contact.slope, contact.curvature
            place.reaction[:] = contact.reaction
        optional = lambda array: None if array is None else pointer(array)  # noqa: E731
        setup = CSetup(n, optional(M), optional(C), pointer(K), list_, len(contacts), optional(right))
        check(lib.judder_system_create(byref(setup), byref(self._handle)))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.judder_system_destroy(byref(self._handle))

    @property
    def free_is_stable(self) -> bool:
        """Whether the dofs that no contact holds are stable by themselves."""
        return lib.judder_system_free_is_stable(self._handle)

    @property
    def slipping(self) -> list[int]:
        """The contacts that may slip or graze."""
        count = lib.judder_system_slipping(self._handle, None)
        which = (c_int * max(count, 1))()
        lib.judder_system_slipping(self._handle, which)
        return list(which[:count])

    def pencil(self, z: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """A and B of the slip rates at z = lambda^2: what `eicp` takes."""
        n = len(self.slipping)
        A, B = np.zeros((n, n)), np.zeros((n, n))
        check(lib.judder_system_pencil(self._handle, z, pointer(A), pointer(B)))
        return A, B

    def critical_mu(self, start: float = 0.0, to: float = np.inf, seconds: float = 0.0) -> Eicp:
        """The least mu at which the equilibrium is unstable; x is the mode of slip, with sum 1."""
        slip, found = np.zeros(max(len(self.slipping), 1)), CCritical()
        with Interruptible():
            check(lib.judder_system_critical_mu(self._handle, byref(CSearch(start, to, seconds, False)), pointer(slip), byref(found)))
        return eicp_answer(found.least, slip, None)

    def _futures(self, ask: Any, *arguments: Any) -> list[Future]:
        found = CFutures()
        check(ask(self._handle, *arguments, byref(found)))
        try:
            return [Future(f.growth, np.array([f.V[i] for i in range(self.n)]),
                           [("stick", "slip", "open")[f.future[k]] for k in range(self._contacts)], f.residual, f.family)
                    for f in (found.at[i] for i in range(found.count))]
        finally:
            lib.judder_futures_release(byref(found))

    def growth(self, mu: float = np.nan) -> list[Future]:
        """Growing motions at mu (or at that of each contact), the fastest first."""
        return self._futures(lib.judder_system_growth, mu)

    def rates(self) -> list[Future]:
        """All responses to the rate of load."""
        return self._futures(lib.judder_system_rates)

    def flutter(self, mu: float) -> np.ndarray:
        """lambda of the vibrations about steady sliding, the fastest growing first.

        >>> sliding = System([[2, 1, 0], [1, 2, 4/3], [0, 4/3, 10]], [Contact(2, 0, direction=1, mu=0.9)], mass=np.eye(3))
        >>> sliding.flutter(0.9)[0].round(9)
        (0.157146672+1.422917804j)
        >>> round(sliding.flutter_mu(3), 9), sliding.merging(3)[0].pair
        (0.75, (1, 2))
        """
        roots, count = (CVibration * self.n)(), c_size_t()
        check(lib.judder_system_flutter(self._handle, mu, roots, self.n, byref(count)))
        return np.array([complex(root.re, root.im) for root in roots[:min(count.value, self.n)]])

    def merging(self, up_to: float) -> list[Merging]:
        """Pairs of modes that merge for mu in [0, up_to]."""
        count = c_size_t()
        room = 4 * self.n * self.n
        pairs = (CMerging * room)()
        with Interruptible():
            check(lib.judder_system_merging(self._handle, up_to, pairs, room, byref(count)))
        return [Merging(tuple(m.pair), m.mu, m.omega, m.until) for m in pairs[:min(count.value, room)]]

    def _least_mu(self, ask: Any, up_to: float) -> float | None:
        mu = c_double()
        with Interruptible():
            check(ask(self._handle, up_to, byref(mu)))
        return None if np.isnan(mu.value) else mu.value

    def flutter_mu(self, up_to: float) -> float | None:
        """The least mu in [0, up_to] from which some vibration grows; None: none does.

        Sliding may drift away without vibration all the same: see `divergence_mu`.
        """
        return self._least_mu(lib.judder_system_flutter_mu, up_to)

    def divergence_mu(self, up_to: float) -> float | None:
        """The least mu in (0, up_to] from which steady sliding drifts away without vibration; None: there is none.

        >>> sliding = System([[1, 1], [1, 2]], [Contact(1, 0, direction=1, mu=0.5)], mass=np.eye(2))
        >>> sliding.flutter_mu(3), sliding.divergence_mu(3)
        (None, 1.0)
        """
        return self._least_mu(lib.judder_system_divergence_mu, up_to)
