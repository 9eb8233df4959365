#!/usr/bin/env python3
"""Unmodified programs with a dummy key, through the gateway: run.py PROGRAMS [--all] [--once] [--lifetime SECONDS] [CLIENT...]

PROGRAMS is the folder with the built programs. All that stands between a program and OSS is there: nginx with the configuration that
`ossauthd --print gateway` writes, the filter, the daemon, and TLS. The clients do what those of Tests/Systems/Compatibility do, through three
rotations and an outage of the AppServer, and delete several objects at once. The stand-in for OSS is as strict as OSS is documented.
"""

import pathlib
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "Compatibility"))
from dummy_clients import ADDRESS, CLIENTS, DUMMY  # noqa: E402
from gateway_scene import GatewayScene  # noqa: E402

import run as compatibility  # noqa: E402
from client import REGION  # noqa: E402
from record import Record  # noqa: E402

LIFETIME = 40


class DummyClient(compatibility.RunningClient):
    """A client that is given nothing but an address and a dummy key."""

    def __init__(self, kind, command, scene, record):
        super().__init__(kind, command, scene, record)
        self.scene = scene

    def surroundings(self, scene):
        names = "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"
        return self.home(scene) | dict.fromkeys(names, ADDRESS) | {
            "PATH": "/usr/local/bin:/usr/bin:/bin", "AWS_ACCESS_KEY_ID": DUMMY, "AWS_SECRET_ACCESS_KEY": DUMMY,
            "AWS_REGION": REGION, "AWS_DEFAULT_REGION": REGION} | self.kind.environment

    def check_refusals(self):
        super().check_refusals()
        if DUMMY in self.keys:
            self.fail("reached OSS with its dummy key")
        filtered = self.scene.filtered(self.name)
        if filtered != self.kind.filtered:
            self.fail(f"sent {sorted(filtered)} through the filter instead of {sorted(self.kind.filtered)}")


def main():
    given = compatibility.options(__doc__, CLIENTS)
    kinds = [CLIENTS[name] for name in given.clients] or [kind for kind in CLIENTS.values() if given.all or kind.is_short]
    if why := compatibility.obstacle():
        compatibility.skip(f"the gateway: {why}")
        return
    with ThreadPoolExecutor(2) as pool:
        commands = dict(zip(kinds, pool.map(lambda kind: compatibility.command_for(kind, HERE / "dummy_clients.py"), kinds)))
    for kind in [kind for kind in kinds if commands[kind] is None]:
        compatibility.skip(f"{kind.name}, whose packages cannot be had")
        del commands[kind]
    go(given, commands)


def go(given, commands):
    with GatewayScene(given.programs.resolve(), lifetime=given.lifetime, buckets=[kind.name for kind in commands]) as scene:
        record, running = Record(scene.requests), []
        try:
            for kind, command in commands.items():
                running.append(DummyClient(kind, command, scene, record))
            compatibility.go_through_once(running) if given.once else compatibility.exercise(scene, running)
        except AssertionError:
            for name in ("nginx", "unchunk", "ossauthd"):
                print(f"--- {name}\n{(scene.directory / name).with_suffix('.log').read_text()[-3_000:]}", file=sys.stderr)
            print((scene.directory / "nginx/access.log").read_text()[-3_000:], file=sys.stderr)
            raise
        finally:
            for client in running:
                client.stop()


if __name__ == "__main__":
    main()
