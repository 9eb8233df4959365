"""From exec to the first answer."""

import grp
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from servers import HERE, ROOT, compiled, daemon, nginx

REQUEST = HERE / "requests" / "presign.http"
# Where it is installed there is the group that the rules name. The default one is not here, and would be sought in vain
# wherever the C library can look, which takes a tenth of a start.
RULE = f"[Access installed]\nMatch=uid:{os.getuid()}\nMatch=group:{grp.getgrgid(os.getgid()).gr_name}\nAllow=presign\n"


def starts(programs, folder, cpu, client_cpu, times=30):
    """Prints and returns {server: (milliseconds, kilobytes resident when the start is over)}; starts in turn with nginx.

    The cache file is filled from the demo AppServer, which then goes away."""
    place = Path(tempfile.mkdtemp(dir=folder))
    source = fill_cache(programs, place, cpu)
    reference = nginx(place, 600, cpu)
    watch, installed = compiled("first_answer", "first_answer.c"), stripped(programs, place)
    servers = daemon(installed, place, source, REQUEST, cpu, RULE), reference
    taken = {server.name: [] for server in servers}
    for _ in range(times):
        for server in servers:
            taken[server.name].append(one(server, watch, client_cpu))
    print(f"\nexec to the first answer (ossauthd: out of the cache file, the AppServer is gone), {times} starts")
    found = {}
    for server in servers:
        each, kilobytes = sorted(taken[server.name]), settled(server)
        found[server.name] = statistics.median(each), kilobytes
        print(f"  {server.name:<10} median {statistics.median(each):6.1f} ms   from {each[0]:.1f} to {each[-1]:.1f} ms"
              f"   resident two seconds and an answer later: {kilobytes} KiB")
    return found


def settled(server):
    """Kilobytes resident when a start is over, when the daemon lets go of what only that needed, and with what an answer needs."""
    with server:
        server.first_answer()
        time.sleep(2)
        server.first_answer()
        return server.resident()


def stripped(programs, place):
    """As packages install it."""
    folder = place / "installed"
    folder.mkdir()
    for name in ("ossauthd", "ossauth-fetch"):
        subprocess.run(["strip", "-o", folder / name, programs / name], check=True)
    return folder


def one(server, watch, client_cpu):
    """Milliseconds of one start."""
    server.path.unlink(missing_ok=True)
    command = [watch, server.cpu, client_cpu, server.path, server.request, *server.command]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{server.name}: {done.stderr.strip()}")
    return float(done.stdout)


def fill_cache(programs, place, cpu):
    """The source that the token came from."""
    with open(place / "log", "w") as log:
        appserver = subprocess.Popen(
            [sys.executable, "-B", ROOT / "packaging/examples/appserver.py", "--ledger", place / "ledger"],
            stdin=subprocess.DEVNULL, stdout=log)
    try:
        source = f"Source=appserver\nURL={address_in(place / 'log')}/"
        with daemon(programs, place, source, REQUEST, cpu) as filled:
            filled.first_answer()
    finally:
        appserver.terminate()
        appserver.wait()
    if not any((place / "cache").iterdir()):
        sys.exit("The daemon left no cache file.")
    return source


def address_in(log):
    for _ in range(200):
        for line in log.read_text().splitlines():
            if line.startswith("listening on "):
                return line.removeprefix("listening on ")
        time.sleep(0.05)
    sys.exit("The AppServer did not start.")
