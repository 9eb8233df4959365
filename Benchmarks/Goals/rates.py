"""The goals next to nginx: rates, latency, and what a record of each decision costs."""

import os
from contextlib import ExitStack

import mixed
from bench import BUSY, PRESIGN, TOKEN, running
from rounds import Load
from servers import nginx

CURVE = [Load(count) for count in (1, 4, 16, 64, 256, 512)]
PIPELINED = [Load(4, in_flight=16), Load(64, in_flight=16)]
RENEWED = Load(64, renewed=True)


def mixed_load(bench):
    """Programs that each ask otherwise, next to nginx and to the least that a C server must do."""
    with ExitStack() as stack:
        servers = mixed.started(stack, bench.programs, bench.place(), bench.server_cpu, bench.given.corpus)
        print(f"\nmixed load {bench.given.corpus}, with tokens of {len(TOKEN)} bytes")
        rows = bench.measure(servers, CURVE + PIPELINED)
    for load, wanted in ((Load(1), 1.0), (Load(16), 0.8), (Load(64), 0.8), (Load(512), 1.0)):
        bench.rate_goal(f"mixed load, rate / nginx, connections: {load}", rows[load, "ossauthd"], wanted, "0.9")
    for load in (Load(16), Load(64)):
        ours, least, ruled = (rows[load, name] for name in ("ossauthd", "C limit", "with rules"))
        bench.goal(f"CPU per request / C server, {load}", ours["srv_cpu_us"] / least["srv_cpu_us"], 1.15, most=True)
        bench.goal(f"with rules and the audit / without, {load}", ruled["rps"] / ours["rps"], 0.9)
        bench.goal(f"p99 / nginx, {load}", ours["p99_ratio"], 1.2, most=True, within=ours["p99_ratio_within"])
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
    # The default rules grant the version of the profile only.
    rule = f"[Access own]\nMatch=uid:{os.getuid()}\nAllow=sign presign\nVersion=v4 v1\n"
    for operation, version in (("sign", "v4"), ("presign", "v1"), ("sign", "v1")):
        request = bench.request(f"{operation}-{version}", f"/v1/{operation}", version=version)
        with ExitStack() as stack:
            ours = bench.daemon(request, f"Audit=no\n{rule}")
            reference = nginx(bench.place(), running(stack, ours), bench.server_cpu)
            running(stack, reference)
            print(f"\n{operation} {version.upper()}, token")
            rows = bench.measure([reference, ours], [BUSY])
        bench.rate_goal(f"{operation} {version.upper()}, token, rate / nginx, 64 connections", rows[BUSY, "ossauthd"], 0.8)
