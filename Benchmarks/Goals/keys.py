"""URLs per second of CPU: calls with many keys, next to what the Python SDKs do in a process of their own."""

import json
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

from bench import DETAILS, TOKEN
from servers import ROOT, hand_over

sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Packages"))
from packages import interpreter  # noqa: E402

KEYS = 1_000
SDKS = ("oss2", "alibabacloud-oss-v2")
TIMES = 3


def many_keys(bench):
    request = request_for_many(bench)
    python = interpreter(ROOT / "Tests" / "Systems" / "Compatibility" / "requirements.txt", ROOT / "build" / "venv-requirements")
    if python is None:
        print("\nThe Python SDKs cannot be had here: no package index answers.")
    seconds = bench.given.seconds
    found = {}
    for _ in range(TIMES):
        for name, token in (("a long-lived key", None), ("a token", TOKEN)):
            server = bench.daemon(request, "Audit=no", token=token)
            found.setdefault(name, []).append(urls_per_second(server, request, seconds))
        for sdk in SDKS if python else ():
            found.setdefault(sdk, []).append(urls_of_sdk(python, sdk, seconds))
    rates = {name: statistics.median(each) for name, each in found.items()}
    print(f"\npresign with {KEYS} keys, URLs per second of CPU")
    for name, rate in rates.items():
        print(f"  {f'{name}, in its process' if name in SDKS else f'ossauthd with {name}':<36} {rate:12,.0f}")
    bench.goal("URLs per second on one core, 1,000 keys, long-lived key, in millions", rates["a long-lived key"] / 1e6, 1.0, "1.5")
    for sdk in SDKS if python else ():
        bench.goal(f"the same with a token / {sdk} in its process", rates["a token"] / rates[sdk], 10)


def request_for_many(bench):
    keys = [f"photos/2026/10/{n:07d}.jpg" for n in range(KEYS)]
    text = json.dumps({name: value for name, value in DETAILS.items() if name != "key"} | {"keys": keys}).encode()
    path = bench.folder / "keys.http"
    path.write_bytes(b"POST /v1/presign HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text))
    return path


def urls_of_sdk(python, sdk, seconds):
    done = subprocess.run(
        [python, "-B", Path(__file__).with_name("python_sdks.py"), sdk, TOKEN, str(seconds), json.dumps(DETAILS)],
        capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{sdk} made no URLs: {done.stderr}")
    return float(done.stdout)


def urls_per_second(server, request, seconds):
    """By the daemon's own time on its CPU: a single client waits as long for itself."""
    with server, socket.socket(socket.AF_UNIX) as stream:
        if server.token:
            hand_over(server, server.token)
        server.first_answer()
        stream.connect(str(server.path))
        message, count = request.read_bytes(), 0
        ask_once(stream, message)
        began, before = time.monotonic(), cpu(server)
        while time.monotonic() - began < 3 * seconds:
            ask_once(stream, message)
            count += KEYS
        return count / (cpu(server) - before)


def cpu(server):
    return int(Path(f"/proc/{server.process.pid}/schedstat").read_text().split()[0]) / 1e9


def ask_once(stream, message):
    stream.sendall(message)
    head, rest = b"", b""
    while not rest:
        head += stream.recv(1 << 20)
        before, end, rest = head.partition(b"\r\n\r\n")
        if end:
            break
    length = int(next(line for line in before.lower().split(b"\r\n") if line.startswith(b"content-length:"))[15:])
    missing = length - len(rest)
    while missing > 0:
        missing -= len(stream.recv(min(missing, 1 << 20)))
