#!/usr/bin/env python3
"""Holds the daemon's signatures for S3 against those of botocore: run.py PROGRAM, the daemon.

Needs Python 3.11 with venv; botocore is pinned in requirements.txt and goes to build/venv-s3. If it cannot be installed, the
tests are skipped, and say so.
"""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Support"), str(HERE.parents[1] / "Support" / "Packages")]
import packages  # noqa: E402
import skips  # noqa: E402

program = os.path.abspath(sys.argv[1])
interpreter = packages.interpreter(HERE / "requirements.txt", HERE.parents[2] / "build" / "venv-s3")
if interpreter is None:
    sys.exit(skips.note("the tests of S3", "PyPI, which has botocore, cannot be reached"))
os.chdir(HERE)
os.execve(interpreter, [interpreter, "-B", HERE.parents[1] / "Support" / "suite.py"], os.environ | {"OSSAUTHD": program})
