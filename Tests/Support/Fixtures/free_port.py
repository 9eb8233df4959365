"""A port of 127.0.0.1 for a program that has to be told one; run as a program it prints one.

It is outside the range of ports that the kernel chooses: another program could get one of these before ours listens.
"""

import random
import socket

# Of this process, until it ends: other tests that run meanwhile get other ports.
claims = []


def free_port():
    while True:
        port = random.randrange(10_000, 32_768)
        if is_claimed(port) and is_free(port):
            return port


def is_claimed(port):
    claim = socket.socket(socket.AF_UNIX)
    try:
        claim.bind(f"\0ossauthd-test-port-{port}")
    except OSError:
        claim.close()
        return False
    # As a number, which Python does not close.
    claims.append(claim.detach())
    return True


def is_free(port):
    with socket.socket() as stream:
        try:
            stream.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


if __name__ == "__main__":
    print(free_port())
