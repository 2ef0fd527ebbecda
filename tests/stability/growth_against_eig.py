#!/usr/bin/env python3
"""Growth lists against an independent dense eigenvalue solver, set by set: nothing that grows may be denied.

    growth_against_eig.py COUNT [SEED [LARGEST]]

Random systems with up to LARGEST dofs (200): Gaussian, stiff chains, mixed states, several contacts, consistent mass, no friction.
For every set of futures LAPACK gives all values here; pairs are corrected with residuals in long doubles. Those that clearly solve
must be in judder's list or in an interval that it leaves open; what judder calls proved must have a value there; without friction
the number of values z > 0 must be the number of negative eigenvalues of the stiffness. Shares no code with judder.
"""
import itertools
import sys
import time
from collections import Counter
from fractions import Fraction

import numpy as np

from judder.system import Contact, System

LONG = np.longdouble
CLEAR = 1e-7  # of a condition, relative: nearer to zero it may be either way


def spd(random, n, spread):
    Q = np.linalg.qr(random.standard_normal((n, n)))[0]
    K = (Q * 10 ** random.uniform(-spread, spread, n)) @ Q.T
    return (K + K.T) / 2


def chain(random, n, decades):
    """Springs in series over many powers of ten, the last to ground."""
    K = np.zeros((n, n))
    for i in range(n):
        k = 10.0 ** random.integers(0, decades + 1)
        K[i, i] += k
        if i + 1 < n:
            K[i + 1, i + 1] += k
            K[i, i + 1] -= k
            K[i + 1, i] -= k
    return K


def couple_normals(random, K, contacts, sizes):
    for normal, tangent in contacts:
        for dof in random.choice(len(K), min(len(K), 4), replace=False):
            if dof in (normal,):
                continue
            K[normal, dof] += sizes * random.integers(-3, 4)
            K[dof, normal] = K[normal, dof]


def masses(random, n, kind):
    if kind == 0:
        return np.diag(10 ** random.uniform(-2, 2, n))
    if kind == 1:
        return spd(random, n, 0.5)
    return np.eye(n)


