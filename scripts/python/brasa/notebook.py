"""Runs the code of notebooks without Jupyter: python3 -m brasa.notebook FILE.ipynb...

Each notebook runs in a process of its own, with one namespace for all its cells. The output of the cells is printed, and
the value of a cell's last line as text. The exit status is 1 if a cell fails.
"""

import ast
import json
import os
import sys
import traceback
from multiprocessing import Process


def run(file):
    with open(file, encoding="utf-8") as text:
        cells = json.load(text)["cells"]
    names = {"__name__": "__main__"}
    os.chdir(os.path.dirname(os.path.abspath(file)))  # As Jupyter does.
    for number, cell in enumerate(cells, 1):
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        try:
            exec(compile(tree, f"{file}, cell {number}", "exec"), names)
            if last:
                value = eval(compile(ast.Expression(last.value), f"{file}, cell {number}", "eval"), names)
                if value is not None:
                    getattr(value, "_repr_svg_", lambda: None)()
                    print(value)
        except Exception:
            traceback.print_exc()
            sys.exit(1)


def main():
    faults = 0
    for file in sys.argv[1:]:
        process = Process(target=run, args=(file,))
        process.start()
        process.join()
        faults += process.exitcode != 0
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
