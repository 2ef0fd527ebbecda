"""Random small systems with friction, class by class: what proofs trip over."""
from __future__ import annotations

from fractions import Fraction
from math import nextafter
from random import Random
from typing import NamedTuple


class Given(NamedTuple):
    kind: str
    K: list
    M: list
    contacts: list  # (normal, tangent, state, direction, mu)
    load: list
    curved: list  # of each contact: curvature, normal and tangential reaction


def matrix(n: int) -> list:
    return [[0.0]*n for _ in range(n)]


def put(K: list, i: int, j: int, value: float) -> None:
    K[i][j] = K[j][i] = float(value)


def squares(random: Random, n: int, rank: int, size: int) -> list:
    """G'G of integers."""
    G = [[random.randint(-size, size) for _ in range(n)] for _ in range(rank)]
    return [[float(sum(g[i]*g[j] for g in G)) for j in range(n)] for i in range(n)]


def layout(random: Random, states: list, free: int) -> tuple[int, list]:
    contacts = [(2*i, 2*i + 1, state, random.choice((1, -1)) if state == "slip" else 0, random.choice((0.0, 0.25, 0.4, 1.0, 3.0)))
                for i, state in enumerate(states)]
    return 2*len(states) + free, contacts


def mass(random: Random, n: int) -> list:
    M = matrix(n)
    for i in range(n):
        M[i][i] = random.choice((0.01, 0.5, 1.0, 2.0, 10.0))
    if random.random() < 0.2:  # consistent
        G = squares(random, n, n, 2)
        M = [[M[i][j] + G[i][j] for j in range(n)] for i in range(n)]
    return M


def loads(random: Random, n: int) -> list:
    return [float(random.randint(-2, 2)) for _ in range(n)]


def integers(random: Random, n: int, contacts: list) -> list:
    K = squares(random, n, n, 2)
    for i in range(n):
        K[i][i] += random.randint(0, 3)
    return K


def singular_free(random: Random, n: int, contacts: list) -> list:
    """K of the free dofs lacks ranks; coupled to the tangents or not."""
    K = integers(random, n, contacts)
    first = 2*len(contacts)
    G = squares(random, n - first, max(n - first - 1, 0), 2)
    for i in range(first, n):
        for j in range(first, n):
            K[i][j] = G[i - first][j - first]
        for j in range(first):
            if random.random() < 0.6:
                put(K, i, j, 0)
    return K


def singular_rest(random: Random, n: int, contacts: list) -> list:
    """All that moves at mu = 0 lacks a rank."""
    K = integers(random, n, contacts)
    moving = [c[1] for c in contacts] + list(range(2*len(contacts), n))
    G = squares(random, len(moving), len(moving) - 1, 2)
    for a, i in enumerate(moving):
        for b, j in enumerate(moving):
            K[i][j] = G[a][b]
    return K


def zero_coupling(random: Random, n: int, contacts: list) -> list:
    """B is zero, or one of its columns: normals against free dofs make up for normals against tangents."""
    K = integers(random, n, contacts)
    first = 2*len(contacts)
    for i in range(first, n):
        for j in range(first, n):
            K[i][j] = float(i == j)
    for c in contacts:
        for d in contacts:
            put(K, c[0], d[1], sum(K[c[0]][k]*K[k][d[1]] for k in range(first, n)))
    if random.random() < 0.3 and contacts:
        put(K, contacts[0][0], contacts[-1][1], random.randint(-2, 2))
    return K


def stiff_chain(random: Random, n: int, contacts: list) -> list:
    """Springs in series to the ground, up to 1e14 apart; the normal is coupled here and there."""
    K = matrix(n)
    K[0][0] = float(random.randint(2, 9))
    for i in range(1, n):
        k = float(random.choice((1, 2, 3)))*10.0**random.randint(0, 14)
        K[i][i] += k
        if i + 1 < n:
            K[i + 1][i + 1] += k
            put(K, i, i + 1, -k)
    put(K, 0, 1, 1)
    for i in range(2, n):
        if random.random() < 0.4:
            put(K, 0, i, random.choice((-2, -1, 1, 2)))
    return K


def two_chains(random: Random, n: int, contacts: list) -> list:
    """Two contacts on one chain up to 1e13."""
    K = matrix(n)
    chain = [1] + list(range(4, n)) + [3]
    for a, b in zip(chain, chain[1:]):
        k = float(random.choice((1, 3)))*10.0**random.randint(0, 13)
        K[a][a] += k
        K[b][b] += k
        put(K, a, b, -k)
    for i in chain:
        if i in (1, 3) or random.random() < 0.4:
            K[i][i] += random.randint(1, 3)
    for normal in (0, 2):
        K[normal][normal] = 5.0
        for i in chain:
            if random.random() < 0.6:
                put(K, normal, i, random.choice((-1, 1, 2)))
    return K


def indefinite(random: Random, n: int, contacts: list) -> list:
    K = matrix(n)
    for i in range(n):
        for j in range(i + 1):
            put(K, i, j, random.randint(-2, 3) if i != j else random.randint(-1, 6))
    return K


