"""Stability of systems given by their matrices."""
from __future__ import annotations

from ctypes import POINTER, Structure, byref, c_bool, c_double, c_int, c_size_t, c_void_p
from typing import Any, Iterable, List, NamedTuple, Sequence

import numpy as np

from ._library import InputError, Numbers, Owner, check, declare, lib, matrix, pointer, vector, whole
from .motion import Interruptible
from .solvers import CClass, CEicpReport, CSearch, MatrixClass, eicp_answer


class CContact(Structure):
    _fields_ = [("normal", c_int), ("tangent", c_int), ("state", c_int), ("direction", c_int), ("mu", c_double),
                ("slope", c_double), ("curvature", c_double), ("reaction", c_double * 2)]


class CSetup(Structure):
    _fields_ = [("n", c_int), ("mass", Numbers), ("damping", Numbers), ("stiffness", Numbers), ("contacts", POINTER(CContact)),
                ("contact_count", c_int), ("load", Numbers)]


class CCritical(Structure):
    _fields_ = [("least", CEicpReport), ("all_slip", c_double), ("not_positive_definite", c_double), ("low", c_double), ("high", c_double),
                ("without_friction", c_int), ("continuum", c_bool)]


class CFuture(Structure):
    _fields_ = [("growth", c_double), ("residual", c_double), ("family", c_bool), ("V", Numbers), ("future", POINTER(c_int)),
                ("proved", c_bool), ("low", c_double), ("high", c_double)]


class COpen(Structure):
    _fields_ = [("low", c_double), ("high", c_double)]


class CFutures(Structure):
    _fields_ = [("count", c_size_t), ("continuum", c_bool), ("complete", c_bool), ("at", POINTER(CFuture)), ("owner", c_void_p),
                ("open_count", c_size_t), ("open", POINTER(COpen)), ("proved", c_bool), ("at_once", c_int)]


class CVibration(Structure):
    _fields_ = [("re", c_double), ("im", c_double), ("residual", c_double)]


class CMerging(Structure):
    _fields_ = [("pair", c_int * 2), ("mu", c_double), ("omega", c_double), ("until", c_double)]


declare("judder_system_class", c_int, c_void_p, c_int, POINTER(c_bool), Numbers, POINTER(CClass))
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
    proved: tuple[float, float] | None = None
    """An interval that is proved to hold the growth rate."""


class Futures(List[Future]):
    """Motions that may follow, and whether these are all.

    `continuum`: some of them are members of families, which hold more. `complete`: no set of contacts was left out. `proved`: both are proved.
    `open`: of growth, the intervals of growth rates in which it stays open whether something grows; none if the list is complete.
    `at_once`: of growth, whether a motion without mass grows infinitely fast, at no rate that could be listed; None: not decided. A list is
    complete only if it is False.
    """

    def __init__(self, futures: Iterable[Future], continuum: bool, complete: bool, proved: bool = False):
        super().__init__(futures)
        self.continuum, self.complete, self.proved = continuum, complete, proved
        self.open: list[tuple[float, float]] = []
        self.at_once: bool | None = None

    @property
    def number(self) -> int | str | None:
        """How many there are: a number, "continuum", or None where it is not known."""
        return "continuum" if self.continuum else len(self) if self.complete else None


REST = ("undecided", "stable", "neutral", "unstable")


class Critical(NamedTuple):
    """The least mu of neutral motions: outcome is found, none (proved), not found, or "unstable without friction" of a state that grows at mu = 0.

    mu_proved is an interval that is proved to hold the least mu, None without proof. certified: it is that of a state that does not grow
    without friction, and its ends differ by at most 1e-9 of it; or it is proved that there is none.
    """

    outcome: str
    mu: float | None
    x: np.ndarray | None
    residual: float | None
    certified: bool
    proof: str
    mu_low: float
    certificate: None
    mu_proved: tuple[float, float] | None
    without_friction: str
    continuum: bool


class Merging(NamedTuple):
    """Two modes whose frequencies meet at mu; counted from 1."""

    pair: tuple[int, int]
    mu: float
    omega: float
    until: float


