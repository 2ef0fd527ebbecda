"""Complementarity problems with their proofs."""
from __future__ import annotations

from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_bool, c_char_p, c_double, c_int, c_long, c_size_t, c_void_p
from typing import Any, Callable, Iterable, List, NamedTuple, Tuple

import numpy as np

from ._library import InputError, Numbers, Owner, c_text, check, declare, failed_inside, lib, matrix, numbers, pointer, vector
from .motion import Interruptible


class CLcp(Structure):
    _fields_ = [("n", c_int), ("M", Numbers), ("q", Numbers)]


class CLcpReport(Structure):
    _fields_ = [("outcome", c_int), ("iterations", c_long), ("residual", c_double)]


class CLcpSolutions(Structure):
    _fields_ = [("count", c_size_t), ("continuum", c_bool), ("complete", c_bool), ("x", Numbers), ("family", POINTER(c_bool)),
                ("owner", c_void_p)]


class CClass(Structure):
    _fields_ = [("answer", c_int), ("proof", c_char_p), ("minor", c_double)]


McpFunction = CFUNCTYPE(c_int, c_void_p, Numbers, Numbers, Numbers)


class CMcp(Structure):
    _fields_ = [("n", c_int), ("low", Numbers), ("high", Numbers), ("at", McpFunction), ("context", c_void_p)]


class CEicp(Structure):
    _fields_ = [("n", c_int), ("A", Numbers), ("B", Numbers)]


class CSearch(Structure):
    _fields_ = [("start", c_double), ("to", c_double), ("seconds", c_double), ("uncertified", c_bool)]


class CEicpReport(Structure):
    _fields_ = [("outcome", c_int), ("mu", c_double), ("residual", c_double), ("certified", c_bool), ("proof", c_char_p),
                ("mu_low", c_double), ("candidates", c_long), ("nodes", c_long)]


class CEicpSolutions(Structure):
    _fields_ = [("count", c_size_t), ("singular", c_bool), ("whole", c_bool), ("complete", c_bool), ("undecided", c_int), ("mu", Numbers),
                ("x", Numbers), ("owner", c_void_p)]


declare("judder_lcp_solve", c_int, POINTER(CLcp), c_char_p, Numbers, Numbers, POINTER(CLcpReport))
declare("judder_lcp_residual", c_double, POINTER(CLcp), Numbers)
declare("judder_lcp_ray_holds", c_bool, POINTER(CLcp), Numbers)
declare("judder_lcp_none_holds", c_bool, POINTER(CLcp), Numbers)
declare("judder_lcp_enumerate", c_int, POINTER(CLcp), POINTER(CLcpSolutions))
declare("judder_lcp_solutions_release", None, POINTER(CLcpSolutions))
declare("judder_class_of", c_int, c_int, c_int, Numbers, POINTER(c_bool), Numbers, POINTER(CClass))
declare("judder_mcp_solve", c_int, POINTER(CMcp), c_char_p, Numbers, POINTER(CLcpReport))
declare("judder_eicp_least", c_int, POINTER(CEicp), POINTER(CSearch), Numbers, POINTER(c_void_p), POINTER(CEicpReport))
declare("judder_eicp_residual", c_double, POINTER(CEicp), c_double, Numbers)
declare("judder_eicp_enumerate", c_int, POINTER(CEicp), c_double, c_double, POINTER(CEicpSolutions))
declare("judder_eicp_solutions_release", None, POINTER(CEicpSolutions))
declare("judder_certificate_holds", c_int, c_void_p, POINTER(CEicp), c_double, c_double, POINTER(c_bool))
declare("judder_certificate_pieces", c_size_t, c_void_p)
declare("judder_certificate_destroy", None, POINTER(c_void_p))


class Lcp(NamedTuple):
    """How an LCP ended: outcome is solved, ray (which proves that M is not P), none (proved), or limit.

    `proof_holds` is found without rounding: a ray or "none" is certain where it is true.
    """

    outcome: str
    x: np.ndarray
    residual: float
    iterations: int
    proof: np.ndarray
    proof_holds: bool


def _problem(M: Any, q: Any) -> tuple[CLcp, np.ndarray, np.ndarray]:
    rows = matrix(M, "M")
    right = vector(q, "q", len(rows))
    return CLcp(len(rows), pointer(rows), pointer(right)), rows, right