def make(random, kind, n):
    """Stiffness, mass, contacts, mu."""
    count = min(int(random.integers(1, 4)) if kind != "many" else int(random.integers(4, 7)), n // 2)
    dofs = random.permutation(n)[:2 * count].reshape(-1, 2)
    if kind == "chain":
        K = chain(random, n, int(random.integers(2, 14)))
        dofs = np.array([[i, i + 1] for i in sorted(random.choice(np.arange(0, n - 1, 2), min(count, n // 2), replace=False))])
        couple_normals(random, K, dofs, 1.0)
        M = np.diag(random.choice([0.01, 1.0, 100.0], n))
    else:
        K = spd(random, n, 1)
        if kind == "indefinite":
            K -= np.eye(n) * random.uniform(0, 1)
        couple_normals(random, K, dofs, np.abs(K).max() * 0.5)
        M = masses(random, n, int(random.integers(3)))
    states = ["slip"] * len(dofs)
    if kind == "mixed":
        states = [str(random.choice(["slip", "slip", "grazing", "stuck", "open"])) for _ in dofs]
        states[0] = "slip"
    contacts = [Contact(int(a), int(b), state, int(random.choice([-1, 1])) if state == "slip" else 0, 0.5)
                for (a, b), state in zip(dofs, states)]
    mu = 0.0 if kind == "frictionless" else float(random.choice([0.3, 1.0, 3.0]))
    return K, M, contacts, mu


FUTURES = {"slip": ("stick", "slip"), "grazing": ("stick", "+", "-", "open"), "stuck": ("stick",), "open": ("open",)}


def reduced(K, M, contacts, futures, mu):
    """Columns T of the motions that a set allows, rows W that weigh its forces: W (K + z M) T y = 0."""
    n = len(K)
    held, rows, columns = set(), {}, {}
    for contact, future in zip(contacts, futures):
        if future != "open":
            held.add(contact.normal)
        if future == "stick":
            held.add(contact.tangent)
        if future in ("slip", "+", "-"):
            sign = contact.direction if future == "slip" else 1 if future == "+" else -1
            row = np.zeros(n)
            row[contact.tangent], row[contact.normal] = sign, -mu
            rows[contact.tangent], columns[contact.tangent] = row, sign
    moving = [i for i in range(n) if i not in held]
    T, W = np.zeros((n, len(moving))), np.zeros((len(moving), n))
    for j, dof in enumerate(moving):
        T[dof, j] = columns.get(dof, 1.0)
        W[j] = rows.get(dof, np.eye(n)[dof])
    return T, W


def conditions(K, M, contacts, futures, mu, z, V):
    """Each condition relative to the size of what was summed; all must be >= 0."""
    w, size = long_force(K, M, z, V)
    largest = np.abs(V).max()
    found = []
    for c, future in zip(contacts, futures):
        t, n, st, sn = w[c.tangent], w[c.normal], size[c.tangent], size[c.normal]
        if c.state == "slip" and future == "stick":
            found.append((c.direction * t - mu * n) / max(st + mu * sn, 1e-300))
        elif future == "slip":
            found.append(c.direction * V[c.tangent] / largest)
        elif c.state == "grazing":
            scale = max(st, sn, 1e-300)
            if future == "open":
                found.append(-V[c.normal] / largest)
            else:
                found.append(-n / scale)
            if future == "stick":
                found += [(-mu * n - t) / scale, (-mu * n + t) / scale]
            if future in "+-":
                found.append((1 if future == "+" else -1) * V[c.tangent] / largest)
    return np.array(found, float)


def long_force(K, M, z, V):
    V = V.astype(LONG)
    w = K.astype(LONG) @ V + LONG(z) * (M.astype(LONG) @ V)
    return w, np.abs(K) @ np.abs(V) + abs(z) * (np.abs(M) @ np.abs(V))


def long_pencil(K, M, T, W):
    """Rows of W and columns of T have one or two entries: no product of matrices."""
    moving = [int(np.flatnonzero(column)[0]) for column in T.T]
    signs = T[moving, range(len(moving))].astype(LONG)
    found = []
    for A in (K, M):
        A = A[:, moving].astype(LONG) * signs
        found.append(np.array([sum((LONG(row[k]) * A[k] for k in np.flatnonzero(row)), LONG(0) * A[0]) for row in W]))
    return found


def corrected(P, Q, z, y):
    """Newton's method for (P + z Q) y = 0 of long doubles, largest y 1; how far the last step went."""
    n, k = len(y), int(np.argmax(np.abs(y)))
    y, z, step = (y / y[k]).astype(LONG), LONG(z), np.inf
    P_, Q_, P, Q = P, Q, P.astype(float), Q.astype(float)
    for _ in range(8):
        J = np.zeros((n + 1, n + 1))
        J[:n, :n] = P + float(z) * Q
        J[:n, n] = Q @ y.astype(float)
        J[n, k] = 1
        scale = np.maximum(np.abs(J).max(axis=1), 1e-300)
        right = np.append(np.asarray((P_ @ y + z * (Q_ @ y)) / scale[:n], float), 0.0)
        try:
            d = np.linalg.solve(J / scale[:, None], right)
        except np.linalg.LinAlgError:
            return float(z), y, np.inf
        y, z, step = y - d[:n], z - d[n], max(abs(d[n]) / max(abs(float(z)), 1e-300), np.abs(d[:n]).max())
        if step < 1e-15:
            break
    return float(z), y, step


def clear_values(K, M, contacts, mu):
    """Growth rates that clearly exist, each with its set."""
    found = []
    for futures in itertools.product(*(FUTURES[c.state] for c in contacts)):
        T, W = reduced(K, M, contacts, futures, mu)
        if T.shape[1] == 0:
            continue
        P, Q = long_pencil(K, M, T, W)
        values, vectors = np.linalg.eig(np.linalg.solve(-Q.astype(float), P.astype(float)))
        for z, y in zip(values, vectors.T):
            if not np.isfinite(z) or z.real <= 0 or abs(z.imag) > 1e-3 * abs(z.real):
                continue
            better, y, step = corrected(P, Q, z.real, y.real)
            if not step < 1e-9 or not better > 0 or not np.isfinite(y).all():
                continue
            V = (T.astype(LONG) @ y)
            held = conditions(K, M, contacts, futures, mu, better, V)
            if (held > CLEAR).all() or (held < -CLEAR).all():
                found.append((np.sqrt(better), futures))
    return found


def determinant_sign(K, M, T, W, z):
    """Of W (K + z M) T, in rational arithmetic."""
    moving = [int(np.flatnonzero(column)[0]) for column in T.T]
    N = [[sum(Fraction(row[k]) * Fraction(T[m, j]) * (Fraction(K[k, m]) + z * Fraction(M[k, m])) for k in np.flatnonzero(row))
          for j, m in enumerate(moving)] for row in W]
    sign = 1
    for k in range(len(N)):
        pivot = next((i for i in range(k, len(N)) if N[i][k] != 0), None)
        if pivot is None:
            return 0
        if pivot != k:
            N[k], N[pivot], sign = N[pivot], N[k], -sign
        sign = sign if N[k][k] > 0 else -sign
        for i in range(k + 1, len(N)):
            if N[i][k] != 0:
                factor = N[i][k] / N[k][k]
                N[i] = [a - factor * b if b != 0 else a for a, b in zip(N[i], N[k])]
    return sign


def exists(K, M, contacts, mu, one):
    """Whether there is a value of that set within what is proved: by Newton's method, or else, beyond doubt, by the signs of
    the determinant just outside of the interval."""
    futures = []
    for c, future in zip(contacts, one.contacts):
        graze = c.state == "grazing" and future == "slip"
        futures.append(("+" if one.V[c.tangent] > 0 else "-") if graze else future)
    T, W = reduced(K, M, contacts, futures, mu)
    z, _, step = corrected(*long_pencil(K, M, T, W), one.growth ** 2, np.linalg.lstsq(T, one.V, rcond=None)[0])
    low, high = one.proved
    if step <= 1e-9 and low * (1 - 1e-12) <= np.sqrt(max(z, 0)) <= high * (1 + 1e-12):
        return True
    ends = [Fraction(low) ** 2 * (1 - Fraction(1, 10 ** 15)), Fraction(high) ** 2 * (1 + Fraction(1, 10 ** 15))]
    return np.prod([determinant_sign(K, M, T, W, end) for end in ends]) <= 0


def is_root(K, M, contacts, mu, growth, futures):
    """Whether what LAPACK and long doubles found is there beyond doubt: its determinant changes sign within 1e-8."""
    T, W = reduced(K, M, contacts, futures, mu)
    ends = [(Fraction(growth) * (1 + Fraction(side, 10 ** 8))) ** 2 for side in (-1, 1)]
    return np.prod([determinant_sign(K, M, T, W, end) for end in ends]) <= 0


def check(kind, K, M, contacts, mu):
    """What is wrong, or None; whether the list was complete; how many grow."""
    given = System(K, contacts, mass=M).growth(mu=mu)
    expected = clear_values(K, M, contacts, mu)
    for growth, futures in expected:
        near = any(abs(one.growth - growth) <= 1e-8 * growth for one in given)
        left_open = any(low * (1 - 1e-8) <= growth <= high * (1 + 1e-8) for low, high in given.open)
        if not near and not left_open and is_root(K, M, contacts, mu, growth, futures):
            return f"denied: {growth!r} of {futures}, complete {given.complete}", given.complete, len(expected)
    for one in given:
        if one.proved and one.growth > 0 and not exists(K, M, contacts, mu, one):
            return f"false: {one.growth!r} is called proved to lie in {one.proved}", given.complete, len(expected)
    if kind == "frictionless" and given.complete and all(c.state == "open" for c in contacts):
        negative = int((np.linalg.eigvalsh(K) < 0).sum())
        if negative != len(given):
            return f"{len(given)} grow, {negative} eigenvalues of K are negative", given.complete, len(expected)
    return None, given.complete, len(expected)


KINDS = ("gauss", "chain", "mixed", "indefinite", "many", "frictionless", "chain", "mixed")


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    bad, complete, grows, begin = 0, Counter(), Counter(), time.time()
    for i in range(count):
        random = np.random.default_rng((seed, i))
        kind = KINDS[i % len(KINDS)]
        # Small ones mostly; one in fifty as large as allowed.
        n = int(random.integers(2, 13)) if i % 10 < 7 else int(random.integers(12, 41))
        if i % 50 == 49:
            n = int(random.integers(min(40, most // 2), most + 1))
        if kind == "many":
            n = max(8, min(n, 16))
        n = max(min(n, most), 4)
        K, M, contacts, mu = make(random, kind, n)
        if kind == "frictionless" and random.integers(2):
            contacts = [Contact(c.normal, c.tangent, "open") for c in contacts]
            K = K - np.eye(n) * random.uniform(0, 2)
        wrong, whole, number = check(kind, K, M, contacts, mu)
        complete[kind, whole] += 1
        grows[kind] += number
        if wrong:
            bad += 1
            print(f"problem {i} of seed {seed} ({kind}, {n} dofs, mu {mu}): {wrong}", flush=True)
    for kind in sorted(set(KINDS)):
        whole, all_ = complete[kind, True], complete[kind, True] + complete[kind, False]
        print(f"{kind}: {all_} problems, {grows[kind]} growing motions, {whole} lists complete ({100 * whole / max(all_, 1):.1f} %)")
    print(f"{count} problems in {time.time() - begin:.0f} s: {bad} wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
