"""Slices of time over several servers in turn, so that the noise of the machine hits all alike. Medians over the slices;
a ratio is the median of the ratios of slices that were measured next to each other, with the interval that it is in by 95 %."""

import json
import math
import statistics
import subprocess
from dataclasses import dataclass

PASSES = 5


@dataclass(frozen=True, order=True)
class Load:
    """What the clients do: requests under way at a time on so many connections, or a connection for each request."""

    connections: int
    in_flight: int = 1
    renewed: bool = False

    def __str__(self):
        if self.renewed:
            return f"{self.connections} new"
        return f"{self.connections}" if self.in_flight == 1 else f"{self.connections} x {self.in_flight}"

    def options(self):
        return ["-c", self.connections, "-p", self.in_flight] + (["-k"] if self.renewed else [])

    def asked_of(self, server):
        asked = ["-m", server.corpus] if server.corpus else ["-r", server.request]
        return ["-s", server.path, *asked] + [part for pid in server.pids for part in ("-P", pid)]


def measure(servers, generator, client_cpu, loads, slices, seconds):
    """The runs: {(load, name): [result of each slice]}. All loads several times, for curves over them are of one time, too."""
    runs = {}
    for _ in range(PASSES):
        for load in loads:
            for result in run(servers, generator, client_cpu, load, math.ceil(slices / PASSES), seconds):
                runs.setdefault((load, servers[result["server"]].name), []).append(result)
    return runs


def run(servers, generator, client_cpu, load, slices, seconds):
    command = [generator, *load.options(), "-N", slices, "-D", seconds, "-a", client_cpu]
    for server in servers:
        command += load.asked_of(server)
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{', '.join(server.name for server in servers)}: {done.stderr.strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def table(runs, reference="nginx"):
    """Rows of medians and of ratios to the reference."""
    for (load, name), results in runs.items():
        others = runs[load, reference]
        row = {key: statistics.median(each[key] for each in results) for key in ("rps", "srv_cpu_us", "p50_us", "p99_us")}
        for key, of in (("ratio", "rps"), ("cpu_ratio", "srv_cpu_us"), ("p99_ratio", "p99_us")):
            # A slice in which the machine stood still says nothing of either.
            found = [mine[of] / its[of] for mine, its in zip(results, others) if mine["done"] and its["done"]]
            row[key], row[f"{key}_within"] = statistics.median(found), interval(found)
        rates = sorted(each["rps"] for each in results)
        yield row | {
            "load": load, "server": name, "errors": sum(each["errors"] for each in results),
            "low": rates[len(rates) // 10], "high": rates[-1 - len(rates) // 10]}


def interval(values):
    """Of the median, by 95 %: as many places up and down as chance would move it."""
    ordered, reach = sorted(values), math.sqrt(len(values))
    middle = (len(values) - 1) / 2
    return ordered[max(0, math.floor(middle - reach))], ordered[min(len(values) - 1, math.ceil(middle + reach))]


def print_table(rows, reference="nginx"):
    print(f"{'conns':>14} {'server':<10} {'req/s':>8} {'x ' + reference:>9} {'by 95 %':>11} {'cpu us':>8} {'x ' + reference:>9} {'p50 us':>8} "
          f"{'p99 us':>8} {'errors':>6}  req/s of 8 slices in 10")
    for row in sorted(rows, key=lambda row: (row["load"], row["server"])):
        print(f"{str(row['load']):>14} {row['server']:<10} {row['rps']:8.0f} {row['ratio']:9.3f} {spread(row['ratio_within']):>11} "
              f"{row['srv_cpu_us']:8.2f} {row['cpu_ratio']:9.3f} {row['p50_us']:8.1f} {row['p99_us']:8.1f} {row['errors']:6d}  "
              f"{row['low']:.0f}..{row['high']:.0f}")


def spread(within):
    return "{:.2f}..{:.2f}".format(*within)