def lcp(M: Any, q: Any, solver: str | None = None, start: Any = None) -> Lcp:
    """w = M x + q, 0 <= x _|_ w >= 0; without a `solver` by several in turn, until there is a solution or a proof.

    `solver` is lemke, principal_pivoting, projected_gauss_seidel, fischer_burmeister or minimum; `start` is for the last four.

    >>> answer = lcp([[2, 1], [1, 2]], [-5, -6])
    >>> answer.outcome, answer.x, answer.residual < 1e-14
    ('solved', array([1.33333333, 2.33333333]), True)

    Where there is no solution that is proved, and the proof checked:

    >>> lcp([[-1, -1], [-1, -1]], [-1, -1])[::5]
    ('none', True)
    """
    problem, rows, _right = _problem(M, q)
    x = np.zeros(len(rows)) if start is None else vector(start, "start", len(rows)).copy()
    proof, report = np.zeros(len(rows)), CLcpReport()
    check(lib.judder_lcp_solve(byref(problem), c_text(solver, "solver") if solver else None, pointer(x), pointer(proof), byref(report)))
    outcome = ("solved", "ray", "none", "limit")[report.outcome]
    holds = {"ray": lib.judder_lcp_ray_holds, "none": lib.judder_lcp_none_holds}.get(outcome)
    return Lcp(outcome, x, report.residual, report.iterations, proof, bool(holds and holds(byref(problem), pointer(proof))))


class LcpAll(NamedTuple):
    """All solutions, one a row; of a family its vertices.

    `continuum`: some of them are vertices of families, which hold more solutions. `complete`: nothing is missing from the list.
    """

    x: np.ndarray
    family: np.ndarray
    continuum: bool
    complete: bool


def lcp_all(M: Any, q: Any) -> LcpAll:
    """All solutions of a problem of at most 20 rows.

    >>> found = lcp_all([[-1, 0], [0, -1]], [1, 1])
    >>> len(found.x), found.continuum, found.complete
    (4, False, True)
    >>> lcp_all([[0, 1], [0, 0]], [-1, 0]).continuum
    True
    """
    problem, rows, _right = _problem(M, q)
    found = CLcpSolutions()
    check(lib.judder_lcp_enumerate(byref(problem), byref(found)))
    try:
        x = np.array([found.x[i] for i in range(found.count * len(rows))]).reshape(found.count, len(rows))
        family = np.array([found.family[i] for i in range(found.count)], dtype=bool)
        return LcpAll(x, family, found.continuum, found.complete)
    finally:
        lib.judder_lcp_solutions_release(byref(found))


class MatrixClass(NamedTuple):
    """answer is True, False or None (not decided); `set`, `vector` and `minor` are what proves it.

    `minor` is the value of the minor of the rows in `set`, None where the proof is none.
    """

    answer: bool | None
    proof: str
    set: np.ndarray
    vector: np.ndarray
    minor: float | None = None


def matrix_class(M: Any, which: str = "P") -> MatrixClass:
    """Whether a matrix is P (one solution for every q), P0 or R0.

    >>> matrix_class([[2, 1], [1, 2]]).answer, matrix_class([[-1, 0], [0, 1]]).answer
    (True, False)
    """
    rows = matrix(M, "M")
    if which not in ("P", "P0", "R0"):
        raise InputError(f"the class is {which!r}: allowed is one of P, P0, R0")
    members, vector, report = (c_bool * len(rows))(), np.zeros(len(rows)), CClass()
    check(lib.judder_class_of(("P", "P0", "R0").index(which), len(rows), pointer(rows), members, pointer(vector), byref(report)))
    proof = report.proof.decode()
    return MatrixClass((None, False, True)[report.answer], proof, np.array(list(members)), vector,
                       report.minor if proof in ("minor", "zero minor") else None)


class Mcp(NamedTuple):
    """How an MCP ended: outcome is solved, stationary, limit or outside."""

    outcome: str
    x: np.ndarray
    residual: float
    iterations: int


def _bound(bound: Any, what: str, n: int) -> np.ndarray:
    """One number for all, or one each; infinite ones are allowed."""
    given = numbers(bound, what)
    if given.shape not in ((), (n,)):
        raise InputError(f"{what} has the shape {given.shape}: a number or {n} of them are needed")
    return numbers(np.broadcast_to(given, n), what)


def _answer(values: Any, what: str, shape: tuple[int, ...]) -> np.ndarray:
    given = numbers(values, what)
    if given.shape != shape:
        raise InputError(f"{what} gives the shape {given.shape}: {shape} is needed")
    return given


def mcp(F: Callable[[np.ndarray], Any], J: Callable[[np.ndarray], Any], start: Any, low: Any = None, high: Any = None,
        solver: str = "fischer_burmeister") -> Mcp:
    """low <= x <= high with F_i(x) >= 0 at low, <= 0 at high, = 0 between; J is the Jacobian of F.

    >>> import numpy as np
    >>> mcp(lambda x: [x[0]**3 - 1, x[1] - 2], lambda x: np.diag([3*x[0]**2, 1]), [3, 0], high=[10, 1.5]).x.round(9)
    array([1. , 1.5])
    """
    x = vector(start, "start").copy()
    n = x.size
    bounds = [None if bound is None else _bound(bound, what, n) for bound, what in ((low, "low"), (high, "high"))]

    def at(_context: Any, point: Any, values: Any, jacobian: Any) -> int:
        try:
            here = np.ctypeslib.as_array(point, (n,)).copy()
            np.ctypeslib.as_array(values, (n,))[:] = _answer(F(here), "F", (n,))
            if jacobian:
                np.ctypeslib.as_array(jacobian, (n, n))[:] = _answer(J(here), "J", (n, n))
        except BaseException as error:
            return failed_inside(error)
        return 0

    problem = CMcp(n, *(None if bound is None else pointer(bound) for bound in bounds), McpFunction(at), None)
    report = CLcpReport()
    check(lib.judder_mcp_solve(byref(problem), c_text(solver, "solver"), pointer(x), byref(report)))
    return Mcp(("solved", "stationary", "limit", "outside")[report.outcome], x, report.residual, report.iterations)


