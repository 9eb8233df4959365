#!/usr/bin/env python3
"""Tests ossauthd from outside, against the OpenAPI document that it serves.

    run.py --document                                    only checks the document in the tree
    run.py --socket PATH [--admin PATH] [--examples N]   checks a running daemon as well
    run.py --start PROGRAM [--examples N]                starts the daemon itself, as started.py says

A daemon that runs already must be configured with six profiles, and with no rate limit:

    main    Source=static, Endpoint=https://oss-cn-hangzhou.aliyuncs.com; the caller is allowed
            sign, presign, post-policy and sign-string, without limits of bucket, key or method, and
            not watch
    empty   Source=manual, no token yet, and so never healthy; the caller is allowed the same
    hidden  Source=static; no rule names the caller
    role    Source=assume-role, with a server that answers; the caller is allowed issue, and nothing else
    keyless Source=assume-role, Via=empty; the caller is allowed issue
    chain   Source=chain, Profiles=main; no rule names the caller

Needs Python 3.11 with venv; everything else is pinned in requirements.txt and goes to build/venv. If they cannot be
installed, the tests are skipped, and say so.
"""

import argparse
import os
import pathlib
import subprocess
import sys

from started import started

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "Support"), str(HERE.parents[1] / "Support" / "Packages")]
import packages  # noqa: E402
import skips  # noqa: E402
ENVIRONMENT = HERE.parents[2] / "build" / "venv"
REQUIREMENTS = HERE / "requirements.txt"

# A run takes some seconds; this is for a daemon that hangs.
SECONDS = 600


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--document", action="store_true", help="only check the document in the tree")
    parser.add_argument("--socket", type=os.path.abspath, metavar="PATH", help="the api socket")
    parser.add_argument("--admin", type=os.path.abspath, metavar="PATH",
                        help="the admin socket; without it its routes are left out")
    parser.add_argument("--start", type=os.path.abspath, metavar="PROGRAM", help="the daemon, to be started here")
    parser.add_argument("--examples", metavar="N", type=int, default=30, help="generated per operation (30)")
    parser.set_defaults(forward=None)
    options = parser.parse_args()
    if not (options.document or options.socket or options.start):
        parser.error("one of --document, --socket and --start is needed")
    for path in filter(None, [options.socket, options.admin]):
        if not pathlib.Path(path).is_socket():
            sys.exit(f"There is no socket at {path}: is the daemon running?")
    interpreter = packages.interpreter(REQUIREMENTS, ENVIRONMENT)
    if interpreter is None:
        # All other tests run without PyPI.
        sys.exit(skips.note("the contract tests", "PyPI, which has the packages that they need, cannot be reached"))
    if options.start:
        with started(options.start) as (options.socket, options.admin, options.forward):
            succeeded = run(interpreter, options)
    else:
        succeeded = run(interpreter, options)
    sys.exit(0 if succeeded else 1)


def run(interpreter, options):
    steps = [["document.py"]]
    if not options.document:
        # The errors come first: they need the profile `empty` to be empty.
        steps += [["errors.py"], ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", HERE, HERE]]
    results = [subprocess.run([interpreter, "-B", *step], cwd=HERE, env=surroundings(options), timeout=SECONDS)
               for step in steps]
    return not any(result.returncode for result in results)


def surroundings(options):
    """The environment of the tests; what surrounds us must not choose another daemon."""
    ours = {"OSSAUTHD_SOCKET": options.socket, "OSSAUTHD_ADMIN_SOCKET": options.admin,
            "OSSAUTHD_FORWARD_SOCKET": options.forward,
            "CONTRACT_EXAMPLES": str(options.examples),
            "HYPOTHESIS_STORAGE_DIRECTORY": str(ENVIRONMENT.parent / "hypothesis")}
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | {name: value for name, value in ours.items() if value}


if __name__ == "__main__":
    main()
