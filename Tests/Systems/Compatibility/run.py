#!/usr/bin/env python3
"""Unmodified programs that store in OSS, against the daemon: run.py PROGRAMS [--all] [--once] [--lifetime SECONDS] [CLIENT...]

PROGRAMS is the folder with the built programs. The clients run over TLS under the names of OSS, in a network namespace that has
nothing else. Each puts, gets, lists, copies and deletes, again and again, while the token is rotated three times, the AppServer
is gone, and comes back. The stand-in for OSS checks every signature by its own computation, and none may be refused but what
the description of a client expects.

The clients are real packages: from PyPI, pinned in the files beside this one, in build/venv-requirements*, and from Debian.
Without --all only the short list is run. A client that cannot be had is skipped, which in continuous integration is a failure.
"""

import argparse
import contextlib
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE.parents[1] / "Support" / each) for each in ("", "Packages", "Namespaces", "Fixtures")]
from clients import CLIENTS  # noqa: E402
from client import DOCUMENTED  # noqa: E402
from namespaces import obstacle  # noqa: E402
from packages import interpreter  # noqa: E402
from record import Record  # noqa: E402
from scene import LIFETIME, Scene  # noqa: E402

import skips  # noqa: E402

ROTATIONS = 3
SECONDS = 600
# More would wait for each other longer than a token lives.
AT_ONCE = 24


class RunningClient:
    """One client in a process of its own, and the keys that it signed with."""

    def __init__(self, kind, command, scene, record):
        self.kind, self.name, self.record, self.rounds = kind, kind.name, record, 0
        self.log = open(scene.directory / f"{self.name}.log", "w+")
        words = [word.replace(DOCUMENTED, self.name) for word in kind.way.words]
        self.process = subprocess.Popen(
            scene.within(*words, *command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log,
            env=self.surroundings(scene), text=True, start_new_session=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def surroundings(self, scene):
        """The environment of the client: no key, a home of its own, and the programs of the daemon."""
        return self.home(scene) | {
            "PATH": f"{scene.programs}:{os.environ['PATH']}", "OSSAUTHD_SOCKET": str(scene.socket),
            "PYTHONPATH": str(HERE.parents[1] / "Support" / "Fixtures"), "COMPAT_URI": scene.uri,
            "COMPAT_SINKS": str(scene.directory / "sinks")} | scene.namespace.environment | getattr(self.kind, "environment", {})

    def home(self, scene):
        home = scene.directory / f"home-{self.name}"
        home.mkdir()
        return {"HOME": str(home), "PYTHONUNBUFFERED": "1"}

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    @property
    def keys(self):
        return self.record.keys(self.name)

    def take(self, deadline):
        """The next round."""
        try:
            line = self.lines.get(timeout=max(deadline - time.monotonic(), 0.01))
        except queue.Empty:
            self.fail(f"took too long; {len(self.keys)} keys in {self.rounds} rounds")
        if line is None:
            self.fail("failed")
        self.rounds += 1

    def until(self, condition, deadline):
        while not condition():
            self.take(deadline)

    def check_refusals(self):
        """OSS must have refused nothing of it, except bulk deletes where that is expected."""
        refused = self.record.refusals(self.name)
        expected = {("MissingArgument", "bulk delete")} if self.kind.bulk_delete_is_refused else set()
        if refused != expected:
            self.fail(f"was refused {sorted(refused)} instead of {sorted(expected)}")

    def fail(self, how):
        self.log.seek(0)
        raise AssertionError(f"{self.name} {how}:\n{self.log.read()[-3_000:]}\n{self.record.end(self.name)}")

    def stop(self):
        # With the programs that it started.
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.log.close()


def go_through_once(clients):
    deadline = time.monotonic() + SECONDS
    failures = []
    for client in clients:
        try:
            client.take(deadline)
            client.check_refusals()
            say(f"{client.name}: one round")
        except AssertionError as failure:
            failures.append(failure)
            say(str(failure))
        client.stop()
    if failures:
        sys.exit(f"compatibility: {len(failures)} clients failed")


def exercise(scene, clients):
    deadline = time.monotonic() + SECONDS
    for client in clients:
        client.until(lambda: len(client.keys) > ROTATIONS, deadline)
        say(f"{client.name}: {len(client.keys)} keys in {client.rounds} rounds")
    known = scene.generation()
    scene.until(lambda: scene.generation() > known)
    scene.stop_appserver()
    for client in clients:
        drain(client, deadline)
    # All at the same time, before the token ends; one round of the slowest takes half of that.
    goals = {client: client.rounds + 1 for client in clients}
    for client in clients:
        client.until(lambda: client.rounds >= goals[client], deadline)
    say("without an AppServer: all of them go on")
    scene.restart_appserver()
    # One new token is enough for all: a count for each in turn would wait for as many tokens as there are clients.
    counts = {client: len(client.keys) for client in clients}
    for client in clients:
        client.until(lambda: len(client.keys) > counts[client], deadline)
    say("with the AppServer back: all of them have a new key")
    for client in clients:
        client.check_refusals()


def command_for(kind, file=HERE / "clients.py"):
    """Its program; None where it cannot be had."""
    if kind.executable and not shutil.which(kind.executable):
        return None
    python = sys.executable
    if kind.requirements:
        # Not all of them can live in one environment.
        python = interpreter(HERE / f"{kind.requirements}.txt", ROOT / "build" / f"venv-{kind.requirements}")
    return python and [python, "-B", file, kind.name]


def drain(client, deadline):
    """What it did before does not count."""
    while not client.lines.empty():
        client.take(deadline)


def say(text):
    print(f"compatibility: {text}", flush=True)


def options(description=__doc__, clients=CLIENTS):
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("--all", action="store_true", help="not the short list only")
    parser.add_argument("--once", action="store_true", help="one round of each client only, without a rotation")
    parser.add_argument("--lifetime", type=int, default=LIFETIME, help="the seconds that a token lives, longer for a busy machine")
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=" ".join(clients))
    return parser.parse_intermixed_args()


def main():
    given = options()
    kinds = [CLIENTS[name] for name in given.clients] or [kind for kind in CLIENTS.values() if given.all or kind.is_short]
    if why := obstacle():
        skip(f"all clients: {why}")
        return
    # Two at a time: an installation waits for the network, then for the processor.
    with ThreadPoolExecutor(2) as pool:
        commands = dict(zip(kinds, pool.map(command_for, kinds)))
    for kind in [kind for kind in kinds if commands[kind] is None]:
        skip(f"{kind.name}, whose packages cannot be had")
        kinds.remove(kind)
    for first in range(0, len(kinds), AT_ONCE):
        run(given, {kind: commands[kind] for kind in kinds[first:first + AT_ONCE]})


def skip(text):
    skips.note("compatibility", text)
    if os.environ.get("CI"):
        sys.exit("compatibility: no client of the short list may be skipped here")


def run(given, commands):
    with Scene(given.programs.resolve(), lifetime=given.lifetime, buckets=[kind.name for kind in commands]) as scene:
        record, clients = Record(scene.requests), []
        try:
            for kind, command in commands.items():
                clients.append(RunningClient(kind, command, scene, record))
            go_through_once(clients) if given.once else exercise(scene, clients)
        finally:
            for client in clients:
                client.stop()


if __name__ == "__main__":
    main()
