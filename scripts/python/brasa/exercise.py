"""Answers the grader's questions with the functions of an exercise file: python3 -m brasa.exercise FILE.

A question is a line of JSON on standard input, {"call": "bound", "args": [1, 2, 3, 0.4]}; the answer is a line on
standard output, {"result": 0.9} or {"error": "ZeroDivisionError: division by zero (line 7)"}. A program in another
language that answers this way can be handed in too, as an executable file with the name of the exercise.
"""

import contextlib
import json
import runpy
import sys
import traceback


def main():
    output = sys.stdout
    with contextlib.redirect_stdout(sys.stderr):  # What an exercise prints is not an answer.
        functions = runpy.run_path(sys.argv[1])
        for line in sys.stdin:
            question = json.loads(line)
            try:
                answer = {"result": functions[question["call"]](*question["args"])}
                text = json.dumps(answer).replace("Infinity", '"inf"')  # JSON has no infinite numbers.
            except Exception as error:  # Whatever an exercise raises is a wrong answer, not the end of the exam.
                at = traceback.extract_tb(error.__traceback__)[-1].lineno
                name = f"no function {error}" if isinstance(error, KeyError) else f"{type(error).__name__}: {error}"
                text = json.dumps({"error": f"{name} (line {at})"})
            print(text, file=output, flush=True)


if __name__ == "__main__":
    main()
