"""Answers the grader's questions with the functions of an exercise file: python3 -m brasa.exercise FILE.

A question is a line of JSON on standard input, {"call": "bound", "args": [1, 2, 3, 0.4]}; the answer is a line on
standard output, {"result": 0.9} or {"error": "ZeroDivisionError: division by zero (line 7)"}. A program in another
language that answers this way can be handed in too, as an executable file with the name of the exercise.
"""

import contextlib
import io
import json
import math
import runpy
import sys
import traceback


def refuse(value):
    raise TypeError(f"returned a value of type {type(value).__name__}; expected a list, dict, string, number, bool or None")


def plain(value):
    """Returns a value with infinite numbers and NaN, which JSON lacks, as the texts "inf", "-inf" and "nan"."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def described(error, file):
    """Returns the error and the last line of the file that took part in it; a SyntaxError has its own line."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    text = ": ".join(filter(None, [type(error).__name__, str(error)]))
    return text + "".join(f" (line {line})" for line in lines[-1:])


def main():
    file, questions, output = sys.argv[1], sys.stdin, sys.stdout
    sys.stdin = io.StringIO()  # An exercise that reads input must not take a question.
    with contextlib.redirect_stdout(sys.stderr):  # What an exercise prints is not an answer.
        try:
            functions = runpy.run_path(file)
        except Exception as error:
            sys.exit(described(error, file))
        for line in questions:
            question = json.loads(line)
            name = question["call"]
            try:
                if name not in functions:
                    raise NameError(f"no function '{name}'")
                answer = {"result": plain(functions[name](*question["args"]))}
                text = json.dumps(answer, default=refuse)
            except Exception as error:  # Whatever an exercise raises is a wrong answer, not the end of the exam.
                text = json.dumps({"error": described(error, file)})
            print(text, file=output, flush=True)


if __name__ == "__main__":
    main()