def gauss(random: Random, n: int, contacts: list) -> list:
    G = [[random.gauss(0, 1) for _ in range(n)] for _ in range(n)]
    K = [[sum(g[i]*g[j] for g in G) for j in range(n)] for i in range(n)]
    for i in range(n):
        K[i][i] += random.random()
        for j in range(i):
            K[j][i] = K[i][j]
    return K


def scaled(random: Random, n: int, contacts: list) -> list:
    """Dofs in units up to 1e12 apart; both dofs of a contact share theirs."""
    K = gauss(random, n, contacts)
    unit = [10.0**random.randint(-6, 6) for _ in range(n)]
    for normal, tangent, *_ in contacts:
        unit[normal] = unit[tangent]
    K = [[K[i][j]*unit[i]*unit[j] for j in range(n)] for i in range(n)]
    for i in range(n):
        for j in range(i):
            K[j][i] = K[i][j]
    return K


def flat(random: Random, given: Given) -> Given:
    return given


def curved(random: Random, given: Given) -> Given:
    """Obstacles whose curvature adds to the stiffness, or takes it away but for rounding."""
    bent = []
    for _, tangent, _, direction, mu in given.contacts:
        normal = -random.choice((1.0, 0.1, 3.0, random.random() + 0.1))
        taken = -given.K[tangent][tangent]/normal
        bent.append((random.choice((0.5, -0.7, 1/3, taken, nextafter(taken, 0), taken/2)), normal, direction*mu*normal))
    return given._replace(curved=bent)


def unsymmetric(random: Random, given: Given) -> Given:
    """Follower forces."""
    K, n = given.K, len(given.K)
    for _ in range(random.randint(1, n)):
        i, j = random.sample(range(n), 2)
        K[i][j] += random.choice((-1, 1, 0.5, -0.5, 1e-6, 2e-12))
    return given


def almost_symmetric(random: Random, given: Given) -> Given:
    """The last digits of one half are others, of the mass as well."""
    for A in (given.K, given.M):
        for i in range(len(A)):
            for j in range(i):
                for _ in range(random.randint(0, 2) if A[i][j] else 0):
                    A[i][j] = nextafter(A[i][j], 1e300)
    return given


def massless(random: Random, given: Given) -> Given:
    """Slips without mass, and free dofs."""
    M, n = given.M, len(given.M)
    for dof in range(n):
        held = any(dof == c[0] for c in given.contacts)
        if not held and random.random() < 0.6:
            for k in range(n):
                M[dof][k] = M[k][dof] = 0.0
    return given


def slipping(random: Random) -> list:
    return ["slip"]*random.randint(1, 2)


KINDS = {
    "integer": (integers, slipping, (1, 2)),
    "singular free block": (singular_free, slipping, (1, 2)),
    "singular rest": (singular_rest, slipping, (1, 2)),
    "zero coupling": (zero_coupling, slipping, (1, 2)),
    "stiff chain": (stiff_chain, lambda random: ["slip"], (2, 4)),
    "two contacts on a chain": (two_chains, lambda random: ["slip", "slip"], (1, 3)),
    "indefinite": (indefinite, slipping, (1, 2)),
    "grazing": (lambda random, n, contacts: random.choice((integers, singular_rest, indefinite))(random, n, contacts),
                lambda random: random.choice((["grazing"], ["grazing", "slip"])), (0, 1)),
    "mixed states": (integers, lambda random: random.sample(["slip", "stuck", "open", "grazing", "slip"], 2), (0, 1)),
    "gauss": (gauss, slipping, (1, 2)),
    "units": (scaled, slipping, (1, 2)),
    "three contacts": (lambda random, n, contacts: random.choice((integers, indefinite))(random, n, contacts),
                       lambda random: ["slip"]*3, (0, 1)),
    "curved": (lambda random, n, contacts: random.choice((integers, gauss))(random, n, contacts), slipping, (0, 2), curved),
    "not symmetric": (lambda random, n, contacts: random.choice((integers, indefinite))(random, n, contacts), slipping, (0, 2), unsymmetric),
    "almost symmetric": (lambda random, n, contacts: random.choice((gauss, singular_rest))(random, n, contacts), slipping, (1, 2),
                         almost_symmetric),
    "without mass": (lambda random, n, contacts: random.choice((integers, indefinite, singular_rest))(random, n, contacts),
                     lambda random: ["slip"]*random.randint(1, 3), (0, 2), massless),
}


def system(kind: str, seed: int) -> Given:
    random = Random(f"{kind} {seed}")
    make, states, (least, most), dress = (*KINDS[kind], flat)[:4]
    n, contacts = layout(random, states(random), random.randint(least, most))
    if kind == "stiff chain":
        contacts = [(0, 1, "slip", 1, 1.0)]
    given = Given(kind, make(random, n, contacts), mass(random, n), contacts, loads(random, n), [(0.0, 0.0, 0.0)]*len(contacts))
    return dress(random, given)
