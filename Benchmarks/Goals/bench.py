"""What all goals need: servers with a token, requests, and the list of what was reached."""

import json
import os
import tempfile
from pathlib import Path

import rounds
from mixed import TOKEN
from servers import HERE, compiled, daemon, hand_over, released, static_keys

BUSY = rounds.Load(64)
PRESIGN = HERE / "requests" / "presign.http"

DETAILS = {
    "region": "cn-hangzhou", "endpoint": "https://oss-cn-hangzhou.aliyuncs.com", "bucket": "example-bucket",
    "key": "photos/2026/10/vacation 0001.jpg"}


class Bench:
    def __init__(self, given, folder):
        self.given, self.folder = given, Path(folder)
        self.programs = Path(given.programs or released())
        self.generator = compiled("usockload", "usockload.c")
        cpus = sorted(os.sched_getaffinity(0))
        self.server_cpu, self.client_cpu = cpus[0], cpus[1 % len(cpus)]
        self.goals = []

    def request(self, name, route, **details):
        body = json.dumps(DETAILS | details).encode()
        path = self.folder / f"{name}.http"
        path.write_bytes(b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                         % (route.encode(), len(body), body))
        return path

    def place(self):
        return Path(tempfile.mkdtemp(dir=self.folder))

    def daemon(self, request, more="", name="ossauthd", token=TOKEN):
        """A daemon that was given a token as STS has them; without one it has a long-lived key."""
        place = self.place()
        source = "Source=manual" if token else static_keys(place)
        server = daemon(self.programs, place, source, request, self.server_cpu, more, name)
        server.token = token
        return server

    def measure(self, servers, loads):
        runs = rounds.measure(servers, self.generator, self.client_cpu, loads, self.given.slices, self.given.seconds)
        rows = list(rounds.table(runs, servers[0].name))
        rounds.print_table(rows)
        return {(row["load"], row["server"]): row for row in rows}

    def rate_goal(self, what, row, wanted, aim=""):
        self.goal(what, row["ratio"], wanted, aim, within=row["ratio_within"])

    def goal(self, what, reached, wanted, aim="", most=False, within=None):
        self.goals.append((what, reached, within, wanted, aim, reached <= wanted if most else reached >= wanted))

    def print_goals(self):
        width = max(len(what) for what, *_ in self.goals)
        print(f"\n{'':<{width}} {'reached':>8} {'by 95 %':>11} {'wanted':>8}  aim")
        for what, reached, within, wanted, aim, is_reached in self.goals:
            print(f"{what:<{width}} {reached:8.2f} {rounds.spread(within) if within else '':>11} {wanted:8.2f}  "
                  f"{aim:<11}{'' if is_reached else 'missed'}".rstrip())


def running(stack, server):
    """The server when it answers, and how long its answer is."""
    stack.enter_context(server)
    if getattr(server, "token", None):
        hand_over(server, server.token)
    return len(server.first_answer())