class Certificate(Owner):
    """A proof that no solution of an EiCP lies below; `holds` checks it, whoever made it."""

    def __init__(self, handle: c_void_p):
        self._handle = handle

    def __del__(self) -> None:
        if self._handle:
            lib.judder_certificate_destroy(byref(self._handle))

    def __len__(self) -> int:
        return lib.judder_certificate_pieces(self._handle)

    def holds(self, A: Any, B: Any, mu: float, start: float = 0.0) -> bool:
        """Whether it proves that no solution lies in [start, mu (1 - 1e-9)]."""
        a = matrix(A, "A")
        b = matrix(B, "B", len(a))
        yes = c_bool()
        check(lib.judder_certificate_holds(self._handle, byref(CEicp(len(a), pointer(a), pointer(b))), start, mu, byref(yes)))
        return yes.value


class Eicp(NamedTuple):
    """The least mu of an EiCP: outcome is found, none (proved) or not found.

    `mu_low`: no solution lies below it, proved. `candidates`: solutions met on the way; `nodes`: pieces of the branch and bound.
    """

    outcome: str
    mu: float | None
    x: np.ndarray | None
    residual: float | None
    certified: bool
    proof: str
    mu_low: float
    certificate: Certificate | None
    candidates: int = 0
    nodes: int = 0


def eicp_answer(report: CEicpReport, x: np.ndarray, certificate: Certificate | None) -> Eicp:
    found = report.outcome == 0
    return Eicp(("found", "none", "not found")[report.outcome], report.mu if found else None, x if found else None,
                report.residual if found else None, report.certified, (report.proof or b"").decode(), report.mu_low, certificate,
                report.candidates, report.nodes)


def eicp(A: Any, B: Any, start: float = 0.0, to: float = np.inf, seconds: float = 0.0, certify: bool = True) -> Eicp:
    """0 <= x _|_ (A - mu B) x >= 0, x != 0: the least mu in [start, to], with a proof that nothing lies below.

    >>> answer = eicp([[2, 0], [0, 3]], [[1, 0], [0, 2]])
    >>> answer.mu, answer.x, answer.certified
    (1.5, array([0., 1.]), True)
    >>> answer.certificate.holds([[2, 0], [0, 3]], [[1, 0], [0, 2]], answer.mu)
    True
    """
    a = matrix(A, "A")
    b = matrix(B, "B", len(a))
    x, handle, report = np.zeros(len(a)), c_void_p(), CEicpReport()
    search = CSearch(start, to, seconds, not certify)
    with Interruptible():
        check(lib.judder_eicp_least(byref(CEicp(len(a), pointer(a), pointer(b))), byref(search), pointer(x), byref(handle), byref(report)))
    return eicp_answer(report, x, Certificate(handle) if handle else None)


class EicpAll(List[Tuple[float, np.ndarray]]):
    """Solutions (mu, x), the least mu first, and whether these are all.

    `singular`: some set has det(A - mu B) = 0 for every mu, whose solutions may be missing. `whole`: False if the search was
    interrupted. `undecided`: how many eigenpairs could be neither taken nor refused. `complete`: nothing of all this.
    """

    def __init__(self, pairs: Iterable[tuple[float, np.ndarray]], singular: bool, whole: bool, undecided: int, complete: bool):
        super().__init__(pairs)
        self.singular, self.whole, self.undecided, self.complete = singular, whole, undecided, complete


def eicp_all(A: Any, B: Any, start: float = 0.0, to: float = np.inf) -> EicpAll:
    """All solutions (mu, x) of a problem of at most 16 rows, the least mu first.

    >>> found = eicp_all([[2, 0], [0, 3]], [[1, 0], [0, 2]])
    >>> [mu for mu, x in found], found.complete
    ([1.5, 2.0], True)
    >>> eicp_all([[1, 0], [0, 0]], [[1, 0], [0, 0]]).singular
    True
    """
    a = matrix(A, "A")
    b = matrix(B, "B", len(a))
    found = CEicpSolutions()
    with Interruptible():
        check(lib.judder_eicp_enumerate(byref(CEicp(len(a), pointer(a), pointer(b))), start, to, byref(found)))
    try:
        n = len(a)
        pairs = [(found.mu[i], np.array([found.x[i * n + k] for k in range(n)])) for i in range(found.count)]
        return EicpAll(pairs, found.singular, found.whole, found.undecided, found.complete)
    finally:
        lib.judder_eicp_solutions_release(byref(found))
