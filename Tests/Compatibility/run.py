#!/usr/bin/env python3
"""Unmodified OSS clients against the daemon: run.py PROGRAMS [CLIENT...]

PROGRAMS is the folder with the built programs. Each client gets nothing of ours but an address, and does put, get, list, an
upload in parts, a presigned get and a presigned put, while the token is rotated three times, the AppServer is gone, and comes
back. The stand-in for OSS checks every signature by its own computation.

The clients are real packages: from PyPI, pinned in the files beside this one, in build/venv-requirements*, and from Debian. Those
that cannot be had are skipped, and the run says so.
"""

import json
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from clients import CLIENTS
from s3_clients import S3, Watched
from scene import BUCKET, REGION, ROOT, Scene, obstacle

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Packages"))
from packages import interpreter  # noqa: E402

# OSS wants the bucket in the host for S3, so those clients use the stand-in as a proxy.
ENDPOINT = f"http://oss-{REGION}.aliyuncs.com"
ROTATIONS = 3
SECONDS = 600


class RunningClient:
    """One client in a process of its own, and the keys that it signed with."""

    def __init__(self, name, command, scene):
        self.name, self.keys, self.rounds = name, [], 0
        self.log = open(scene.directory / f"{name}.log", "w+")
        self.process = subprocess.Popen(
            starter(name, scene, command), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log,
            env=surroundings(name, scene), text=True, start_new_session=True)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(json.loads(line))
        self.lines.put(None)

    def take(self, deadline):
        """The next round."""
        try:
            keys = self.lines.get(timeout=max(deadline - time.monotonic(), 0.01))
        except queue.Empty:
            self.fail(f"took too long; {len(self.keys)} keys in {self.rounds} rounds")
        if keys is None:
            self.fail("failed")
        self.rounds += 1
        self.keys += [key for key in keys if key not in self.keys]

    def until(self, condition, deadline):
        while not condition():
            self.take(deadline)

    def fail(self, how):
        self.log.seek(0)
        raise AssertionError(f"{self.name} {how}:\n{self.log.read()[-3_000:]}")

    def stop(self):
        # With the programs that it started.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.log.close()


def surroundings(name, scene):
    """What the client sees: no key of anybody, a home of its own, and our address where it looks for one."""
    home = scene.directory / f"home-{name}"
    home.mkdir()
    given = {"HOME": str(home), "PATH": os.environ["PATH"], "COMPAT_ENDPOINT": scene.endpoint, "COMPAT_URI": scene.uri,
             "COMPAT_REGION": REGION, "COMPAT_BUCKET": BUCKET, "PYTHONUNBUFFERED": "1"}
    if is_within(CLIENTS[name]):
        given |= {"COMPAT_ENDPOINT": scene.endpoint_within, "ALIBABA_CLOUD_IMDSV1_DISABLED": "true"}
    if name == "opendal-role":
        given |= {"ALIBABA_CLOUD_ECS_METADATA_SERVICE_ENDPOINT": f"http://127.0.0.1:{scene.metadata_port}"}
    if issubclass(CLIENTS[name], S3):
        write_configuration(name, scene, home)
    if issubclass(CLIENTS[name], Watched):
        given["COMPAT_SIGNERS"] = str(scene.signers)
    if name.startswith("opendal") or issubclass(CLIENTS[name], Watched):
        given |= {"http_proxy": scene.endpoint, "no_proxy": "127.0.0.1"}
    if name.endswith("default-chain"):
        given |= {"ALIBABA_CLOUD_CREDENTIALS_URI": scene.uri, "ALIBABA_CLOUD_ECS_METADATA_DISABLED": "true"}
    if name.endswith("external"):
        command = f"{scene.programs}/ossauthctl --socket {scene.socket} credentials export --format external main"
        profile = {"name": "default", "mode": "External", "process_command": command, "region_id": REGION}
        (home / ".aliyun").mkdir()
        (home / ".aliyun" / "config.json").write_text(json.dumps({"current": "default", "profiles": [profile]}))
    return given


