"""The goals next to the daemon itself: idle connections, ten million requests, its start and its memory.

The ratio of two starts is divided by theirs before, which takes out what they differ by anyway."""

import socket
from contextlib import ExitStack

import rounds
from bench import BUSY, PRESIGN, running
from rounds import Load
from servers import ask
from starts import starts

ROOMY = "MaxConnections=12000\nMaxConnectionsPerUser=12000\n"
MANY = 10_000_000


def idle(bench):
    """What 10,000 connections that say nothing cost those that do."""
    request = bench.request("idle", "/v1/presign", expires=3_600)
    with ExitStack() as stack:
        alone = bench.daemon(request, "Audit=no\n" + ROOMY, name="alone")
        crowded = bench.daemon(request, "Audit=no\n" + ROOMY, name="crowded")
        for server in (alone, crowded):
            running(stack, server)
        first = bench.measure([alone, crowded], [BUSY])
        before = crowded.resident()
        crowd = [stack.enter_context(socket.socket(socket.AF_UNIX)) for _ in range(10_000)]
        for stream in crowd:
            stream.connect(str(crowded.path))
        # Behind all of them: when it answers, they were let in.
        ask(crowded.path, crowded.request)
        grown = (crowded.resident() - before) * 1024 / len(crowd)
        print("\nbeside 10,000 connections that say nothing, next to one without them")
        rows = bench.measure([alone, crowded], [BUSY])
    bench.goal("CPU per request beside 10,000 idle connections / alone", costs(rows, first, "crowded"), 1.1, most=True)
    bench.goal("bytes in memory for each idle connection", grown, 128, most=True)


def endurance(bench):
    """What is left of ten million requests."""
    with ExitStack() as stack:
        fresh, old = (bench.daemon(PRESIGN, "Audit=yes", name=name) for name in ("fresh", "old"))
        for server in (fresh, old):
            running(stack, server)
        first = bench.measure([fresh, old], [BUSY])
        # What so many requests at a time need is there before they are counted.
        exhaust(old, bench, 100_000)
        before = old.resident("RssAnon")
        count = exhaust(old, bench, MANY)
        grown = old.resident("RssAnon") - before
        print(f"\nafter {count:,} requests, next to one that had a few")
        rows = bench.measure([fresh, old], [BUSY])
    bench.goal("CPU per request after 10 million requests / after a few", costs(rows, first, "old"), 1.1, most=True)
    bench.goal("memory that 10 million requests leave behind, KiB", grown, 0, most=True)


def costs(rows, first, server):
    return rows[BUSY, server]["cpu_ratio"] / first[BUSY, server]["cpu_ratio"]


def exhaust(server, bench, least):
    """How many requests were served."""
    count = 0
    while count < least:
        slices = rounds.run([server], bench.generator, bench.client_cpu, Load(64, in_flight=16), 1, 5)
        count += sum(int(each["done"]) for each in slices)
    return count


def start(bench):
    milliseconds, kilobytes = starts(bench.programs, bench.place(), bench.server_cpu, bench.client_cpu)["ossauthd"]
    bench.goal("exec to the first answer out of the cache file, ms", milliseconds, 5, "3", most=True)
    bench.goal("resident after the start, MB", kilobytes * 1024 / 1e6, 8, most=True)
