"""The truth about small systems with friction, in rational arithmetic of the standard library: shares no code with what it judges.

A system has K, M (lists of rows of floats, taken as exact; of halves that differ by rounding alone the mean), contacts, load and the curvature and
reactions of each contact. Contacts are (normal, tangent, state, direction). Motions V of (K + z M) V = w + load: a free dof has w = 0; a contact in "slip" has V_n = 0 and
0 <= x _|_ psi >= 0 with x = direction V_t, psi = direction w_t - mu w_n; a "stuck" one does not move; an "open" one is free; a "grazing"
one opens (V_n <= 0, w = 0), sticks (|w_t| <= -mu w_n) or slips (w_t = mu sign(V_t) w_n, w_n <= 0).
"""
from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product

Poly = list  # coefficients, the lowest first, without zeros at the end


class Unsure(Exception):
    """The judge itself does not decide this one."""


# --- polynomials of integers -------------------------------------------------------------------------------------------------------

def trim(p: Poly) -> Poly:
    while p and p[-1] == 0:
        p.pop()
    return p


def add(p: Poly, q: Poly, factor: int = 1) -> Poly:
    length = max(len(p), len(q))
    return trim([(p[i] if i < len(p) else 0) + factor*(q[i] if i < len(q) else 0) for i in range(length)])


def mul(p: Poly, q: Poly) -> Poly:
    if not p or not q:
        return []
    out = [0]*(len(p) + len(q) - 1)
    for i, a in enumerate(p):
        if a:
            for j, b in enumerate(q):
                out[i + j] += a*b
    return out


def exact_div(p: Poly, q: Poly) -> Poly:
    """p/q, which leaves no remainder and has whole coefficients."""
    p, out = list(p), [0]*max(len(p) - len(q) + 1, 0)
    for i in range(len(out) - 1, -1, -1):
        out[i] = p[i + len(q) - 1]//q[-1]
        for j, b in enumerate(q):
            p[i + j] -= out[i]*b
    return trim(out)


def gcd_of(numbers) -> int:
    from math import gcd
    g = 0
    for n in numbers:
        g = gcd(g, n)
    return g