def write_configuration(name, scene, home):
    """Tells a program that speaks S3 what no variable does, in the words of the document."""
    text = "[default]\ns3 =\n    addressing_style = virtual\n"
    if name.endswith("process"):
        text = block("credential_process").replace("ossauthctl", f"{scene.programs}/ossauthctl --socket {scene.socket}")
        text = text.replace("media", "main").replace("https:", "http:")
    for file, content in {".aws/config": text, ".config/rclone/rclone.conf": block("provider = Alibaba")}.items():
        (home / file).parent.mkdir(parents=True)
        (home / file).write_text(content)


def block(text):
    """The one piece of configuration with this text in the document."""
    pieces = re.findall(r"^```\w*\n(.*?)^```", (ROOT / "docs/connect/s3.md").read_text(), re.DOTALL | re.MULTILINE)
    (found,) = [piece for piece in pieces if text in piece]
    return found


def starter(name, scene, command):
    """How the client is run, if it is not to be run as it is."""
    client = CLIENTS[name]
    if is_within(client):
        return scene.namespace.command(*command)
    words = getattr(client, "starter", None)
    return [scene.programs / "ossauthctl", "--socket", scene.socket, *words, *command] if words else command


def is_within(client):
    """Whether it needs a network namespace in which it finds what it takes for the metadata of an ECS instance."""
    return getattr(client, "is_within", False)


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
    # All at the same time, before the token ends.
    goals = {client: client.rounds + 2 for client in clients}
    for client in clients:
        client.until(lambda: client.rounds >= goals[client], deadline)
    say("without an AppServer: all of them go on")
    scene.restart_appserver()
    for client in clients:
        count = len(client.keys)
        client.until(lambda: len(client.keys) > count, deadline)
    say("with the AppServer back: all of them have a new key")


def command_for(name):
    """Its program; None where it cannot be had."""
    client = CLIENTS[name]
    if hasattr(client, "source"):
        return build(HERE / client.source)
    if hasattr(client, "program") and not shutil.which(client.program):
        return None
    # Not all of them can live in one environment.
    requirements = HERE / getattr(client, "requirements", "requirements.txt")
    python = interpreter(requirements, ROOT / "build" / f"venv-{requirements.stem}")
    return python and [python, "-B", HERE / "clients.py", name]


def build(source):
    """The program of a source in Go, with the libraries that Debian has."""
    libraries = pathlib.Path("/usr/share/gocode")
    if not shutil.which("go") or not (libraries / "src/github.com/aliyun/aliyun-oss-go-sdk").exists():
        return None
    program = ROOT / "build" / source.stem
    program.parent.mkdir(exist_ok=True)
    surroundings = os.environ | {"GO111MODULE": "off", "GOPATH": str(libraries), "GOCACHE": str(ROOT / "build" / "go-cache")}
    subprocess.run(["go", "build", "-o", program, source], env=surroundings, check=True)
    return [program]


def drain(client, deadline):
    """What it did before does not count."""
    while not client.lines.empty():
        client.take(deadline)


def say(text):
    print(f"compatibility: {text}", flush=True)


def main():
    programs, *names = sys.argv[1:]
    names = names or list(CLIENTS)
    # Two at a time: an installation waits for the network, then for the processor.
    with ThreadPoolExecutor(2) as pool:
        commands = dict(zip(names, pool.map(command_for, names)))
    for name in [name for name in names if commands[name] is None]:
        say(f"SKIPPED: {name}, whose packages cannot be had")
        del commands[name]
    if why := obstacle():
        for name in [name for name in commands if is_within(CLIENTS[name])]:
            say(f"SKIPPED: {name}: {why}")
            del commands[name]
    if commands:
        run(programs, commands)


def run(programs, commands):
    with Scene(pathlib.Path(programs).resolve(), endpoint=ENDPOINT) as scene:
        clients = [RunningClient(name, command, scene) for name, command in commands.items()]
        try:
            exercise(scene, clients)
        finally:
            for client in clients:
                client.stop()


if __name__ == "__main__":
    main()
