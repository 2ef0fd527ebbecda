#!/usr/bin/python3
"""B6: the slab R71 as a script with scipy would do it: method of lines, LSODA with a banded Jacobian.

u_tt = c^2 u_zz by central differences on N cells (lumped mass), contact by a penalty of ten cell stiffnesses, mu(r) Dir(v) rounded over a slip speed v_0, as
such solvers need a smooth right-hand side. Mean error of the slip velocity over 100 us against judder's delay method with steps of 1 ns, as in bench_slab.

    bench/peers/scipy_slab.py BUILD
"""
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402
from scipy.integrate import solve_ivp  # noqa: E402
from records import Judder, least, record  # noqa: E402

LAMBDA, G, RHO, H, SQUEEZE, EPSILON, FINAL = 107e9, 77e9, 7800.0, 0.05, 20e-6, 10.0, 1e-4
V = np.array([2.0, 0.5, 0.0])
MODULI = np.array([G, G, LAMBDA + 2 * G])


def friction(speed):
    return np.where(speed < 1, 0.8 - 0.3 * speed, 0.5)


def problem(cells, rounding):
    """Right-hand side and start; unknowns node by node: u_1, u_2, u_3, v_1, v_2, v_3, the top node held."""
    dz = H / cells
    z = dz * np.arange(cells)
    mass = np.full((cells, 3), RHO * dz)
    mass[0] *= 0.5
    mass[0, :2] += EPSILON
    penalty = 10 * MODULI[2] / dz
    sine = np.sin(np.pi * z / H)
    start = np.zeros((cells, 6))
    start[:, 0] = -4.5e-4 * (z - H)
    start[:, 2] = -SQUEEZE / H * z  # u_3 = 0 at the contact, -SQUEEZE at the top
    start[:, 3] = 3 * sine ** 2 + 2 * (1 - z / H)
    start[:, 4] = -1.5 * np.sin(2 * np.pi * z / H) + 0.5 * (1 - z / H)
    start[:, 5] = 4 * sine ** 2
    top = np.array([0.0, 0.0, -SQUEEZE])

    def rates(_, y):
        y = y.reshape(cells, 6)
        u, v = y[:, :3], y[:, 3:]
        stress = MODULI * np.diff(np.vstack((u, top)), axis=0) / dz
        force = stress.copy()
        force[1:] -= stress[:-1]
        pressure = max(0.0, -penalty * u[0, 2])
        slip = v[0, :2] - V[:2]
        speed = np.hypot(*slip)
        force[0, :2] -= pressure * friction(speed) * slip / np.sqrt(speed ** 2 + rounding ** 2)
        force[0, 2] += pressure
        out = np.empty_like(y)
        out[:, :3], out[:, 3:] = v, force / mass
        return out.ravel()

    return rates, start.ravel()


def by_scipy(cells, rounding, reference):
    rates, start = problem(cells, rounding)
    times = reference[0]

    def solve():
        return solve_ivp(rates, (0, FINAL), start, method="LSODA", t_eval=times, rtol=1e-6, atol=1e-9, lband=9, uband=9)

    seconds, answer = least(1, solve)
    slip = answer.y[3:5] - V[:2, None]
    error = np.mean(np.hypot(*(slip - reference[1:3, :slip.shape[1]])))
    record("B6", "error against time, %d cells" % cells, "scipy, method of lines, LSODA", mean_error__m_s=error, seconds=seconds)
    return error, seconds


def main():
    judder = Judder(sys.argv[1] if len(sys.argv) > 1 else "build")
    case = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "cases", "slab_contact_loss", "case.lua")
    with open(case) as file:
        run = judder.run(file.read(), tables=("_series",))
    rows = np.array([[float(x) for x in row] for row in run["tables"]["_series"][1:]])
    reference = rows[rows[:, 0] <= FINAL, :3].T
    points = [by_scipy(cells, 1e-3, reference) for cells in (25, 50, 100)]
    best = min(points)
    record("B6", "best of the script", "scipy, method of lines, LSODA", mean_error__m_s=best[0], seconds=best[1])


if __name__ == "__main__":
    main()
