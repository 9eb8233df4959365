"""Runs the tests in the present folder as `python3 -m unittest` does, with its arguments.

A socket, a file or a process that a test leaves open fails the run: Python only warns of it, where no test sees it.
So does a run without a test, which Python takes for a success.
"""

import gc
import os
import sys
import unittest
import warnings

left_open = []


def note(unraisable):
    if isinstance(unraisable.exc_value, ResourceWarning):
        left_open.append(str(unraisable.exc_value))
    sys.__unraisablehook__(unraisable)


def main():
    sys.path.insert(0, os.getcwd())
    sys.unraisablehook = note
    warnings.simplefilter("error", ResourceWarning)
    program = unittest.main(module=None, exit=False, warnings=False)
    gc.collect()
    for text in left_open:
        print(f"FAILED: a test left something open: {text}", file=sys.stderr)
    result = program.result
    sys.exit(0 if result.testsRun and result.wasSuccessful() and not left_open else 1)


if __name__ == "__main__":
    main()
