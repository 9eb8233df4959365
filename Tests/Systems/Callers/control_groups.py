"""Control groups of a test in the tree of version 2, and processes that are in them."""

import os
import pathlib
import subprocess
import unittest

from daemon import as_user, until


def tree():
    """Where the tree is; on hosts with trees of version 1 it is not at /sys/fs/cgroup."""
    found = subprocess.run(["findmnt", "-nro", "TARGET", "-t", "cgroup2"], capture_output=True, text=True)
    return found.stdout.split("\n")[0]


def obstacle():
    """Why there can be no groups; None where there can."""
    if not tree():
        return "there is no tree of control groups of version 2"
    tried = pathlib.Path(tree(), f"ossauthd-{os.getpid()}")
    try:
        tried.mkdir()
    except OSError as error:
        return f"no control group here: {error}"
    tried.rmdir()
    return None


def daemon_sees(kind):
    """The command that runs a daemon for which /sys/fs/cgroup is a file system of this kind."""
    return ["unshare", "--mount", "sh", "-c", f'mount -t {kind} none /sys/fs/cgroup && exec "$@"', "sh"]


class Groups:
    """Is there from `with` on, and ends with it: a slice in which a test makes its groups."""

    def __init__(self):
        self.slice = f"ossauthd{os.getpid()}.slice"
        self.top = pathlib.Path(tree(), self.slice)

    def __enter__(self):
        self.top.mkdir()
        return self

    def __exit__(self, *error):
        for folder in sorted(self.top.rglob("*/"), reverse=True):
            remove(folder)
        remove(self.top)

    def make(self, name):
        folder = self.top / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


def remove(folder):
    # A process that has ended stays in its group for a moment.
    def is_gone():
        try:
            folder.rmdir()
        except FileNotFoundError:
            pass
        except OSError:
            return False
        return True
    until(is_gone)


def enter(group):
    (group / "cgroup.procs").write_text("0")


def within(group, uid, work):
    """Does the work as that user in a process of the group; its result, which must be JSON."""
    return as_user(uid, work, before=lambda: enter(group))


skipped = unittest.skipIf(obstacle(), obstacle())
