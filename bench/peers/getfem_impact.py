#!/usr/bin/python3
"""B1: a bar falls on a rigid stop, against its exact periodic solution, by judder and by GetFEM's bricks.

Bar of length 1, rho = E = 1, held at one end, at rest with strain -1/2, so that the other end is 1/2 above the stop. Exact: period 3; falls during 1,
touches with pressure 1/2 during 1, rises during 1. T = 12, NX cells, step 0.1/NX for every code. GetFEM: linear elements, its basic contact
brick (Alart-Curnier, one multiplier), its own time integration bricks, MUMPS; residual 1e-10. The scheme "mass moved" takes the mass of the contact
node into its neighbour, as GetFEM's authors propose. Errors: root mean square over all steps, relative to that of the exact solution.

    bench/peers/getfem_impact.py BUILD
"""
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402
import getfem as gf  # noqa: E402
from records import Judder, record  # noqa: E402

FINAL, TOLERANCE = 12.0, 1e-10
SCHEMES = [
    ("GetFEM, Newmark 1/4, 1/2", "newmark", (0.25, 0.5), False),
    ("GetFEM, Newmark 1/2, 1", "newmark", (0.5, 1.0), False),
    ("GetFEM, theta = 1", "theta", (1.0,), False),
    ("GetFEM, theta = 1/2", "theta", (0.5,), False),
    ("GetFEM, Newmark 1/4, 1/2, mass moved", "newmark", (0.25, 0.5), True),
]

SLAB = """return slab {{
  height = 1, material = elastic{{ lambda = 0.5, G = 0.25, rho = 1 }}, contact = unilateral{{ squeeze = 0 }}, friction = constant{{ mu = 0 }},
  initial = {{ strain = {{0, 0, -0.5}} }}, method = "{method}", study = march{{ final = 12, step = {step}, every = 1 }},
}}
"""


def exact(t):
    phase = t % 3
    gap = np.where(phase < 1, 0.5 - 0.5 * phase, np.where(phase < 2, 0, 0.5 * (phase - 2)))
    return gap, np.where((phase > 1) & (phase < 2), 0.5, 0.0)


def errors(t, gap, pressure):
    """Steps within rounding of a jump of the pressure do not count."""
    keep = np.abs(t - np.round(t)) > 1e-9
    exact_gap, exact_pressure = exact(t[keep])
    return (np.linalg.norm(pressure[keep] - exact_pressure) / np.linalg.norm(exact_pressure),
            np.linalg.norm(gap[keep] - exact_gap) / np.linalg.norm(exact_gap))


def moved_mass(mim, mf, contact, neighbour):
    full = gf.asm_mass_matrix(mim, mf).full()
    full[neighbour, neighbour] += full[contact, :].sum() + full[:, contact].sum() - full[contact, contact]
    full[contact, :] = full[:, contact] = 0
    moved = gf.Spmat("empty", mf.nbdof(), mf.nbdof())
    for i, j in zip(*np.nonzero(full)):
        moved.add(int(i), int(j), float(full[i, j]))
    return moved


def model_of(cells, kind, numbers, moved):
    mesh = gf.Mesh("cartesian", np.linspace(0, 1, cells + 1))
    mesh.set_region(1, mesh.outer_faces_with_direction([1.0], 0.01))
    mf = gf.MeshFem(mesh, 1)
    mf.set_classical_fem(1)
    mim = gf.MeshIm(mesh, 4)
    x = mf.basic_dof_nodes()[0]
    contact, neighbour = (int(k) for k in np.argsort(x)[:2])
    model = gf.Model("real")
    model.add_fem_variable("u", mf)
    model.add_Laplacian_brick(mim, "u")
    model.add_Dirichlet_condition_with_simplification("u", 1)
    side = gf.Spmat("empty", 1, mf.nbdof())
    side.add(0, contact, -1.0)
    model.add_variable("p", 1)
    for name, value in (("r", 1.0), ("gap", 0.0), ("alpha", 1.0)):
        model.add_initialized_data(name, [value])
    model.add_basic_contact_brick("u", "p", "r", side, "gap", "alpha", 1)
    (model.add_Newmark_scheme if kind == "newmark" else model.add_theta_method_for_second_order)("u", *numbers)
    if moved:
        model.add_explicit_matrix("Dot2_u", "Dot2_u", moved_mass(mim, mf, contact, neighbour))
    else:
        model.add_mass_brick(mim, "Dot2_u")
    model.set_variable("Previous_u", 0.5 - 0.5 * x)
    model.set_variable("Previous_Dot_u", 0 * x)
    return model, contact, (mesh, mf, mim)  # which the model only borrows


def by_getfem(cells, scheme):
    name, kind, numbers, moved = scheme
    step = 0.1 / cells
    count = int(round(FINAL / step))
    begin = time.perf_counter()
    model, contact, _kept = model_of(cells, kind, numbers, moved)
    model.set_time_step(step)
    model.perform_init_time_derivative(step / 20)
    model.solve("max_res", TOLERANCE, "max_iter", 30, "lsolver", "mumps")
    gap, pressure, converged = np.zeros(count), np.zeros(count), True
    solving = time.perf_counter()
    for i in range(count):
        _, good = model.solve("max_res", TOLERANCE, "max_iter", 50, "lsolver", "mumps")
        converged = converged and bool(good)
        gap[i], pressure[i] = model.variable("u")[contact], -model.variable("p")[0]
        model.shift_variables_for_time_integration()
    end = time.perf_counter()
    force, displacement = errors(step * (1 + np.arange(count)), gap, pressure)
    record("B1", "NX = %d" % cells, name + ("" if converged else ", NOT CONVERGED"), error_of_the_force=force,
           error_of_the_gap=displacement, seconds=end - solving, whole=end - begin)


def by_slab(judder, cells, method):
    run = judder.run(SLAB.format(step=0.1 / cells, method=method), tables=("_series",), times=3)
    rows = run["tables"]["_series"]
    numbers = np.array([[float(x) for x in row] for row in rows[1:]])
    heads = rows[0]
    column = {head.split(" ")[0].strip(): k for k, head in enumerate(heads)}
    t, gap, pressure = (numbers[:, column[name]] for name in ("t", "gap", "pressure"))
    force, displacement = errors(t, gap, pressure)
    record("B1", "NX = %d" % cells, "judder, slab, " + method, error_of_the_force=force, error_of_the_gap=displacement,
           seconds=run["seconds"], whole=run["whole"])


def main():
    judder = Judder(sys.argv[1] if len(sys.argv) > 1 else "build")
    gf.util_trace_level(0)
    gf.util_warning_level(0)
    for cells in (20, 100):
        by_slab(judder, cells, "delay")
        for scheme in SCHEMES:
            by_getfem(cells, scheme)


if __name__ == "__main__":
    main()
