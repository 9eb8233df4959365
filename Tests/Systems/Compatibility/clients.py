"""All clients, by name. Run as `clients.py NAME` one goes through its round until it is ended, and prints a line for each."""

import sys
import time

import clients_boto
import clients_commands
import clients_frames
import clients_oss
import clients_s3
import clients_tables
from client import Client

# Seconds between two rounds. Most rounds prove nothing new: a client must meet each token once.
PAUSE = 3


def each(kind):
    for below in kind.__subclasses__():
        if below.name:
            yield below
        yield from each(below)


CLIENTS = {found.name: found for found in sorted(each(Client), key=lambda found: (found.title().lower(), found.name))}


def main(clients=CLIENTS):
    kind = clients[sys.argv[1]]
    client = kind(kind.name)
    while True:
        client.use()
        print("a round", flush=True)
        # Slow enough that all of them together leave the machine to others.
        time.sleep(PAUSE)


if __name__ == "__main__":
    main()
