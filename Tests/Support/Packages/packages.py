"""Packages from PyPI for tests, in virtual environments of the build folder."""

import contextlib
import fcntl
import hashlib
import os
import subprocess
import sys
import venv


def interpreter(requirements, environment):
    """The Python of an environment with these requirements, made or renewed when they changed.

    None where PyPI cannot be reached, so that all other tests still run there. Any other failure is an error of the tests.
    """
    with locked(environment):
        return made(requirements, environment)


@contextlib.contextmanager
def locked(environment):
    """Two threads, or two runs of the tests in one checkout, must not fill the same environment at the same time."""
    environment.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(environment.with_name(f"{environment.name}.lock"), os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def made(requirements, environment):
    python = environment / "bin" / "python"
    stamp = environment / f"{requirements.parent.name.lower()}-{requirements.stem}"
    wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return python
    try:
        venv.create(environment, with_pip=True)
    except subprocess.CalledProcessError:
        sys.exit("These tests need Python's venv: install python3-venv.")
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1", "-r", requirements]
    installed = subprocess.run(install, capture_output=True, text=True)
    if installed.returncode != 0:
        if "Retrying" not in installed.stderr:
            sys.exit(f"{installed.stderr}The tests need the packages of {requirements}.")
        return None
    stamp.write_text(wanted)
    return python
