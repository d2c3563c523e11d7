#!/usr/bin/env python3
"""Draws JSON lines as a graph, for lessons: turns the output of `brasa ... --json` into an SVG file.

    brasa trace ucb -g tictactoe --playouts 200 --steps 1000 --width 9 --json | scripts/plot.py playout tries --by move -o ucb.svg
    brasa playouts --sgf src/guide/positions/4-larger-move-first.sgf --drift 200 --json | scripts/plot.py moves bias --by policy -o drift.svg
    brasa bench --what playouts --json | scripts/plot.py size games_per_second --by policy --log -o speed.svg

X and Y are field names. If a field is a list of objects, each of them is a point of its own, with the fields of the
enclosing object. Objects without numbers for X and Y are left out. --by NAME draws a line for each value of a field.
Needs Python 3.8 and no packages.
"""

import argparse
import html
import json
import math
import os
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 440, 70, 150, 30, 50
COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999"]
MOST_LINES = 24


def objects(value, outer):
    """Yields each object without lists of objects, with the fields of the enclosing objects."""
    fields = dict(outer)
    inner = []
    for name, field in value.items():
        if isinstance(field, list) and field and all(isinstance(item, dict) for item in field):
            inner += field
        else:
            fields[name] = field
    if not inner:
        yield fields
    for item in inner:
        yield from objects(item, fields)


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def read(lines, x, y, by, is_log):
    """Returns the points of each line of the graph, by its name."""
    graph = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            sys.exit(f"plot.py: line {number}: expected a JSON object: {error}")
        if not isinstance(value, dict):
            sys.exit(f"plot.py: line {number}: expected a JSON object")
        for fields in objects(value, {}):
            if is_number(fields.get(x)) and is_number(fields.get(y)) and (not is_log or fields[y] > 0):
                name = str(fields.get(by, "")) if by else ""
                graph.setdefault(name, []).append((fields[x], fields[y]))
    if not graph:
        sys.exit(f"plot.py: no object has numbers for both {x} and {y}")
    if len(graph) > MOST_LINES:
        sys.exit(f"plot.py: {len(graph)} values of {by}; expected at most {MOST_LINES}")
    return {name: sorted(points) for name, points in graph.items()}


def ticks(low, high):
    """Returns about five round numbers from low to high."""
    step = 10 ** math.floor(math.log10((high - low) / 4))
    step *= next((factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= 6), 10)
    return [step * i for i in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def label(value):
    return f"{value:.6g}"


def svg(graph, x, y, is_log):
    """Returns the graph as SVG."""
    points = [point for line in graph.values() for point in line]
    scale_y = math.log10 if is_log else float

    def span(values):
        low, high = min(values), max(values)
        return (low, high) if high > low else (low - 0.5, high + 0.5)

    (x0, x1) = span([point[0] for point in points])
    (y0, y1) = span([scale_y(point[1]) for point in points])

    def at(px, py):
        across = LEFT + (WIDTH - LEFT - RIGHT) * (px - x0) / (x1 - x0)
        down = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (py - y0) / (y1 - y0)
        return f"{across:.1f}", f"{down:.1f}"

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
        f"<title>{html.escape(y)} by {html.escape(x)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
    ]
    for value in ticks(x0, x1):
        px, _ = at(value, y0)
        out.append(f'<path d="M{px} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>')
        out.append(f'<text x="{px}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{label(value)}</text>')
    for value in ticks(y0, y1):
        _, py = at(x0, value)
        shown = label(10**value) if is_log else label(value)
        out.append(f'<path d="M{LEFT} {py}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 8}" y="{py}" dy="4" text-anchor="end">{shown}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    out.append(f'<text x="{middle}" y="{HEIGHT - 12}" text-anchor="middle">{html.escape(x)}</text>')
    out.append(f'<text x="{LEFT}" y="{TOP - 12}">{html.escape(y)}</text>')
    for number, (name, line) in enumerate(sorted(graph.items())):
        color = COLORS[number % len(COLORS)]
        dashes = ' stroke-dasharray="6 3"' if number >= len(COLORS) else ""
        places = [at(px, scale_y(py)) for px, py in line]
        path = "M" + "L".join(f"{px} {py}" for px, py in places)
        out.append(f'<path d="{path}" fill="none" stroke="{color}" stroke-width="2"{dashes}/>')
        if len(places) <= 60:
            out += [f'<circle cx="{px}" cy="{py}" r="3" fill="{color}"/>' for px, py in places]
        if name:
            row = TOP + 10 + 16 * number
            out.append(f'<path d="M{WIDTH - RIGHT + 12} {row}h20" stroke="{color}" stroke-width="2"{dashes}/>')
            out.append(f'<text x="{WIDTH - RIGHT + 38}" y="{row}" dy="4">{html.escape(name)}</text>')
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    lesson = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=lesson)
    parser.add_argument("x", metavar="X", help="field along the horizontal axis")
    parser.add_argument("y", metavar="Y", help="field along the vertical axis")
    parser.add_argument("--by", metavar="NAME", help="field each value of which gets its own line")
    parser.add_argument("--log", action="store_true", help="logarithmic vertical axis")
    parser.add_argument("-o", metavar="FILE", default="-", help="SVG file to write; standard output by default")
    options = parser.parse_args()
    if os.path.isfile(options.o):
        with open(options.o, "rb") as file:
            if file.read(4) not in (b"", b"<svg"):
                sys.exit(f"plot.py: {options.o} exists and is no graph; choose another -o")
    text = svg(read(sys.stdin, options.x, options.y, options.by, options.log), options.x, options.y, options.log)
    if options.o == "-":
        sys.stdout.write(text)
    else:
        with open(options.o, "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
