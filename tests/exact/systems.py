"""Small systems that proofs tripped over, with their truth in rational arithmetic (docs/theory/8-proofs.md, checked numbers).

mu is that of the classes and of the load. least: the least mu at lambda = 0, None: there is none. growth: mu -> all lambda > 0.
"""
from __future__ import annotations


def chain(springs: list, masses: list, couple: list) -> tuple[list, list]:
    """Dof 1 is the normal (stiffness 10), 2 and the following are joined by the springs, the last is held by 1."""
    n = len(masses)
    K = [[0.0]*n for _ in range(n)]
    K[0][0] = 10.0
    for i, k in enumerate(springs, start=1):
        K[i][i] += k
        K[i + 1][i + 1] += k
        K[i][i + 1] -= k
        K[i + 1][i] -= k
    K[n - 1][n - 1] += 1
    for dof in couple:
        K[0][dof - 1] = K[dof - 1][0] = 1.0
    return K, [[masses[i] if i == j else 0.0 for j in range(n)] for i in range(n)]


def unit(n: int) -> list:
    return [[float(i == j) for j in range(n)] for i in range(n)]


ONE = [(1, 2, "slip", 1)]
TWO = [(1, 2, "slip", 1), (3, 4, "slip", 1)]
denied_K, denied_M = chain([1e11, 1.0, 1e7, 1.0, 1e9, 1e9, 1e9, 1e9, 1e3, 1.0], [1.0, .01, 1.0, 1.0, 100.0, .01, 100.0, 1.0, 1.0, 100.0, .01, 100.0],
                           [2, 3, 7, 10])

SYSTEMS = {
    "A and B are zero": dict(  # A = 2 - 1/5 - 9/5
        K=[[1, 0, 0, 0], [0, 2, 1, 3], [0, 1, 5, 0], [0, 3, 0, 5]], contacts=ONE, M=unit(4), mu=0.4, load=[0, 1, 0, 0],
        rest="neutral", least=0.0, P=False, P0=True, R0=False, rates=0, growth={0.4: []}),
    "B is zero": dict(
        K=[[4, 2, -2, -2], [2, 2, 1, 0], [-2, 1, 9, 5], [-2, 0, 5, 3]], contacts=ONE, mu=0.4, rest="stable", least=None, P=True, P0=True, R0=True),
    "springs 1e12, 1, 1e12, 1": dict(
        K=[[3, 1, 0, 0, -2], [1, 1e12, -1e12, 0, 0], [0, -1e12, 1e12 + 1, -1, 0], [0, 0, -1, 1e12 + 1, -1e12], [-2, 0, 0, -1e12, 1e12 + 1]],
        contacts=ONE, mu=1.0, rest="stable", least=5e11, P=True, P0=True, R0=True),
    "springs 1e14, 2, 1e14, 1e7, 3": dict(
        K=[[3, 1, 0, 1, 0, -1], [1, 1e14, -1e14, 0, 0, 0], [0, -1e14, 1e14 + 2, -2, 0, 0], [1, 0, -2, 1e14 + 2, -1e14, 0],
           [0, 0, 0, -1e14, 1e14 + 1e7, -1e7], [-1, 0, 0, 0, -1e7, 1e7 + 3]],
        contacts=ONE, mu=1.0, rest="stable", least=1.1999997120000259, P=True, P0=True, R0=True),
    "two contacts on a stiff bar": dict(
        K=[[5, 1, 0, 0, 1, 0, 0], [1, 1e10, 0, 0, -1e10, 0, 0], [0, 0, 5, 2, 0, 0, -1], [0, 0, 2, 1, -1, 0, 0],
           [1, -1e10, 0, -1, 10010000000001.0, -1e13, 0], [0, 0, 0, 0, -1e13, 1e13 + 3, -3], [0, 0, -1, 0, 0, -3, 4]],
        contacts=TWO, mu=0.5, rest="stable", least=0.18749999999863376, P=False, P0=False, R0=True),
    "a free motion that costs nothing": dict(
        K=[[9, 1, 1, 2], [1, 3, 1, -1], [1, 1, 1, -1], [2, -1, -1, 1]], contacts=ONE, mu=0.4, rest="neutral", least=0.0),
    "a free motion that gains": dict(
        K=[[9, 1, 0], [1, 2, 1], [0, 1, 0]], contacts=ONE, M=unit(3), mu=0.4, rest="unstable", least=0.0,
        growth={0.3: [0.6800297602610261], 3.0: [1.272019649514069]}),
    "A is negative": dict(
        K=[[5, 1, 2], [1, 1, 2], [2, 2, 1]], contacts=ONE, M=unit(3), mu=0.4, rest="unstable", least=1.0,
        growth={0.5: [0.8283360801235856], 2.0: []}),
    "a continuum": dict(
        K=[[9, 0, 0, 0, 1, 0], [0, 6, 0, 7, 1, 2], [0, 0, 9, 0, 0, 1], [0, 7, 0, 10, 1, 3], [1, 1, 0, 1, 1, 0], [0, 2, 1, 3, 0, 1]],
        contacts=TWO, mu=0.0, load=[0, 1, 0, 0, 0, 0], rest="neutral", least=0.0, P=False, P0=True, R0=False, rates="continuum"),
    "two feet on the verge": dict(
        K=[[9, 0, 0, 1, 0, 1], [0, 6, 1, 4, 1, 2], [0, 1, 9, 0, 1, 0], [1, 4, 0, 3, 1, 1], [0, 1, 1, 1, 1, 0], [1, 2, 0, 1, 0, 1]],
        contacts=TWO, mu=0.0, load=[0, 1, 0, 1, 0, 0], rest="stable", least=None, P=False, P0=True, R0=True, rates="continuum"),
    "grazing, singular": dict(
        K=[[1, 1, 0], [1, 1, 0], [0, 0, 1]], contacts=[(1, 2, "grazing", 0)], mu=0.4, rest="neutral", least=0.0),
    "grazing, regular": dict(
        K=[[2, 1, 1], [1, 2, 0], [1, 0, 3]], contacts=[(1, 2, "grazing", 0)], mu=0.4, rest="stable", least=None),
    "a dip": dict(
        K=[[50, 1, .9], [1, 2, 1], [.9, 1, 1]], M=[[1, 0, 0], [0, .01, 0], [0, 0, 10]], contacts=ONE, mu=3.0, rest="stable",
        least=10.000000000000002, begins=2.0573653604249103, growth={2.0: [], 2.05: [], 3.0: [9.991490415026693, 0.2648004653125139]}),
    "mass couples normal and tangent": dict(
        K=[[5, 1], [1, 2]], M=[[1, .8], [.8, 1]], contacts=ONE, mu=0.4, rest="stable", least=2.0, begins=1.25,
        growth={1.2: [], 1.5: [1.5811388300841893]}),
    "a chain whose growth was denied": dict(
        K=denied_K, M=denied_M, contacts=ONE, mu=3.0, rest="stable", growth={3.0: [2.2254164715845586]}),
    "indefinite but copositive": dict(
        K=[[20, 0, 1, 2, 0, 0], [0, 4, 0, 7, 1, 1], [1, 0, 20, 1, 1, 0], [2, 7, 1, 14, 3, 2], [0, 1, 1, 3, 1, 0], [0, 1, 0, 2, 0, 1]],
        contacts=TWO, mu=0.25, load=[0, 1, 0, 1, 0, 0], rest="stable", least=None, P=False, P0=False, R0=True, rates=2),
}
