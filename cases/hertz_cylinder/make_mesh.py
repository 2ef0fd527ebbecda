#!/usr/bin/env python3
"""Writes a half cylinder of radius R = 10 mm, flat side up, as a .msh file (2.2, binary): rings and rays, fine at the lowest point.

usage: make_mesh.py FILE CELLS [--whole] [--p2]     CELLS: cells over 0.4 mm at the contact
Half of it (x >= 0) unless --whole; quadrilaterals, or with --p2 triangles of six nodes. Groups: contact, top, axis (if half), body."""
import math
import struct
import sys

R, ZONE, REACH = 10e-3, 0.4e-3, 1.5  # REACH: the fine zone, in ZONE
GROWTH = {False: 1.25, True: 1.6}  # by p2


def graded(step, fine, total, growth):
    """0 ... total: equal steps up to `fine`, then each `growth` times the one before."""
    at = [i * step for i in range(int(round(fine / step)) + 1)]
    while at[-1] + step * growth < total:
        step *= growth
        at.append(at[-1] + step)
    if total - at[-1] < step / 2:
        at.pop()
    return at + [total]


def halved(values):
    """With the middles of the steps, for P2."""
    return [v for a, b in zip(values, values[1:]) for v in (a, (a + b) / 2)] + values[-1:]


def main(file, cells, whole, p2):
    step = ZONE / cells
    angle = [a / R for a in graded(step, REACH * ZONE, R * math.pi / 2, GROWTH[p2])]
    if whole:
        angle = [-a for a in angle[:0:-1]] + angle
    depth = graded(step, 4 * step, 0.8 * R, GROWTH[p2])  # of the rings below the surface; the rest is a fan around the centre
    corner_angles = len(angle)
    if p2:
        angle, depth = halved(angle), halved(depth) + [0.9 * R]
    number, nodes, elements = {}, [], []

    def node(ring, ray):
        if ring == len(depth):
            ray = 0  # the centre
        if (ring, ray) not in number:
            r = R - depth[ring] if ring < len(depth) else 0
            number[ring, ray] = len(nodes) + 1
            nodes.append((r * math.sin(angle[ray]) if angle[ray] else 0.0, R - r * math.cos(angle[ray]) if abs(abs(angle[ray]) - math.pi / 2) > 1e-12 else R))
        return number[ring, ray]

    k = 2 if p2 else 1
    rings, rays = (len(depth) - (2 if p2 else 1)) // k, corner_angles - 1

    def triangle(a, b, c):
        middle = [((p[0] + q[0]) // 2, (p[1] + q[1]) // 2) for p, q in ((a, b), (b, c), (c, a))] if p2 else []
        elements.append((9 if p2 else 2, 1, [node(*p) for p in [a, b, c] + middle]))

    for i in range(rays):
        for j in range(rings):
            a, b, c, d = (k * j, k * i), (k * j, k * (i + 1)), (k * (j + 1), k * (i + 1)), (k * (j + 1), k * i)
            if not p2:
                elements.append((3, 1, [node(*p) for p in (a, b, c, d)]))
            elif whole and i < rays // 2:
                triangle(a, b, c), triangle(a, c, d)
            else:
                triangle(a, b, d), triangle(b, c, d)
        # The fan: middles of its long edges on their own ring, of its short ones on the last.
        a, b = (k * rings, k * i), (k * rings, k * (i + 1))
        centre = (k * rings + k, 0)
        if p2:
            corners = [node(*a), node(*b), node(*centre)]
            elements.append((9, 1, corners + [node(a[0], 2 * i + 1), node(a[0] + 1, 2 * i + 2), node(a[0] + 1, 2 * i)]))
        else:
            elements.append((2, 1, [node(*a), node(*b), node(*centre)]))

    def line(points, group):
        for a, b in zip(points[:-1:k], points[k::k]):
            elements.append((8 if p2 else 1, group, [a, b]))
        if p2:
            for at, m in enumerate(points[1::2]):
                elements[at - len(points[1::2])][2].append(m)

    near = [i for i in range(len(angle)) if abs(angle[i]) < 0.3]
    near = near[1:] if p2 and near[0] % 2 else near
    near = near[:-1] if p2 and (near[-1] - near[0]) % 2 else near
    line([node(0, i) for i in near], 2)
    spoke = lambda ray: [node(j, ray) for j in range(len(depth) + 1)]
    line(spoke(len(angle) - 1), 3)
    line(spoke(0), 3 if whole else 4)
    write(file, nodes, elements, {"body": (2, 1), "contact": (1, 2), "top": (1, 3), **({} if whole else {"axis": (1, 4)})})


def write(file, nodes, elements, groups):
    with open(file, "wb") as out:
        out.write(b"$MeshFormat\n2.2 1 8\n" + struct.pack("<i", 1) + b"\n$EndMeshFormat\n$PhysicalNames\n%d\n" % len(groups))
        for name, (dim, tag) in groups.items():
            out.write(b'%d %d "%s"\n' % (dim, tag, name.encode()))
        out.write(b"$EndPhysicalNames\n$Nodes\n%d\n" % len(nodes))
        for i, (x, y) in enumerate(nodes):
            out.write(struct.pack("<i3d", i + 1, x, y, 0))
        out.write(b"\n$EndNodes\n$Elements\n%d\n" % len(elements))
        at = 0
        while at < len(elements):
            kind, end = elements[at][0], at
            while end < len(elements) and elements[end][0] == kind:
                end += 1
            out.write(struct.pack("<3i", kind, end - at, 2))
            for i in range(at, end):
                _, group, corner = elements[i]
                out.write(struct.pack("<%di" % (3 + len(corner)), i + 1, group, group, *corner))
            at = end
        out.write(b"\n$EndElements\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), "--whole" in sys.argv, "--p2" in sys.argv)
