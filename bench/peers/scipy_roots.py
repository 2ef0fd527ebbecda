#!/usr/bin/python3
"""B8: roots of steady sliding of cases/imported_matrices by scipy, against judder's: the same matrices, the friction put in here by hand.

    scipy_roots.py BUILD [FOLDER]       FOLDER: with K.mtx, M.mtx, contacts.csv and case.lua
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
import scipy.io
import scipy.linalg
import scipy.sparse
import scipy.sparse.linalg
from records import record

judder = os.path.join(os.path.abspath(sys.argv[1]), "judder")
folder = sys.argv[2] if len(sys.argv) > 2 else os.path.join(os.path.dirname(__file__), "..", "..", "cases", "imported_matrices")
mu, be = 0.45, 0.3e-6

K = scipy.sparse.csr_matrix(scipy.io.mmread(os.path.join(folder, "K.mtx")))
M = scipy.sparse.csr_matrix(scipy.io.mmread(os.path.join(folder, "M.mtx")))
with open(os.path.join(folder, "contacts.csv")) as lines:
    contacts = list(csv.DictReader(line for line in lines if not line.startswith("#")))
n = K.shape[0]
left = scipy.sparse.identity(n, format="lil")
normals = [int(c["normal"]) - 1 for c in contacts]
for c in contacts:  # row_t - s mu row_n
    left[int(c["tangent"]) - 1, int(c["normal"]) - 1] = -int(c["direction"]) * mu
moving = np.setdiff1d(np.arange(n), normals)
K_f = (left.tocsr() @ K)[moving][:, moving]
M_f = (left.tocsr() @ M)[moving][:, moving]

result = os.path.join(tempfile.mkdtemp(), "case.h5")
report = subprocess.run([judder, "run", os.path.join(folder, "case.lua"), "--json", "--quiet", "-o", result],
                        check=True, capture_output=True, text=True).stdout
ours = json.loads(report)["studies"][0]["values"]["flutter"]

if n <= 2000:
    z = scipy.linalg.eigvals(K_f.toarray(), M_f.toarray())
else:  # those near the middle of what judder lists
    target = np.median([f["im"] for f in ours]) ** 2
    z = scipy.sparse.linalg.eigs(K_f.tocsc(), 3 * len(ours) // 2 + 10, M_f.tocsc(), sigma=target, tol=1e-12)[0]
roots = np.concatenate([(-be * z + s * np.sqrt((be * z) ** 2 - 4 * z)) / 2 for s in (1, -1)])
worst = max(min(abs(roots - complex(f["re"], f["im"]))) / abs(complex(f["re"], f["im"])) for f in ours)
record("B8", f"imported_matrices, {n} dofs, {len(ours)} roots", f"scipy {scipy.__version__}", largest_difference=worst)
sys.exit(int(worst > 1e-8))
