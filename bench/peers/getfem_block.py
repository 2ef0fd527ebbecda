#!/usr/bin/python3
"""B2: the same contact problem by GetFEM and by judder: a 2 x 1 block, mu = 0.3, pressed once and dragged in 5 steps.

Same mesh (nx by nx/2 cells Q1), same material, residual 1e-9. GetFEM runs twice: with its nodal brick (basic contact,
Alart-Curnier), whose contact conditions are those of judder, and with its integral brick, which weighs them along the
side. MUMPS solves in both: Debian's GetFEM 5.4.2 crashes in its own choice, SuperLU. judder runs in the same finite steps,
and once more from event to event, which is the limit of many steps.
"seconds": judder's study with assembly and factorisation, GetFEM's solves, which assemble too. "With set-up": judder's whole
process with start, mesh and files; GetFEM's mesh, model and solves without the start of Python. "Processor": the time of the
latter that a processor was at work, for busy machines. "Memory": the most that a process held, with Python for GetFEM.

    bench/peers/getfem_block.py BUILD [nx ...]     needs python3-getfem: tools/setup peers
"""
import csv
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import getfem as gf  # noqa: E402
from records import record  # noqa: E402

E, NU, MU, PRESS, DRAG, STEPS, TOLERANCE = 1.0, 0.3, 0.3, 0.02, 0.012, 5, 1e-9
OPEN, STICK, SLIP = 0, 1, 2
TOP, BOTTOM = 1, 2

CASE = """return body {{
  mesh     = rectangle{{ length = 2, height = 1, cells = {{ {nx}, {ny} }}, element = "Q1" }},
  material = elastic{{ E = {E}, nu = {nu}, rho = 1, plane = "strain" }},
  fix      = {{ top = {{"x", "y"}} }},
  contact  = {{ side = "bottom", law = unilateral{{}}, friction = constant{{ mu = {mu} }} }},
  load     = {{ press{{ side = "top", by = {press}, steps = 1 }}, drag{{ side = "top", by = {{ {drag}, 0 }}, steps = {steps} }} }},
  study    = {{ path{{ events = {events} }} }},
}}
"""


def finish(process):
    """The output of a program once it has ended, its processor time and the most memory that it held, in MB."""
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError("%s ended with %d" % (process.args[0], process.returncode))
    return out, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def judder(build, nx, events):
    """States and forces of the contact nodes from left to right, seconds of the study and of the process, changes of state."""
    with tempfile.TemporaryDirectory() as folder:
        case, result = os.path.join(folder, "block.lua"), os.path.join(folder, "block.h5")
        with open(case, "w") as file:
            file.write(CASE.format(nx=nx, ny=nx // 2, E=E, nu=NU, mu=MU, press=PRESS, drag=DRAG, steps=STEPS,
                                   events="true" if events else "false"))
        program = os.path.join(build, "judder")
        begin = time.perf_counter()
        out, used, memory = finish(subprocess.Popen([program, "run", case, "-o", result, "--json", "--quiet"], stdout=subprocess.PIPE))
        process = time.perf_counter() - begin
        values = json.loads(out)["studies"][0]["values"]
        subprocess.run([program, "export", result, "--csv", folder + "/csv"], check=True, capture_output=True)
        name = [name for name in os.listdir(folder + "/csv") if "_field_contact_02" in name][0]
        with open(os.path.join(folder, "csv", name)) as file:
            rows = np.array([[float(x) for x in row] for row in list(csv.reader(file))[1:]])
    rows = rows[np.argsort(rows[:, 2])]
    width = np.full(len(rows), 2 / nx)
    width[[0, -1]] /= 2
    # The tangent of a bottom side points along x; the traction is the one on the body.
    return {"name": "judder, events" if events else "judder", "state": np.minimum(rows[:, 4].astype(int), SLIP),
            "p": rows[:, 6] * width, "t": rows[:, 7] * width, "seconds": values["seconds"], "whole": process, "processor": used,
            "memory": memory, "work": "%d changes" % values["events"]}


