#!/usr/bin/env python3
"""Runs manifests.py with the packages that it needs, which those of the contract tests bring."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Contract"))

from run import python  # noqa: E402

INTERPRETER = str(python())
os.execv(INTERPRETER, [INTERPRETER, "-B", str(HERE / "manifests.py")])