class System(Owner):
    """An equilibrium with friction, given by matrices and contacts: is it stable?

    >>> particle = System([[5, 2], [2, 1]], mass=[[0.5, 0], [0, 0.5]], contacts=[Contact(0, 1, direction=1, mu=0.4)], load=[0, 0.3])
    >>> answer = particle.critical_mu()
    >>> answer.mu, answer.certified
    (0.5, True)
    >>> round(particle.growth(mu=1)[0].growth, 12)
    1.414213562373
    >>> [future.V.round(9).tolist() for future in particle.rates()]
    [[0.0, 1.5]]
    >>> particle.rates().complete, particle.rates().continuum
    (True, False)
    """

    def __init__(self, stiffness: Any, contacts: Sequence[Contact], mass: Any = None, damping: Any = None, load: Any = None):
        self._handle = c_void_p()
        K = matrix(stiffness, "stiffness")
        self._n = n = len(K)
        given = [Contact(*contact) for contact in contacts]
        self._contacts = len(given)
        M, C = (None if one is None else matrix(one, what, n) for one, what in ((mass, "mass"), (damping, "damping")))
        right = None if load is None else vector(load, "load", n)
        list_ = (CContact * max(len(given), 1))()
        for place, contact in zip(list_, given):
            if contact.state not in STATES:
                raise InputError(f"the state of a contact is {contact.state!r}: allowed is one of {', '.join(STATES)}")
            place.normal, place.tangent = (whole(dof, "a dof", 0, n - 1) for dof in (contact.normal, contact.tangent))
            place.state, place.direction = STATES.index(contact.state), whole(contact.direction, "direction", -1, 1)
            place.mu, place.slope, place.curvature = contact.mu, contact.slope, contact.curvature
            place.reaction[:] = vector(contact.reaction, "reaction", 2)
        optional = lambda array: None if array is None else pointer(array)  # noqa: E731
        setup = CSetup(n, optional(M), optional(C), pointer(K), list_, len(given), optional(right))
        check(lib.judder_system_create(byref(setup), byref(self._handle)))

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            lib.judder_system_destroy(byref(self._handle))

    @property
    def n(self) -> int:
        """How many dofs there are."""
        return self._n

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
        """A and B of the slip rates at z = lambda^2, without damping: what `eicp` takes."""
        n = len(self.slipping)
        A, B = np.zeros((n, n)), np.zeros((n, n))
        check(lib.judder_system_pencil(self._handle, z, pointer(A), pointer(B)))
        return A, B

    def critical_mu(self, start: float = 0.0, to: float = np.inf, seconds: float = 0.0) -> Critical:
        """The least mu at which the equilibrium is neutral or unstable at lambda = 0; x is the mode of slip, with sum 1.

        >>> touching = System([[1, 1, 0], [1, 1, 0], [0, 0, 1]], [Contact(0, 1, "grazing")])
        >>> answer = touching.critical_mu()
        >>> answer.mu_proved, answer.without_friction
        ((0.0, 0.0), 'neutral')
        """
        slip, found = np.zeros(max(len(self.slipping), 1)), CCritical()
        with Interruptible():
            check(lib.judder_system_critical_mu(self._handle, byref(CSearch(start, to, seconds, False)), pointer(slip), byref(found)))
        plain = eicp_answer(found.least, slip, None)
        rest = REST[found.without_friction]
        outcome = "unstable without friction" if rest == "unstable" else plain.outcome
        interval = None if np.isnan(found.low) or np.isnan(found.high) else (found.low, found.high)
        return Critical(outcome, plain.mu, plain.x, plain.residual, plain.certified, plain.proof, plain.mu_low, None, interval, rest, found.continuum)

    def is_class(self, which: str) -> MatrixClass:
        """Whether A - mu B at the mu of the contacts is "P", "P0" or "R0": decided for small systems, None otherwise.

        witness: the rows of a minor that says no; vector: all rates of a motion that says no to R0.

        >>> [System([[9, 1], [1, 2]], [Contact(0, 1, direction=1, mu=mu)]).is_class("P").answer for mu in (1, 2)]
        [True, False]
        """
        members, V, report = (c_bool * max(len(self.slipping), 1))(), np.zeros(self._n), CClass()
        check(lib.judder_system_class(self._handle, ("P", "P0", "R0").index(which), members, pointer(V), byref(report)))
        return MatrixClass((None, False, True)[report.answer], report.proof.decode(), np.array(list(members)), V)

    def _futures(self, ask: Any, *arguments: Any) -> Futures:
        found = CFutures()
        check(ask(self._handle, *arguments, byref(found)))
        try:
            futures = [Future(f.growth, np.array([f.V[i] for i in range(self._n)]),
                              [("stick", "slip", "open")[f.future[k]] for k in range(self._contacts)], f.residual, f.family,
                              (f.low, f.high) if f.proved else None)
                       for f in (found.at[i] for i in range(found.count))]
            listed = Futures(futures, found.continuum, found.complete, found.proved)
            listed.at_once = (None, False, True)[found.at_once]
            listed.open = [(found.open[i].low, found.open[i].high) for i in range(found.open_count)]
            return listed
        finally:
            lib.judder_futures_release(byref(found))

    def growth(self, mu: float = np.nan) -> Futures:
        """Growing motions at mu (or at that of each contact), the fastest first, and what stays open.

        >>> found = System([[5, 1], [1, 2]], [Contact(0, 1, direction=1)], mass=[[1, .8], [.8, 1]]).growth(mu=1.5)
        >>> [round(one.growth, 9) for one in found], found.complete, found.open
        ([1.58113883], True, [])
        """
        return self._futures(lib.judder_system_growth, mu)

    def rates(self) -> Futures:
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
        room, count = 2 * self._n, c_size_t()  # as many as there can be
        roots = (CVibration * room)()
        check(lib.judder_system_flutter(self._handle, mu, roots, room, byref(count)))
        return np.array([complex(root.re, root.im) for root in roots[:count.value]])

    def merging(self, up_to: float) -> list[Merging]:
        """Pairs of modes that merge for mu in [0, up_to]."""
        count, room = c_size_t(), 4 * self._n * self._n
        while True:
            pairs = (CMerging * room)()
            with Interruptible():
                check(lib.judder_system_merging(self._handle, up_to, pairs, room, byref(count)))
            if count.value <= room:
                return [Merging(tuple(m.pair), m.mu, m.omega, m.until) for m in pairs[:count.value]]
            room = count.value

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
        """The least mu in [0, up_to] from which steady sliding drifts away without vibration; None: there is none.

        >>> sliding = System([[1, 1], [1, 2]], [Contact(1, 0, direction=1, mu=0.5)], mass=np.eye(2))
        >>> sliding.flutter_mu(3), sliding.divergence_mu(3)
        (None, 1.0)
        """
        return self._least_mu(lib.judder_system_divergence_mu, up_to)
