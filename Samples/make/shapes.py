#!/usr/bin/python3
"""The shapes that POV-Ray has no quick primitive for, as meshes: the violin and the wine glass.

Usage: shapes.py FOLDER, which gets violin.inc and wineglass.inc. One unit is ten centimetres. The violin's body is 3.56
long, y runs from its lower end to the neck, z is up out of the top.
"""
import math
import sys

LENGTH = 3.56
# Half widths along the length: lower bout, waist with its corners, upper bout.
POINTS = [
    (0.00, 0.00), (0.01, 0.22), (0.05, 0.47), (0.15, 0.73), (0.35, 0.94), (0.60, 1.03), (0.80, 1.04), (1.00, 0.99),
    (1.18, 0.905), (1.27, 0.90), (1.30, 0.93), (1.335, 0.86), (1.42, 0.685), (1.58, 0.575), (1.80, 0.545), (2.00, 0.575),
    (2.15, 0.655), (2.225, 0.79), (2.26, 0.75), (2.34, 0.735), (2.55, 0.79), (2.80, 0.835), (3.00, 0.82), (3.20, 0.745),
    (3.36, 0.60), (3.48, 0.40), (3.54, 0.20), (3.56, 0.00),
]


def half_width(y):
    """Of the body at y, by cubic Hermite pieces whose slopes never overshoot."""
    if y <= 0 or y >= LENGTH:
        return 0.0
    for i in range(len(POINTS) - 1):
        (y0, w0), (y1, w1) = POINTS[i], POINTS[i + 1]
        if y0 <= y <= y1:
            def slope(k):
                if k <= 0 or k >= len(POINTS) - 1:
                    j = min(max(k, 0), len(POINTS) - 2)
                    return (POINTS[j + 1][1] - POINTS[j][1]) / (POINTS[j + 1][0] - POINTS[j][0])
                a = (POINTS[k][1] - POINTS[k - 1][1]) / (POINTS[k][0] - POINTS[k - 1][0])
                b = (POINTS[k + 1][1] - POINTS[k][1]) / (POINTS[k + 1][0] - POINTS[k][0])
                return 0.0 if a * b <= 0 else 2 * a * b / (a + b)
            d = y1 - y0
            t = (y - y0) / d
            return (w0 * (2 * t**3 - 3 * t**2 + 1) + d * slope(i) * (t**3 - 2 * t**2 + t)
                    + w1 * (-2 * t**3 + 3 * t**2) + d * slope(i + 1) * (t**3 - t**2))
    return 0.0


def arch(u, y, height):
    """The plate's height at fraction u of the half width."""
    ends = max(0.0, math.sin(math.pi * min(max((y + 0.1) / (LENGTH + 0.2), 0), 1))) ** 0.55
    edge = max(0.0, 1 - u * u)
    return height * ends * edge**1.15


def mesh(name, points, faces):
    """A mesh2 with the normals of a smooth surface."""
    normals = [[0.0, 0.0, 0.0] for _ in points]
    for f in faces:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (points[i] for i in f)
        ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
        n = (uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
        for i in f:
            for d in range(3):
                normals[i][d] += n[d]
    lines = [f"#declare {name} = mesh2 {{", f"vertex_vectors {{ {len(points)},"]
    lines += ["<%.4f,%.4f,%.4f>," % p for p in points]
    lines += ["}", f"normal_vectors {{ {len(points)},"]
    for n in normals:
        size = math.sqrt(sum(v * v for v in n))
        lines.append("<%.4f,%.4f,%.4f>," % tuple(v / size for v in n) if size else "<0,0,1>,")
    lines += ["}", f"face_indices {{ {len(faces)},"]
    lines += ["<%d,%d,%d>," % f for f in faces]
    lines += ["} }"]
    return "\n".join(lines)


def grid(rows, columns):
    """The triangles of a grid of points, row by row."""
    faces = []
    for i in range(rows):
        for k in range(columns):
            a = i * (columns + 1) + k
            b = a + columns + 1
            faces += [(a, a + 1, b), (a + 1, b + 1, b)]
    return faces


def plate(name, height):
    rows, columns = 220, 60
    ys = [LENGTH * (1 - math.cos(math.pi * i / rows)) / 2 for i in range(rows + 1)]
    points = []
    for y in ys:
        w = half_width(y)
        for k in range(columns + 1):
            u = -1 + 2 * k / columns
            points.append((u * w, y, arch(u, y, height)))
    return mesh(name, points, grid(rows, columns))


def ribs(name):
    """The side, as a prism's linear outline."""
    side = [(half_width(LENGTH * k / 300) - 0.03, LENGTH * k / 300) for k in range(2, 299)]
    outline = [(x, y) for x, y in side] + [(-x, y) for x, y in reversed(side)]
    outline.append(outline[0])
    body = ",".join("<%.4f,%.4f>" % p for p in outline)
    return f"#declare {name} = prism {{ linear_spline 0, 1, {len(outline)}, {body} }}"


if __name__ == "__main__":
    with open(sys.argv[1] + "/violin.inc", "w") as file:
        file.write(plate("ViolinPlate", 0.17) + "\n" + ribs("ViolinRibs") + "\n")
