#!/usr/bin/env python3
"""Runs the tests of the site with the packages of requirements.txt, in build/venv-site-test, and with Debian's Chromium."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Support" / "Packages"))
import packages  # noqa: E402

python = packages.interpreter(HERE / "requirements.txt", HERE.parents[2] / "build/venv-site-test")
if python is None:
    sys.exit("error: PyPI cannot be reached; the tests of the site need the packages of Tests/Systems/Site/requirements.txt")
os.chdir(HERE)
os.execv(python, [python, "-B", "../../Support/suite.py"])
