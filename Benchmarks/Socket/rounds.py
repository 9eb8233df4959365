"""Alternated rounds over several servers: every round visits all of them, in an order that turns, so that the noise of
the machine hits all alike. A run during which something else took more than 6 % of a core is repeated. Medians; a ratio
is the median of the ratios of the rounds."""

import json
import os
import statistics
import subprocess
import time
from dataclasses import dataclass

NOISE = 0.06
ATTEMPTS = 5


@dataclass(frozen=True, order=True)
class Load:
    """What the clients do: requests under way at a time on so many connections, or a connection for each request."""

    connections: int
    in_flight: int = 1
    renewed: bool = False
    # What is another number in each request, if it is there: that in the key.
    number: bytes = b"0001"

    def __str__(self):
        if self.renewed:
            return f"{self.connections} new"
        text = f"{self.connections}" if self.in_flight == 1 else f"{self.connections} x {self.in_flight}"
        return text if self.number == Load.number else f"{text} unlike"

    def options(self, request):
        place = request.find(self.number)
        number = ["-n", f"{place}:{len(self.number)}"] if place >= 0 else []
        return ["-c", self.connections, "-p", self.in_flight, *number] + (["-k"] if self.renewed else [])


def measure(servers, generator, client_cpu, loads, rounds, seconds):
    """The runs: {(load, name): [result of each round]}."""
    runs = {}
    for turn in range(rounds):
        order = servers[turn % len(servers):] + servers[:turn % len(servers)]
        for load in loads:
            for server in order:
                result = _quiet_run(server, generator, client_cpu, load, seconds)
                runs.setdefault((load, server.name), []).append(result)
    return runs


def _quiet_run(server, generator, client_cpu, load, seconds):
    """The first run without noise, else the quietest of a few."""
    best = None
    for _ in range(ATTEMPTS):
        _wait_for_quiet()
        result = run(server, generator, client_cpu, load, seconds)
        result["noise"] = max(result["other"], 0) + result["steal"]
        if best is None or result["noise"] < best["noise"]:
            best = result
        if best["noise"] < NOISE:
            break
    return best


def run(server, generator, client_cpu, load, seconds):
    command = [generator, "-s", server.path, "-r", server.request, *load.options(server.request.read_bytes())]
    command += ["-D", seconds, "-W", 0.25, "-a", client_cpu, "-j"]
    for pid in server.pids:
        command += ["-P", pid]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=seconds + 20)
    if not done.stdout.strip():
        raise SystemExit(f"{server.name}: {done.stderr.strip() or 'the load generator said nothing'}")
    return json.loads(done.stdout)


def _wait_for_quiet():
    """Returns when the machine takes less than 5 % of a core, or after 20 s."""
    def busy():
        with open("/proc/stat") as stat:
            ticks = list(map(int, stat.readline().split()[1:9]))
        return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")

    for _ in range(50):
        before, start = busy(), time.monotonic()
        time.sleep(0.4)
        if (busy() - before) / (time.monotonic() - start) < 0.05:
            return


def table(runs, reference="nginx"):
    """Rows of medians and of ratios to the reference."""
    for (load, name), results in runs.items():
        others = runs[load, reference]
        ratio, cpu, slowest = (ratios(results, others, key) for key in ("rps", "srv_cpu_us", "p99_us"))
        row = {key: statistics.median(each[key] for each in results) for key in ("rps", "srv_cpu_us", "p50_us", "p99_us")}
        yield row | {
            "load": load, "server": name, "ratio": ratio, "cpu_ratio": cpu, "p99_ratio": slowest,
            "errors": sum(each["errors"] for each in results), "noise": max(each["noise"] for each in results),
            "low": min(each["rps"] for each in results), "high": max(each["rps"] for each in results)}


def ratios(results, others, key):
    """The median of the ratios of the rounds."""
    return statistics.median(mine[key] / its[key] for mine, its in zip(results, others))


def print_table(rows):
    print(f"{'conns':>14} {'server':<10} {'req/s':>8} {'x nginx':>8} {'cpu us':>8} {'x nginx':>8} {'p50 us':>8} {'p99 us':>8} "
          f"{'errors':>6} {'noise':>6}  req/s from..to")
    for row in sorted(rows, key=lambda row: (row["load"], row["server"])):
        print(f"{str(row['load']):>14} {row['server']:<10} {row['rps']:8.0f} {row['ratio']:8.2f} {row['srv_cpu_us']:8.2f} "
              f"{row['cpu_ratio']:8.2f} {row['p50_us']:8.1f} {row['p99_us']:8.1f} {row['errors']:6d} {row['noise']:6.0%}  "
              f"{row['low']:.0f}..{row['high']:.0f}")
