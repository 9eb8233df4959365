"""The goals next to nginx: rates, latency, and what a record of each decision costs."""

import os
from contextlib import ExitStack

from bench import BUSY, PRESIGN, TOKEN, running
from rounds import Load
from servers import Server, compiled, nginx

CURVE = [Load(count) for count in (1, 4, 16, 64, 256, 512)]
PIPELINED = [Load(4, in_flight=16), Load(64, in_flight=16)]
# Each says something that none before it said, besides its key.
UNLIKE = [Load(64, number=b"jane-doe"), Load(64, in_flight=16, number=b"jane-doe")]
RENEWED = Load(64, renewed=True)


def presign(bench):
    """The rate and the latency of presign over the connections, next to nginx and to the least that a C server must do."""
    with ExitStack() as stack:
        ours = bench.daemon(PRESIGN, "Audit=no")
        length = running(stack, ours)
        reference = nginx(bench.place(), length, bench.server_cpu)
        running(stack, reference)
        limit = compiled("limit", "limit.c", "-lcrypto")
        place = bench.place() / "limit"
        minimal = Server("C limit", [limit, "-e", "-k", TOKEN, "-L", place], place, PRESIGN, bench.server_cpu)
        running(stack, minimal)
        print(f"\npresign V4 with a token of {len(TOKEN)} bytes, default rules, no audit; answers of {length} bytes")
        rows = bench.measure([reference, ours, minimal], CURVE)
        rows |= bench.measure([reference, ours], PIPELINED + UNLIKE)
    for load, wanted in zip((Load(1), Load(16), Load(64), Load(512)), (0.97, 1.0, 1.1, 1.1)):
        bench.rate_goal(f"presign V4, token, rate / nginx, connections: {load}", rows[load, "ossauthd"], wanted, "1.25 at 64")
    for load in PIPELINED:
        bench.rate_goal(f"the same, {load.in_flight} requests in flight each: {load}", rows[load, "ossauthd"], 2.0, "2.5")
    for load, wanted in zip(UNLIKE, (1.1, 2.0)):
        bench.rate_goal(f"the same, no request like one before: {load}", rows[load, "ossauthd"], wanted)
    busy = rows[BUSY, "ossauthd"]
    bench.goal("p99 / nginx, 64 connections", busy["p99_ratio"], 1.1, "0.9", most=True, within=busy["p99_ratio_within"])
    return rows


def renewed(bench):
    """A connection for each request, of which the user is known, or the process as well."""
    # The second line is for the first answer, which another client gets.
    rule = f"[Access own]\nMatch=uid:{os.getuid()} exe:{bench.generator}\nMatch=uid:{os.getuid()}\nAllow=presign\n"
    with ExitStack() as stack:
        user = bench.daemon(PRESIGN, "Audit=no", name="user")
        process = bench.daemon(PRESIGN, f"Audit=no\n{rule}", name="process")
        reference = nginx(bench.place(), running(stack, user), bench.server_cpu)
        running(stack, process)
        running(stack, reference)
        print("\na connection for each request: its user is known; a rule asks for its process")
        rows = bench.measure([reference, user, process], [RENEWED])
    bench.rate_goal("a connection for each request, 64 at a time", rows[RENEWED, "user"], 1.0)
    bench.rate_goal("the same, and a rule asks for its process", rows[RENEWED, "process"], 0.85)


def audited(bench):
    """What a record of each decision costs. The records go to standard error here, which is a file."""
    request = bench.request("audited", "/v1/presign", expires=3_600)
    with ExitStack() as stack:
        plain, recorded = bench.daemon(request, "Audit=no"), bench.daemon(request, "Audit=yes", name="audit")
        for server in (plain, recorded):
            running(stack, server)
        print("\nthe same with the audit on, next to itself without")
        rows = bench.measure([plain, recorded], [BUSY])
    bench.rate_goal("presign with the audit / without, 64 connections", rows[BUSY, "audit"], 0.85, "0.95")


def others(bench):
    for operation, version in (("sign", "v4"), ("presign", "v1"), ("sign", "v1")):
        request = bench.request(f"{operation}-{version}", f"/v1/{operation}", version=version)
        with ExitStack() as stack:
            ours = bench.daemon(request, "Audit=no")
            reference = nginx(bench.place(), running(stack, ours), bench.server_cpu)
            running(stack, reference)
            print(f"\n{operation} {version.upper()}, token")
            rows = bench.measure([reference, ours], [BUSY])
        bench.rate_goal(f"{operation} {version.upper()}, token, rate / nginx, 64 connections", rows[BUSY, "ossauthd"], 1.1)