def block(nx):
    """Mesh, displacements, elasticity and the motion of the top; the bottom is left to the bricks."""
    mesh = gf.Mesh("cartesian", np.linspace(0, 2, nx + 1), np.linspace(0, 1, nx // 2 + 1))
    faces = mesh.outer_faces()
    normals = mesh.normal_of_faces(faces)
    mesh.set_region(TOP, faces[:, normals[1] > 0.5])
    mesh.set_region(BOTTOM, faces[:, normals[1] < -0.5])
    mfu = gf.MeshFem(mesh, 2)
    mfu.set_fem(gf.Fem("FEM_QK(2,1)"))
    mim = gf.MeshIm(mesh, gf.Integ("IM_GAUSS_PARALLELEPIPED(2,4)"))
    model = gf.Model("real")
    model.add_fem_variable("u", mfu)
    lame = {"lambda": E * NU / ((1 + NU) * (1 - 2 * NU)), "G": E / (2 * (1 + NU))}
    for name, value in lame.items():
        model.add_initialized_data(name, [value])
    model.add_isotropic_linearized_elasticity_brick(mim, "u", "lambda", "G")
    model.add_initialized_data("top", [0, 0])
    model.add_Dirichlet_condition_with_simplification("u", TOP, "top")
    model.add_initialized_data("r", [0.1 * E])  # 1 and 10 take more iterations or none end; 10 suits the integral brick
    model.add_initialized_data("mu", [MU])
    return mesh, mfu, mim, model


def bottom_dofs(mfu):
    """dofs of x and of y of the bottom nodes, from left to right."""
    dofs = np.array(mfu.basic_dof_on_region(BOTTOM))
    at = mfu.basic_dof_nodes()[0, dofs]
    order = dofs[np.lexsort((dofs, np.round(at, 9)))]
    return order[0::2], order[1::2]


def add_nodal(mfu, model):
    x, y = bottom_dofs(mfu)
    count, size = len(x), mfu.nbdof()
    BN, BT = gf.Spmat("empty", count, size), gf.Spmat("empty", count, size)
    for k in range(count):
        BN.add(k, int(y[k]), -1.0)
        BT.add(k, int(x[k]), 1.0)
    model.add_variable("p", count)
    model.add_variable("t", count)
    model.add_initialized_data("gap", np.zeros(count))
    model.add_initialized_data("alpha", np.ones(count))
    model.add_initialized_data("gamma", [1.0])
    model.add_initialized_data("before", np.zeros(size))
    model.add_basic_contact_brick("u", "p", "t", "r", BN, BT, "mu", "gap", "alpha", 1, "gamma", "before")


def add_integral(mesh, mfu, mim, model):
    model.set_variable("r", [10 * E])
    lines = gf.MeshFem(mesh, 2)
    lines.set_fem(gf.Fem("FEM_QK(2,1)"))
    model.add_filtered_fem_variable("stress", lines, BOTTOM)
    one = gf.MeshFem(mesh, 1)
    one.set_fem(gf.Fem("FEM_QK(2,1)"))
    model.add_initialized_fem_data("obstacle", one, one.eval("y"))
    model.add_initialized_data("alpha", [1.0])
    model.add_initialized_fem_data("before", mfu, np.zeros(mfu.nbdof()))
    model.add_integral_contact_with_rigid_obstacle_brick(
        mim, "u", "stress", "obstacle", "r", "mu", BOTTOM, 1, "alpha", "before")


def contact_forces(mesh, mfu, mim, model):
    """Forces of the contact on the bottom nodes, tangential and normal: what the elastic forces leave."""
    fem = gf.MeshFem(mesh, 1)
    fem.set_fem(gf.Fem("FEM_QK(2,0)"))
    lame = [np.full(fem.nbdof(), model.variable(name)[0]) for name in ("lambda", "G")]
    force = gf.asm_linear_elasticity(mim, mfu, fem, *lame).mult(model.variable("u"))
    x, y = bottom_dofs(mfu)
    return force[x], force[y]


def getfem(nx, brick):
    """The same by GetFEM: seconds of the solves alone, and with the set-up of mesh and model."""
    gf.util_trace_level(0)
    gf.util_warning_level(0)
    begin, used = time.perf_counter(), time.process_time()
    mesh, mfu, mim, model = block(nx)
    if brick == "nodal":
        add_nodal(mfu, model)
    else:
        add_integral(mesh, mfu, mim, model)
    ready = time.perf_counter()
    iterations, converged = 0, True
    for step in range(STEPS + 1):
        before = model.variable("u").copy()
        model.set_variable("before", -before if brick == "nodal" else before)  # the nodal brick wants it negative
        model.set_variable("top", [DRAG * step / STEPS, -PRESS])
        count, good = model.solve("max_res", TOLERANCE, "max_iter", 100, "lsolver", "mumps", "lsearch", "simplest")
        iterations += int(count)
        converged = converged and bool(good)
    end, used = time.perf_counter(), time.process_time() - used
    t, p = contact_forces(mesh, mfu, mim, model)
    x, _ = bottom_dofs(mfu)
    slips = np.abs(model.variable("u")[x] - before[x]) > 1e-7 * PRESS
    state = np.where(p <= 1e-9 * p.max(), OPEN, np.where(slips, SLIP, STICK))
    return {"name": "GetFEM " + brick, "state": state, "p": p, "t": t, "seconds": end - ready, "whole": end - begin,
            "processor": used, "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
            "work": "%d iterations" % iterations + ("" if converged else ", NOT CONVERGED")}


def getfem_alone(nx, brick):
    """In a process of its own, whose memory is that of this run."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(getfem, (nx, brick))


def sets_of(run):
    return "%d / %d / %d" % tuple(int(np.sum(run["state"] == state)) for state in (STICK, SLIP, OPEN))


def tell(nx, run, against):
    most = against["p"].max()
    off = max(np.abs(run["p"] - against["p"]).max(), np.abs(run["t"] - against["t"]).max()) / most
    measures = {"stick_/_slip_/_open": sets_of(run), "largest_difference_of_a_force": off,
                "states_that_differ": int(np.sum(run["state"] != against["state"])), "work": run["work"], "seconds": run["seconds"],
                "whole": run["whole"], "processor": run["processor"], "memory__MB": run["memory"]}
    if run["name"].startswith("GetFEM"):
        measures["ratio_of_whole"] = run["whole"] / against["whole"]
        measures["ratio"] = run["seconds"] / against["seconds"]
    record("B2", "nx = %d" % nx, run["name"], **measures)


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else "build"
    sizes = [int(word) for word in sys.argv[2:]] or [32, 64, 128]
    for nx in sizes:
        ours = judder(build, nx, False)
        for run in (ours, judder(build, nx, True), getfem_alone(nx, "nodal"), getfem_alone(nx, "integral")):
            tell(nx, run, ours)


if __name__ == "__main__":
    main()