def primitive(p: Poly) -> Poly:
    g = gcd_of(p)
    return [a//g for a in p] if g > 1 else list(p)


def remainder(p: Poly, q: Poly) -> Poly:
    """A positive multiple of p modulo q."""
    p = list(p)
    while len(p) >= len(q):
        lead, shift = p[-1], len(p) - len(q)
        sign = 1 if q[-1] > 0 else -1
        p = [a*abs(q[-1]) for a in p]
        for j, b in enumerate(q):
            p[shift + j] -= sign*lead*b
        p = trim(p)
        if not p:
            break
    return primitive(p)


def poly_gcd(p: Poly, q: Poly) -> Poly:
    p, q = primitive(p), primitive(q)
    while q:
        p, q = q, remainder(p, q) if len(p) >= len(q) else p
    return p


def derivative(p: Poly) -> Poly:
    return [i*a for i, a in enumerate(p)][1:]


def squarefree(p: Poly) -> Poly:
    p = primitive(p)
    g = poly_gcd(p, derivative(p))
    if len(g) <= 1:
        return p
    lead = g[-1]**(len(p) - len(g) + 1)
    return primitive(exact_div([a*lead for a in p], g))


def sign_at(p: Poly, x: Fraction) -> int:
    value, a, b = 0, x.numerator, x.denominator
    power = 1
    for c in reversed(p):
        value = value*a + c*power
        power *= b
    return (value > 0) - (value < 0)


def sturm(p: Poly) -> list:
    chain = [p, derivative(p)]
    while chain[-1]:
        chain.append([-a for a in remainder(chain[-2], chain[-1])])
    return chain[:-1]


def changes(chain: list, x: Fraction) -> int:
    signs = [s for s in (sign_at(p, x) for p in chain) if s]
    return sum(a != b for a, b in zip(signs, signs[1:]))


class Number:
    """A real root of a squarefree polynomial, the only one in (low, high], or low = high."""

    def __init__(self, poly: Poly, low: Fraction, high: Fraction, chain: list):
        self.poly, self.low, self.high, self.chain = poly, low, high, chain

    def halve(self) -> None:
        if self.low == self.high:
            return
        middle = (self.low + self.high)/2
        if sign_at(self.poly, self.high) == 0:
            self.low = self.high
        elif changes(self.chain, self.low) - changes(self.chain, middle) == 1:
            self.high = middle
        else:
            self.low = middle

    def sign_of(self, p: Poly) -> int:
        """Of another polynomial at this number."""
        if not p:
            return 0
        if self.low == self.high:
            return sign_at(p, self.low)
        common = poly_gcd(self.poly, p)
        if len(common) > 1:
            chain = sturm(squarefree(common))
            if changes(chain, self.low) - changes(chain, self.high) == 1:
                return 0
        chain = sturm(squarefree(p))
        while self.low != self.high and (changes(chain, self.low) != changes(chain, self.high) or not sign_at(p, self.high)):
            self.halve()
        return sign_at(p, self.high)

    def rational(self) -> Fraction | None:
        if len(self.poly) == 2:
            return Fraction(-self.poly[0], self.poly[1])
        return self.low if self.low == self.high else None

    def compare(self, x: Fraction) -> int:
        return self.sign_of([-x.numerator, x.denominator])

    def __lt__(self, other: "Number") -> bool:
        return self.order(other) < 0

    def order(self, other: "Number") -> int:
        for _ in range(64):
            if self.high < other.low or (self.high == other.low and other.low != other.high):
                return -1
            if other.high < self.low or (other.high == self.low and self.low != self.high):
                return 1
            if self.low == self.high:
                return -other.compare(self.low)
            if other.low == other.high:
                return self.compare(other.low)
            common = poly_gcd(self.poly, other.poly)
            if len(common) > 1 and self.sign_of(common) == 0 and other.sign_of(common) == 0:
                chain = sturm(squarefree(common))
                low, high = min(self.low, other.low), max(self.high, other.high)
                if changes(chain, low) - changes(chain, high) == 1:
                    return 0
            self.halve()
            other.halve()
        raise Unsure("two numbers are not told apart")


def positive_roots(p: Poly) -> list:
    p = list(p)
    while p and p[0] == 0:
        p = p[1:]
    if len(p) < 2:
        return []
    p = squarefree(p)
    chain = sturm(p)
    bound = Fraction(1 + max(abs(a) for a in p[:-1])//abs(p[-1]) + 1)
    found, work = [], [(Fraction(0), bound)]
    while work:
        low, high = work.pop()
        count = changes(chain, low) - changes(chain, high)
        if count == 1:
            found.append(Number(p, low, high, chain))
        elif count > 1:
            middle = (low + high)/2
            work += [(low, middle), (middle, high)]
    return sorted(found, key=lambda n: n.low)


# --- matrices ----------------------------------------------------------------------------------------------------------------------

def determinant(A: list) -> Poly:
    """Of polynomials, without fractions."""
    A, sign, last = [list(row) for row in A], 1, [1]
    n = len(A)
    for k in range(n - 1):
        pivot = next((i for i in range(k, n) if A[i][k]), None)
        if pivot is None:
            return []
        if pivot != k:
            A[k], A[pivot], sign = A[pivot], A[k], -sign
        for i in range(k + 1, n):
            for j in range(k + 1, n):
                A[i][j] = exact_div(add(mul(A[i][j], A[k][k]), mul(A[i][k], A[k][j]), -1), last)
        last = A[k][k]
    return [sign*a for a in A[-1][-1]] if n else [1]


def null_space(A: list, columns: int) -> list:
    """A basis of A y = 0, of fractions."""
    A, pivots, row = [list(r) for r in A], [], 0
    for j in range(columns):
        pivot = next((i for i in range(row, len(A)) if A[i][j]), None)
        if pivot is None:
            continue
        A[row], A[pivot] = A[pivot], A[row]
        A[row] = [a/A[row][j] for a in A[row]]
        for i in range(len(A)):
            if i != row and A[i][j]:
                A[i] = [a - A[i][j]*b for a, b in zip(A[i], A[row])]
        pivots.append(j)
        row += 1
    basis = []
    for j in range(columns):
        if j not in pivots:
            y = [Fraction(0)]*columns
            y[j] = Fraction(1)
            for i, p in enumerate(pivots):
                y[p] = -A[i][j]
            basis.append(y)
    return basis


def dot(a: list, b: list) -> Fraction:
    return sum((x*y for x, y in zip(a, b)), Fraction(0))


def eliminate(rows: list, k: int) -> list | None:
    """Rows a.x >= b, each (a, b), without the unknown k (Fourier, Motzkin); None: they contradict each other."""
    keep, below, above = [], [], []
    for a, b in rows:
        (keep if a[k] == 0 else below if a[k] > 0 else above).append((a, b))
    for (a, b), (c, d) in product(below, above):
        p, q = -c[k], a[k]
        keep.append(([p*x + q*y for x, y in zip(a, c)], p*b + q*d))
    out = {}
    for a, b in keep:
        size = next((abs(x) for x in a if x), None)
        if size is None:
            if b > 0:
                return None
            continue
        key = tuple(x/size for x in a)
        out[key] = max(b/size, out.get(key, b/size))
    return [(list(a), b) for a, b in out.items()]


def feasible(rows: list, unknowns: int) -> bool:
    """Whether rows a.x >= b have a solution."""
    for k in range(unknowns):
        rows = eliminate(rows, k)
        if rows is None:
            return False
    return all(b <= 0 for _, b in rows)


def only_value(rows: list, unknowns: int, j: int) -> Fraction | None:
    """The value of x_j if all solutions (there are some) share it."""
    for k in range(unknowns):
        if k != j:
            rows = eliminate(rows, k)
    low = [b/a[j] for a, b in rows if a[j] > 0]
    high = [b/a[j] for a, b in rows if a[j] < 0]
    return max(low) if low and high and max(low) == min(high) else None


def has_nonzero(D: list, unknowns: int) -> bool:
    """Whether D a >= 0 has a solution a != 0."""
    if len(null_space(D, unknowns)) > 0 or not D:
        return unknowns > 0
    total = [sum(column) for column in zip(*D)]
    return feasible([(row, Fraction(0)) for row in D] + [(total, Fraction(1))], unknowns)


# --- the systems -------------------------------------------------------------------------------------------------------------------

def is_symmetric(A: list) -> bool:
    """Every pair to 1e-13 of the larger of the two and of the mean of their diagonals."""
    A = [[Fraction(x) for x in row] for row in A]
    return all((A[i][j] - A[j][i])**2 <= Fraction(1, 10**26)*max(abs(A[i][i]*A[j][j]), A[i][j]**2, A[j][i]**2)
               for i in range(len(A)) for j in range(i))


def whole(A: list) -> list:
    """Of halves that differ by rounding their mean, as floats are."""
    n, symmetric = len(A), is_symmetric(A)
    return [[Fraction(0.5*A[i][j] + 0.5*A[j][i] if symmetric and A[i][j] != A[j][i] else A[i][j]) for j in range(n)] for i in range(n)]


class Judge:
    def __init__(self, K: list, contacts: list, M: list | None = None, load: list | None = None, curved: list | None = None):
        self.n, self.contacts = len(K), contacts
        self.K, self.M, self.symmetric = whole(K), whole(M) if M else None, is_symmetric(K)
        for (normal, tangent, *_), (curvature, r_n, r_t) in zip(contacts, curved or []):  # (ST-2)
            self.K[tangent][tangent] += Fraction(curvature)*Fraction(r_n)
            self.K[normal][tangent] -= Fraction(curvature)*Fraction(r_t)
        self.load = [Fraction(x) for x in load] if load else [Fraction(0)]*self.n
        held = {dof for c in contacts if c[2] != "open" for dof in c[:2]}
        self.free = [i for i in range(self.n) if i not in held]

    def futures(self):
        """Every set: unknowns (dof, sign), equations and conditions as forms (sign, row, mu_sign, normal) of forces, or (sign, dof) of rates."""
        options = []
        for n, t, state, direction in self.contacts:
            if state == "slip":
                options.append([([], [], [(direction, t, -1, n)]), ([(t, direction)], [(direction, t, -1, n)], [(direction, t)])])
            elif state == "grazing":
                options.append([([], [], [(-1, n, 0, n), (1, t, -1, n), (-1, t, -1, n)]),
                                ([(t, 1)], [(1, t, -1, n)], [(1, t), (-1, n, 0, n)]),
                                ([(t, -1)], [(-1, t, -1, n)], [(-1, t), (-1, n, 0, n)]),
                                ([(n, 1), (t, 1)], [(1, n, 0, n), (1, t, 0, n)], [(-1, n)])])
        for choice in product(*options):
            unknowns = [(i, 1) for i in self.free] + [u for c in choice for u in c[0]]
            equations = [(1, i, 0, i) for i in self.free] + [e for c in choice for e in c[1]]
            yield unknowns, equations, [d for c in choice for d in c[2]]

    def mu_of(self, mu, normal: int) -> Fraction:
        return next(Fraction(mu[i]) for i, c in enumerate(self.contacts) if c[0] == normal)

    def row(self, form: tuple, unknowns: list, A: list, mu) -> list:
        """A condition or an equation at numbers."""
        if len(form) == 2:
            return [Fraction(form[0]*sign if dof == form[1] else 0) for dof, sign in unknowns]
        s, t, m, n = form
        m = m*self.mu_of(mu, n) if m else 0
        return [(s*A[t][dof] + m*A[n][dof])*sign for dof, sign in unknowns]

    def affine(self, form: tuple, unknowns: list, mu, z_is_unknown: bool) -> list:
        """The same as polynomials of integers in mu, or in z at the mu of each contact; a positive multiple."""
        if len(form) == 2:
            return [[form[0]*sign] if dof == form[1] else [] for dof, sign in unknowns]
        if z_is_unknown:
            zero, one = self.row(form, unknowns, self.K, mu), self.row(form, unknowns, self.M, mu)
        else:
            s, t, m, n = form
            zero = [s*self.K[t][dof]*sign for dof, sign in unknowns]
            one = [m*self.K[n][dof]*sign for dof, sign in unknowns]
        scale = 1
        for x in zero + one:
            scale = scale*x.denominator//gcd_of([scale, x.denominator])
        return [trim([int(a*scale), int(b*scale)]) for a, b in zip(zero, one)]

    # --- one set at one place ---

    def holds_at(self, unknowns, equations, conditions, A, mu) -> bool:
        Z = null_space([self.row(e, unknowns, A, mu) for e in equations], len(unknowns))
        if not Z:
            return False
        D = [[dot(self.row(c, unknowns, A, mu), z) for z in Z] for c in conditions]
        return has_nonzero(D, len(Z))

    def holds_at_root(self, N: list, C: list, root: Number, rational) -> bool:
        exact = root.rational()
        if exact is not None:
            return rational(exact)
        size = len(N)
        for skipped in range(size):
            y = self.cofactors(N, skipped)
            if all(root.sign_of(p) == 0 for p in y):
                continue
            signs = [root.sign_of(self.along(c, y)) for c in C]
            return not (1 in signs and -1 in signs)
        raise Unsure("a root at which more than one rank is lacking")

    @staticmethod
    def cofactors(N: list, skipped: int) -> list:
        size = len(N)
        rest = [N[i] for i in range(size) if i != skipped]
        return [[(-1)**(skipped + j)*a for a in determinant([row[:j] + row[j + 1:] for row in rest])] for j in range(size)]

    @staticmethod
    def along(c: list, y: list) -> Poly:
        total: Poly = []
        for a, b in zip(c, y):
            total = add(total, mul(a, b))
        return total

    def candidates(self, N: list, C: list) -> list:
        """Where solutions of a set can begin."""
        f = determinant(N)
        if f:
            return positive_roots(f)
        for skipped in range(len(N)):
            y = self.cofactors(N, skipped)
            if any(y):
                break
        else:
            raise Unsure("a pencil that lacks more than one rank everywhere")
        found = [root for p in [next(p for p in y if p)] + [self.along(c, y) for c in C] if p for root in positive_roots(p)]
        return sorted(found)

    # --- questions ---

    def least_mu(self) -> Number | None:
        """The least mu >= 0 at lambda = 0; None: there is none."""
        zero = [0.0]*len(self.contacts)
        sets = list(self.futures())
        if any(self.holds_at(*s, self.K, zero) for s in sets):
            return Number([0, 1], Fraction(0), Fraction(0), sturm([0, 1]))
        least = None
        for s in sets:
            unknowns, equations, conditions = s
            if not unknowns:
                continue
            N = [self.affine(e, unknowns, None, False) for e in equations]
            C = [self.affine(c, unknowns, None, False) for c in conditions]
            for root in self.candidates(N, C):
                if least is not None and not root < least:
                    break
                if self.holds_at_root(N, C, root, lambda x, s=s: self.holds_at(*s, self.K, [x]*len(self.contacts))):
                    least = root
                    break
        return least

    def growth(self, mu: list) -> tuple[list, bool]:
        """All z > 0 with a solution, ascending, each once; whether z = 0 has one."""
        found: list = []
        neutral = False
        for s in self.futures():
            unknowns, equations, conditions = s
            neutral = neutral or self.holds_at(*s, self.K, mu)
            if not unknowns:
                continue
            N = [self.affine(e, unknowns, mu, True) for e in equations]
            C = [self.affine(c, unknowns, mu, True) for c in conditions]
            f = determinant(N)
            if not f:
                raise Unsure("a pencil in z that is singular everywhere")

            def rational(z, s=s):
                A = [[k + z*m for k, m in zip(*rows)] for rows in zip(self.K, self.M)]
                return self.holds_at(*s, A, mu)
            for root in positive_roots(f):
                if not any(root.order(other) == 0 for other in found) and self.holds_at_root(N, C, root, rational):
                    found.append(root)
        return sorted(found), neutral

    def at_once(self, mu: list) -> bool:
        """Whether slips without mass grow ever faster the less inertia they are given: beyond every rate that the others have."""
        given, little = self.M, Fraction(1, 2**300)
        self.M = [list(row) for row in given]
        for _, tangent, state, _ in self.contacts:
            if state == "slip" and self.M[tangent][tangent] == 0:
                self.M[tangent][tangent] = little
        try:
            roots, _ = self.growth(mu)
        finally:
            self.M = given
        return bool(roots) and roots[-1].compare(Fraction(2**120)) > 0

    def is_R0(self, mu: list) -> bool:
        return not any(self.holds_at(*s, self.K, mu) for s in self.futures())

    def slip_matrix(self, mu: list) -> list | None:
        """A - mu B; None where the free dofs cannot be eliminated."""
        slip = [i for i, c in enumerate(self.contacts) if c[2] == "slip"]
        columns = self.free + [self.contacts[i][1] for i in slip]
        signs = [1]*len(self.free) + [self.contacts[i][3] for i in slip]
        rows = [(1, i, 0, i) for i in self.free] + [(self.contacts[i][3], self.contacts[i][1], -1, self.contacts[i][0]) for i in slip]
        A = [self.row(r, list(zip(columns, signs)), self.K, mu) for r in rows]
        f = len(self.free)
        for k in range(f):
            pivot = next((i for i in range(k, f) if A[i][k]), None)
            if pivot is None:
                return None
            A[k], A[pivot] = A[pivot], A[k]
            for i in range(len(A)):
                if i > k and A[i][k]:
                    factor = A[i][k]/A[k][k]
                    A[i] = [a - factor*b for a, b in zip(A[i], A[k])]
        return [row[f:] for row in A[f:]]

    def minors(self, mu: list) -> tuple[bool, bool] | None:
        """P, P0."""
        A = self.slip_matrix(mu)
        if A is None:
            return None
        P = P0 = True
        for size in range(1, len(A) + 1):
            for S in combinations(range(len(A)), size):
                minor = fraction_determinant([[A[i][j] for j in S] for i in S])
                P, P0 = P and minor > 0, P0 and minor >= 0
        return P, P0

    def rates(self, mu: list) -> int | str:
        """How many responses the load has."""
        solutions = set()
        for unknowns, equations, conditions in self.futures():
            N = [self.row(e, unknowns, self.K, mu) for e in equations]
            right = [self.force(e, mu) for e in equations]
            Z = null_space([row + [-b] for row, b in zip(N, right)], len(unknowns) + 1)
            start = next((z for z in Z if z[-1]), None)
            if start is None:
                continue
            start = [a/start[-1] for a in start[:-1]]
            Z = null_space(N, len(unknowns))
            C = [(self.row(c, unknowns, self.K, mu), self.force(c, mu) if len(c) == 4 else Fraction(0)) for c in conditions]
            rows = [([dot(c, z) for z in Z], b - dot(c, start)) for c, b in C]
            if not feasible(rows, len(Z)):
                continue
            point = [only_value(rows, len(Z), j) for j in range(len(Z))]
            if None in point:
                return "continuum"
            for a, z in zip(point, Z):
                start = [x + a*y for x, y in zip(start, z)]
            V = [Fraction(0)]*self.n
            for (dof, sign), y in zip(unknowns, start):
                V[dof] = sign*y
            solutions.add(tuple(V))
        return len(solutions)

    def force(self, form: tuple, mu) -> Fraction:
        s, t, m, n = form
        return s*self.load[t] + (m*self.mu_of(mu, n)*self.load[n] if m else 0)

    def without_friction(self) -> str:
        """stable, neutral or unstable; without an energy unstable or undecided."""
        if not self.symmetric:
            return "unstable" if self.growth([0.0]*len(self.contacts))[0] else "undecided"
        sides = [(c[1], c[3]) if c[2] == "slip" else (c[0], -1) for c in self.contacts if c[2] in ("slip", "grazing")]
        loose = self.free + [c[1] for c in self.contacts if c[2] == "grazing"]
        order = [(i, 1) for i in loose] + sides
        P = [[self.K[i][j]*a*b for j, b in order] for i, a in order]
        neutral, left = False, list(range(len(loose)))
        while left:
            k = next((i for i in left if P[i][i]), None)
            if k is None:
                break
            if P[k][k] < 0:
                return "unstable"
            for i in range(len(P)):
                if i != k and P[i][k]:
                    factor = P[i][k]/P[k][k]
                    P[i] = [a - factor*b for a, b in zip(P[i], P[k])]
            for i in range(len(P)):
                if i != k:
                    P[k][i] = P[i][k] = Fraction(0)
            left.remove(k)
        if left:
            neutral = True
            if any(P[i][j] for i in left for j in range(len(P)) if j != i):
                return "unstable"
        A = [row[len(loose):] for row in P[len(loose):]]
        if not is_copositive(A, False):
            return "unstable"
        return "neutral" if neutral or not is_copositive(A, True) else "stable"


def fraction_determinant(A: list) -> Fraction:
    A, result = [list(row) for row in A], Fraction(1)
    for k in range(len(A)):
        pivot = next((i for i in range(k, len(A)) if A[i][k]), None)
        if pivot is None:
            return Fraction(0)
        if pivot != k:
            A[k], A[pivot], result = A[pivot], A[k], -result
        result *= A[k][k]
        for i in range(k + 1, len(A)):
            factor = A[i][k]/A[k][k]
            A[i] = [a - factor*b for a, b in zip(A[i], A[k])]
    return result


def is_copositive(A: list, strictly: bool) -> bool:
    """By Hadeler's criterion: where all smaller principal matrices are (strictly) copositive, A is not exactly if its determinant is
    negative (or zero) and its adjoint has no negative (only positive) entries."""
    for size in range(1, len(A) + 1):
        for S in combinations(range(len(A)), size):
            B = [[A[i][j] for j in S] for i in S]
            det = fraction_determinant(B)
            adjoint = [(-1)**(i + j)*fraction_determinant([r[:i] + r[i + 1:] for k, r in enumerate(B) if k != j])
                       for i in range(size) for j in range(size)]
            if strictly and det <= 0 and all(a > 0 for a in adjoint):
                return False
            if not strictly and det < 0 and all(a >= 0 for a in adjoint):
                return False
    return True
