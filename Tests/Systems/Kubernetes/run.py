#!/usr/bin/env python3
"""Runs manifests.py with the packages that it needs, which those of the contract tests bring."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Support"), str(HERE.parents[1] / "Support" / "Packages")]
import packages  # noqa: E402
import skips  # noqa: E402

REQUIREMENTS = HERE.parent / "Contract" / "requirements.txt"
interpreter = packages.interpreter(REQUIREMENTS, HERE.parents[2] / "build" / "venv")
if interpreter is None:
    sys.exit(skips.note("the manifests", "PyPI, which has the packages that check them, cannot be reached"))
os.execv(interpreter, [interpreter, "-B", HERE / "manifests.py"])
