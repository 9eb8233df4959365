"""Runs the tests in the present folder as `python3 -m unittest` does, with its arguments.

A socket, a file or a process that a test leaves open fails the run: Python only warns of it, where no test sees it.
So does a run without a test, which Python takes for a success. The end of the output names the skipped tests and the slowest ones.
"""

import gc
import os
import sys
import time
import unittest
import warnings

import skips

left_open = []
SLOWEST = 5


class TimedResult(unittest.TextTestResult):
    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.seconds = {}

    def startTest(self, test):
        self.began = time.monotonic()
        super().startTest(test)

    def stopTest(self, test):
        self.seconds[test.id()] = time.monotonic() - self.began
        super().stopTest(test)


class TimedRunner(unittest.TextTestRunner):
    resultclass = TimedResult


def note(unraisable):
    if isinstance(unraisable.exc_value, ResourceWarning):
        left_open.append(str(unraisable.exc_value))
    sys.__unraisablehook__(unraisable)


def main():
    sys.path.insert(0, os.getcwd())
    sys.unraisablehook = note
    warnings.simplefilter("error", ResourceWarning)
    program = unittest.main(module=None, exit=False, warnings=False, testRunner=TimedRunner)
    gc.collect()
    for text in left_open:
        print(f"FAILED: a test left something open: {text}", file=sys.stderr)
    result = program.result
    for test, why in result.skipped:
        skips.note(test.id(), why)
    for test, seconds in sorted(result.seconds.items(), key=lambda each: -each[1])[:SLOWEST]:
        print(f"{seconds:6.1f} s  {test}", file=sys.stderr)
    sys.exit(0 if result.testsRun and result.wasSuccessful() and not left_open else 1)


if __name__ == "__main__":
    main()
