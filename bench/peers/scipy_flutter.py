#!/usr/bin/python3
"""B8: roots of a pad in steady sliding, given by its matrices: the 20 pairs nearest to a frequency by judder and by scipy.

The pad of cases/imported_matrices, made finer, mu = 0.45, with damping proportional to the stiffness. scipy: friction put into the rows by hand, the problem linearised to
twice the size, shift and invert with SuperLU near i omega, tolerance 1e-10. Both read the same files; the time of reading is in `whole`. Residual: |(lam^2 M + lam C + K) x|
relative to the sum of the norms of its parts.

    bench/peers/scipy_flutter.py BUILD [COLUMNS ROWS ...]
"""
import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402
import scipy.io  # noqa: E402
import scipy.sparse as sparse  # noqa: E402
import scipy.sparse.linalg as linalg  # noqa: E402
from records import Judder, record  # noqa: E402

MU, BE, COUNT, CENTRE = 0.45, 0.3e-6, 20, 60e3  # CENTRE in Hz
HERE = os.path.dirname(os.path.abspath(__file__))

CASE = """return system {
  mass = matrix_market "M.mtx", stiffness = matrix_market "K.mtx", damping = rayleigh{ stiffness = %g }, contact_table = "contacts.csv",
  study = stability{ flutter = { mu = %g, from = %g, to = %g, count = %d, up_to_mu = 0 } },
}
"""


def read_matrix(name):
    return sparse.csr_matrix(scipy.io.mmread(name))


def by_scipy(workload):
    begin = time.perf_counter()
    K, M = read_matrix("K.mtx"), read_matrix("M.mtx")
    with open("contacts.csv") as lines:
        contacts = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    n = K.shape[0]
    left = sparse.identity(n, format="lil")
    normals = [int(c["normal"]) - 1 for c in contacts]
    for c in contacts:
        left[int(c["tangent"]) - 1, int(c["normal"]) - 1] = -int(c["direction"]) * MU
    moving = np.setdiff1d(np.arange(n), normals)
    K, M = ((left.tocsr() @ A)[moving][:, moving] for A in (K, M))
    C = BE * K
    ready = time.perf_counter()
    size = K.shape[0]
    one = sparse.identity(size, format="csc")
    A = sparse.bmat([[None, one], [-K, -C]], format="csc")
    B = sparse.bmat([[one, None], [None, M]], format="csc")
    shift = 2j * np.pi * CENTRE
    lam, vectors = linalg.eigs(A.astype(complex), COUNT, B.astype(complex), sigma=shift, tol=1e-10)
    end = time.perf_counter()
    worst = 0
    for value, x in zip(lam, vectors[:size].T):
        parts = [value ** 2 * (M @ x), value * (C @ x), K @ x]
        worst = max(worst, np.linalg.norm(sum(parts)) / sum(np.linalg.norm(part) for part in parts))
    record("B8", workload, "scipy, shift-invert on the linearised problem", residual=worst, seconds=end - ready, whole=end - begin)
    return lam, end - ready, end - begin


def by_judder(judder, workload, band):
    with open("case.lua", "w") as file:
        file.write(CASE % (BE, MU, band[0], band[1], COUNT + 20))
    begin = time.perf_counter()
    told = subprocess.run([judder.program, "run", "case.lua", "-o", "case.h5", "--json", "--quiet"], capture_output=True, text=True, check=True)
    whole = time.perf_counter() - begin
    import json
    values = json.loads(told.stdout)["studies"][0]["values"]
    roots = np.array([complex(f["re"], f["im"]) for f in values["flutter"]])
    residual = max([f.get("residual") or 0 for f in values["flutter"]] + [0])
    return roots, residual, values.get("seconds") or whole, whole


def measure(judder, columns, rows):
    subprocess.run([sys.executable, os.path.join(HERE, "..", "..", "cases", "imported_matrices", "make_matrices.py"), str(columns), str(rows)], check=True)
    workload = "pad, %d dofs, %d pairs near %g kHz" % (2 * (columns + 1) * rows, COUNT, CENTRE / 1e3)
    lam, seconds, whole = by_scipy(workload)
    frequency = np.abs(lam.imag) / (2 * np.pi)
    reach = max(abs(frequency - CENTRE)) * 1.01
    roots, residual, own, own_whole = by_judder(judder, workload, (CENTRE - reach, CENTRE + reach))
    far = max((min(abs(roots - value)) / abs(value) for value in lam), default=np.nan) if len(roots) else np.nan
    record("B8", workload, "judder", residual=residual, seconds=own, whole=own_whole, largest_difference=far)
    record("B8", workload, "scipy, shift-invert on the linearised problem", ratio=whole / own_whole)


def main():
    words = sys.argv[1:]
    judder = Judder(os.path.abspath(words[0] if words else "build"))
    sizes = [int(word) for word in words[1:]] or [142, 35, 448, 112]
    folder = tempfile.mkdtemp()
    try:
        os.chdir(folder)
        for columns, rows in zip(sizes[::2], sizes[1::2]):
            measure(judder, columns, rows)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
