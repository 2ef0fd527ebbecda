#!/usr/bin/env python3
"""Matrices of a friction pad as another finite element code would export them: K.mtx, M.mtx, contacts.csv.

    make_matrices.py [COLUMNS ROWS]

A pad of 60 x 15 mm and unit thickness, bilinear elements, plane stress, E = 1 GPa, nu = 0.3, rho = 2500, held at its back (the top);
no boundary condition at the contact. Dofs: two for each node that is not held, x then y, node by node from the lower left. y points away
from the disc, so the normal dofs are turned round before export: a normal dof must point into the obstacle.
"""
import sys

columns, rows = (int(a) for a in sys.argv[1:3]) if len(sys.argv) > 2 else (12, 4)
E, nu, rho, a, b = 1e9, 0.3, 2500.0, 0.06 / columns, 0.015 / rows
corner = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def element():
    """Stiffness, by two points of Gauss in each direction."""
    K = [[0.0] * 8 for _ in range(8)]
    D, shear, g = E / (1 - nu * nu), E / (2 * (1 + nu)), 3 ** -0.5
    for r, s in ((g * i, g * j) for i, j in corner):
        dx = [i * (1 + s * j) / 4 * 2 / a for i, j in corner]
        dy = [j * (1 + r * i) / 4 * 2 / b for i, j in corner]
        for i in range(4):
            for j in range(4):
                w = a * b / 4
                K[2 * i][2 * j] += w * (D * dx[i] * dx[j] + shear * dy[i] * dy[j])
                K[2 * i][2 * j + 1] += w * (D * nu * dx[i] * dy[j] + shear * dy[i] * dx[j])
                K[2 * i + 1][2 * j] += w * (D * nu * dy[i] * dx[j] + shear * dx[i] * dy[j])
                K[2 * i + 1][2 * j + 1] += w * (D * dy[i] * dy[j] + shear * dx[i] * dx[j])
    return K


def write(name, n, entries, what):
    with open(name, "w") as out:
        out.write(f"%%MatrixMarket matrix coordinate real symmetric\n% {what}\n{n} {n} {len(entries)}\n")
        for (i, j), value in sorted(entries.items()):
            out.write(f"{i + 1} {j + 1} {value:.12g}\n")


nodes = columns + 1
n = 2 * nodes * rows
K_e, K, M = element(), {}, {}
for cell in range(columns * rows):
    first = cell // columns * nodes + cell % columns
    node = (first, first + 1, first + nodes + 1, first + nodes)
    dof = [2 * node[i // 2] + i % 2 for i in range(8)]
    for i in range(8):
        if dof[i] >= n:
            continue
        M[dof[i], dof[i]] = M.get((dof[i], dof[i]), 0.0) + rho * a * b / 4
        for j in range(8):
            if dof[j] <= dof[i]:
                turn = -1 if dof[i] % 2 != dof[j] % 2 else 1  # y downwards
                K[dof[i], dof[j]] = K.get((dof[i], dof[j]), 0.0) + turn * K_e[i][j]
write("K.mtx", n, K, "stiffness, N/m")
write("M.mtx", n, M, "lumped mass, kg")
with open("contacts.csv", "w") as out:
    out.write("# the lower side; the pad slips to the left\nnormal,tangent,state,direction,mu,area,pressure\n")
    for i in range(nodes):
        area = a if 0 < i < columns else a / 2
        out.write(f"{2 * i + 2},{2 * i + 1},slip,-1,0.45,{area:.12g},1e6\n")
