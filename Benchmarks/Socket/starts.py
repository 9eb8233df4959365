"""From exec to the first answer."""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from servers import HERE, compiled, daemon, nginx

REQUEST = HERE / "requests" / "presign.http"


def starts(programs, folder, cpu, client_cpu, times=30):
    """Prints and returns {server: (milliseconds, kilobytes resident)}, medians, alternated with nginx.

    The cache file is filled from the demo AppServer, which then goes away."""
    place = Path(tempfile.mkdtemp(dir=folder))
    source = fill_cache(programs, place, cpu)
    reference = nginx(place, 600, cpu)
    watch, installed = compiled("first_answer", "first_answer.c"), stripped(programs, place)
    results = {"ossauthd": [], "nginx": []}
    for _ in range(times):
        for server in (daemon(installed, place, source, REQUEST, cpu), reference):
            results[server.name].append(one(server, watch, client_cpu))
    print(f"\nexec to the first answer (ossauthd: out of the cache file, the AppServer is gone), {times} starts")
    medians = {}
    for name, found in results.items():
        taken, sizes = sorted(time for time, _ in found), [size for _, size in found]
        medians[name] = statistics.median(taken), statistics.median(sizes)
        print(f"  {name:<10} median {medians[name][0]:6.1f} ms   from {taken[0]:.1f} to {taken[-1]:.1f} ms")
    print(f"resident then: {medians['ossauthd'][1]:.0f} KiB")
    return medians


def stripped(programs, place):
    """As packages install it."""
    folder = place / "installed"
    folder.mkdir()
    for name in ("ossauthd", "ossauth-fetch"):
        subprocess.run(["strip", "-o", folder / name, programs / name], check=True)
    return folder


def one(server, watch, client_cpu):
    """Milliseconds and kilobytes of one start."""
    server.path.unlink(missing_ok=True)
    command = [watch, server.cpu, client_cpu, server.path, server.request, *server.command]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{server.name}: {done.stderr.strip()}")
    milliseconds, kilobytes = done.stdout.split()
    return float(milliseconds), int(kilobytes)


def fill_cache(programs, place, cpu):
    """The source that the token came from."""
    with open(place / "log", "w") as log:
        appserver = subprocess.Popen(
            [programs / "ossauth-appserver", "--demo", "--ledger", place / "ledger", "--listen", "127.0.0.1:0"],
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
    sys.exit("ossauth-appserver did not start.")
