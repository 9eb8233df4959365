"""Servers under measurement: started on one core, asked once, ended by their own pid."""

import grp
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUILD = ROOT / "build" / "bench"

CONFIGURATION = """\
[Daemon]
ApiSocket={folder}/api.sock
ApiSocketMode=0600
ApiSocketGroup={group}
AdminSocket={folder}/admin.sock
AdminSocketGroup={group}
CacheDirectory={folder}/cache
{more}
[Profile bench]
Region=cn-hangzhou
Endpoint=https://oss-cn-hangzhou.aliyuncs.com
{source}
"""


class Server:
    """A process that answers on a Unix socket."""

    # The file of requests for the load; `None`: the same request again and again.
    corpus = None

    def __init__(self, name, command, path, request, cpu):
        self.name, self.command, self.path, self.request, self.cpu = name, command, Path(path), request, cpu

    def __enter__(self):
        self.path.unlink(missing_ok=True)
        mine = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {self.cpu})  # inherited
        self.began = time.monotonic()
        self.messages = tempfile.TemporaryFile()  # read only when it fails
        self.process = subprocess.Popen(
            self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.messages)
        os.sched_setaffinity(0, mine)
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.messages.close()

    def first_answer(self, within=20):
        """The body of the first 200."""
        while time.monotonic() - self.began < within:
            if self.process.poll() is not None:
                raise SystemExit(f"{self.name} ended with status {self.process.returncode}: {self._last_words()}")
            try:
                status, body = ask(self.path, self.request)
            except OSError:
                time.sleep(0.0002)
                continue
            if status == 200:
                return body
            time.sleep(0.0002)
        raise SystemExit(f"{self.name} gave no good answer within {within} s: {self._last_words()}")

    def _last_words(self):
        self.messages.seek(0)
        return self.messages.read().decode(errors="replace").strip()[-1000:] or "it said nothing"

    @property
    def pids(self):
        pid = self.process.pid
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    def resident(self, kind="VmRSS"):
        """Kilobytes of the process and its children."""
        return sum(
            int(line.split()[1]) for pid in self.pids for line in Path(f"/proc/{pid}/status").read_text().splitlines()
            if line.startswith(kind + ":"))


def ask(path, request):
    """The status and the body of one exchange."""
    return exchanged(path, request.read_bytes())


def exchanged(path, text):
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(60)
        client.connect(str(path))
        client.sendall(text)
        return received(client)


def hand_over(server, token, profile="bench", within=10):
    """What `ossauthctl credentials set` does."""
    end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 43_200))
    document = json.dumps({
        "StatusCode": 200, "AccessKeyId": "STS.Example", "AccessKeySecret": "ExampleAccessKeySecret0123456789",
        "SecurityToken": token, "Expiration": end})
    path = server.path.with_name("admin.sock")
    wait_for(path, within)
    status, body = exchanged(
        path, f"PUT /v1/profiles/{profile}/credentials HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
              f"Content-Length: {len(document)}\r\n\r\n{document}".encode())
    if status != 200:
        sys.exit(f"The daemon did not take the token: {body.decode(errors='replace')}")


def wait_for(path, within):
    """Until a listener is at the path."""
    deadline = time.monotonic() + within
    while True:
        with socket.socket(socket.AF_UNIX) as stream:
            if stream.connect_ex(str(path)) == 0:
                return
        if time.monotonic() > deadline:
            sys.exit(f"No server listens at {path}.")
        time.sleep(0.001)


def received(client):
    """The status and the body of one answer."""
    answer = b""
    while True:
        head, end, body = answer.partition(b"\r\n\r\n")
        if end and len(body) >= _length(head):
            return int(head[9:12]), body
        block = client.recv(65536)
        if not block:
            raise ConnectionError("closed before the answer was complete")
        answer += block


def _length(head):
    lines = (line.split(b":") for line in head.lower().split(b"\r\n")[1:])
    return next(int(line[1]) for line in lines if line[0] == b"content-length")


def nginx(folder, size, cpu):
    """nginx with one worker that returns `size` constant bytes."""
    program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    text = (HERE / "nginx.conf.in").read_text()
    for name, value in (("@DIR@", str(folder)), ("@BODY@", "x" * size), ("@CPU@", format(1 << cpu, "b"))):
        text = text.replace(name, value)
    (folder / "nginx.conf").write_text(text)
    command = [program, "-e", folder / "error.log", "-c", folder / "nginx.conf", "-p", folder]
    return Server("nginx", command, folder / "socket", HERE / "requests" / "get.http", cpu)


def daemon(programs, place, source, request, cpu, more="", name="ossauthd"):
    """With the rules that hold where the configuration has none; `more` is for [Daemon]."""
    (place / "cache").mkdir(mode=0o700, exist_ok=True)
    user, group = pwd.getpwuid(os.getuid()).pw_name, grp.getgrgid(os.getgid()).gr_name
    (place / "ossauthd.conf").write_text(
        CONFIGURATION.format(folder=place, source=source, more=more, user=user, group=group))
    command = [programs / "ossauthd", "--config", place / "ossauthd.conf"]
    return Server(name, command, place / "api.sock", request, cpu)


def static_keys(place):
    """A source that needs no network: made-up keys in files."""
    for name, text in (("id", "LTAI5tExampleAccessKeyId"), ("secret", "ExampleAccessKeySecret0123456789")):
        with open(place / name, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(text + "\n")
    return f"Source=static\nAccessKeyIDFile={place}/id\nAccessKeySecretFile={place}/secret"


def released():
    command = [".ci/release", "--show-bin-path"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def compiled(name, source, *libraries, processor="native"):
    BUILD.mkdir(parents=True, exist_ok=True)
    command = ["cc", "-O3", *([f"-march={processor}"] if processor else []), "-pthread", HERE / source, "-o", BUILD / name, *libraries]
    if subprocess.run(command).returncode:
        sys.exit(f"{source} does not compile.")
    return BUILD / name
