#!/usr/bin/python3
"""B7: the shaken beam (ii) as a script with scipy would do it: method of lines with events, Radau with a sparse Jacobian.

u_tt + c^2 (u_xxxx + d u_xxxxt) = 0 and th_t = k th_xx by finite differences on N cells (second order, ghost points at both ends), friction mu h Sgn(w) with its two
phases: in slip the force is given and an event watches w = 0; in stick the end moves with the foundation and an event watches |sigma| = mu h. Root mean square
error of the end's velocity at 200 times in (0, 1] against judder's modal method with steps of 2e-6, as in bench_beam.

    bench/peers/scipy_beam.py BUILD
"""
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402
from scipy.integrate import solve_ivp  # noqa: E402
from scipy.sparse import csc_matrix  # noqa: E402
from records import Judder, least, record  # noqa: E402

C, D, K, HB, ALPHA, MU, WALL = 10.0, 1e-4, 1.0, 1.0, 0.01, 0.9, 400.0
TIMES = np.arange(1, 201) / 200.0

CASE = """return beam {
  c = 10, damping = 1e-4, k = 1, h_b = 1, alpha = 0.01, beta = 0, theta_wall = 400, theta_foundation = 400, friction = constant{ mu = 0.9 },
  foundation = { velocity = function(t) return 1 + 2*math.sin(6*math.pi*t) end }, initial = { velocity = "compatible" },
  study = march{ final = 1, step = 2e-6, every = 2500, probe = { %s } },
}
"""


def shaken(t):
    return 1 + 2 * np.sin(6 * np.pi * t)


class Beam:
    """Unknowns: u at the nodes 1..N, its velocities, temperatures at the nodes 1..N. sigma enters the end as a force."""

    def __init__(self, cells):
        self.n, self.dx = cells, 1.0 / cells
        self.bend = self.stiffness()

    def stiffness(self):
        """u_xxxx at the nodes 1..N for sigma = 0: clamped at 0 by u_-1 = u_1, free at 1 by u_xx = 0, u_xxx = 0."""
        n = self.n
        A = np.zeros((n + 3, n + 3))  # nodes 0..N and two ghosts
        for i in range(1, n + 1):
            for k, weight in zip(range(i - 2, i + 3), (1, -4, 6, -4, 1)):
                A[i, abs(k)] += weight  # u_-1 = u_1
        A = A[1:n + 1, 1:]
        # Ghosts: u_{N+1} = 2 u_N - u_{N-1};  u_{N+2} = 2 u_{N+1} - 2 u_{N-1} + u_{N-2}
        first, second = np.zeros(n), np.zeros(n)
        first[[n - 1, n - 2]] = 2, -1
        second[[n - 1, n - 2, n - 3]] = 4, -4, 1
        return csc_matrix((A[:, :n] + np.outer(A[:, n], first) + np.outer(A[:, n + 1], second)) / self.dx ** 4)

    def heat(self, theta, q):
        dx = self.dx
        ghost = theta[-2] + 2 * dx / K * (q - HB * (theta[-1] - WALL))
        padded = np.concatenate(([WALL], theta, [ghost]))
        return K * np.diff(padded, 2) / dx ** 2

    def bound(self, theta):
        mean = self.dx * (0.5 * WALL + theta[:-1].sum() + 0.5 * theta[-1])
        return MU * max(ALPHA * mean, 0.0)

    def split(self, y):
        n = self.n
        return y[:n], y[n:2 * n], y[2 * n:]

    def elastic(self, u, v):
        return -C ** 2 * (self.bend @ (u + D * v))

    def slipping(self, sign):
        end = 2.0 / self.dx  # the end node carries half a cell

        def rates(t, y):
            u, v, theta = self.split(y)
            force = self.bound(theta)
            a = self.elastic(u, v)
            a[-1] -= end * sign * force
            return np.concatenate((v, a, self.heat(theta, force * abs(v[-1] - shaken(t)))))

        def comes_to_rest(t, y):
            return sign * (self.split(y)[1][-1] - shaken(t))

        comes_to_rest.terminal, comes_to_rest.direction = True, -1
        return rates, comes_to_rest

    def sticking(self):
        def sigma(t, y):
            u, v, _ = self.split(y)
            return (6 * np.pi * 2 * np.cos(6 * np.pi * t) - self.elastic(u, v)[-1]) * self.dx / 2

        def rates(t, y):
            u, v, theta = self.split(y)
            a = self.elastic(u, v)
            a[-1] = 12 * np.pi * np.cos(6 * np.pi * t)
            return np.concatenate((v, a, self.heat(theta, 0.0)))

        def breaks(t, y):
            return self.bound(self.split(y)[2]) - abs(sigma(t, y))

        breaks.terminal, breaks.direction = True, -1
        return rates, breaks, sigma

    def sparsity(self):
        n = self.n
        S = np.zeros((3 * n, 3 * n))
        band = np.abs(self.bend.toarray()) > 0
        S[:n, n:2 * n] = np.eye(n)
        S[n:2 * n, :n] = S[n:2 * n, n:2 * n] = band
        S[2 * n - 1, 2 * n:] = 1
        S[2 * n:, 2 * n:] = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= 1
        S[3 * n - 1, 2 * n - 1] = 1
        S[3 * n - 1, 2 * n:] = 1
        return csc_matrix(S)

    def solve(self):
        x = self.dx * np.arange(1, self.n + 1)
        y = np.concatenate((0 * x, shaken(0) * (3 * x ** 2 - x ** 3) / 2, np.full(self.n, WALL)))
        t, sign, found, sparsity = 0.0, 0, {}, self.sparsity()
        for _ in range(200):
            rates, event = self.slipping(sign) if sign else self.sticking()[:2]
            wanted = TIMES[TIMES > t]
            run = solve_ivp(rates, (t, 1.0), y, method="Radau", t_eval=wanted, events=event, rtol=1e-5, atol=1e-7, jac_sparsity=sparsity)
            found.update(zip(run.t, run.y[2 * self.n - 1] if len(run.t) else []))
            if run.status != 1:
                break
            t, y = run.t_events[0][0], run.y_events[0][0]
            if sign:
                y[2 * self.n - 1] = shaken(t)
                push = self.sticking()[2](t, y)
                sign = 0 if abs(push) <= self.bound(self.split(y)[2]) else (-1 if push > 0 else 1)
            else:
                sign = -1 if self.sticking()[2](t, y) > 0 else 1
        return np.array([found.get(time, np.nan) for time in TIMES])


def main():
    judder = Judder(sys.argv[1] if len(sys.argv) > 1 else "build")
    run = judder.run(CASE % ", ".join("%.17g" % time for time in TIMES))
    probes = run["report"]["studies"][0]["probes"]
    exact = np.array(probes["end_velocity"])
    for cells in (20, 40, 80):
        beam = Beam(cells)
        seconds, velocity = least(1, beam.solve)
        error = np.sqrt(np.nanmean((velocity - exact) ** 2))
        record("B7", "shaken beam, %d cells" % cells, "scipy, method of lines with events, Radau", error_of_the_velocity=error,
               seconds=seconds)


if __name__ == "__main__":
    main()
