"""Packages from PyPI for tests, in virtual environments of the build folder."""

import hashlib
import subprocess
import sys
import venv


def interpreter(requirements, environment):
    """The Python of an environment with these requirements, made or renewed when they changed.

    None where PyPI cannot be reached: whoever has no PyPI can still run all other tests. Any other failure is one of ours.
    """
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
