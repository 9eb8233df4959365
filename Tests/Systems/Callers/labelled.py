"""Runs a program as on a kernel with a security module that labels connections: labelled.py LABEL... -- PROGRAM...

New connections get the labels in turn. No module can be loaded for a test, so the call that asks for the label is answered
here (seccomp_unotify(2)).
"""

import ctypes
import errno
import fcntl
import itertools
import os
import platform
import select
import socket
import struct
import sys

GETSOCKOPT, SECCOMP = {"x86_64": (55, 317), "aarch64": (209, 277)}[platform.machine()]
SOL_SOCKET, SO_PEERSEC = 1, 31
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOWED, ASK_US = 0x7FFF0000, 0x7FC00000
PR_SET_NO_NEW_PRIVS, SET_MODE_FILTER, NEW_LISTENER = 38, 1, 8
NUMBER, LEVEL, NAME = 0, 24, 32  # in what the filter is given: the call, its second and third argument
RECEIVE, SEND = 0xC0502100, 0xC0182101
QUESTION = struct.Struct("QII iIQ6Q")  # id, pid, flags; call, architecture, instruction, arguments
ANSWER = struct.Struct("QqiI")  # id, value, error, flags


def listen():
    """From here on the holder of this descriptor answers this process, and any program that it becomes."""
    steps = [
        (LOAD, 0, 0, NUMBER), (EQUAL, 0, 5, GETSOCKOPT), (LOAD, 0, 0, LEVEL), (EQUAL, 0, 3, SOL_SOCKET),
        (LOAD, 0, 0, NAME), (EQUAL, 0, 1, SO_PEERSEC), (RETURN, 0, 0, ASK_US), (RETURN, 0, 0, ALLOWED),
    ]
    code = b"".join(struct.pack("HBBI", *step) for step in steps)
    kept = ctypes.create_string_buffer(code, len(code))
    whole = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(kept))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    listener = libc.syscall(SECCOMP, SET_MODE_FILTER, NEW_LISTENER, whole)
    if listener < 0:
        sys.exit(f"labelled: {os.strerror(ctypes.get_errno())}")
    return listener


class Labels:
    """The label of each connection, which the connection keeps."""

    def __init__(self, labels):
        self.next = itertools.cycle(labels)
        self.given = {}

    def label(self, connection):
        if connection not in self.given:
            self.given[connection] = next(self.next)
        return self.given[connection]


def answer(listener, labels):
    """As the kernel does: the length that is needed, and the label where it fits."""
    question = bytearray(QUESTION.size)
    fcntl.ioctl(listener, RECEIVE, question)
    number, process, *_, descriptor, _, _, text, length, _ = QUESTION.unpack(question)
    # A number of a descriptor is used again, the number of a socket is not.
    label = labels.label(os.readlink(f"/proc/{process}/fd/{descriptor}"))
    with open(f"/proc/{process}/mem", "r+b", buffering=0) as memory:
        memory.seek(length)
        capacity, = struct.unpack("I", memory.read(4))
        memory.seek(length)
        memory.write(struct.pack("I", len(label)))
        if len(label) <= capacity:
            memory.seek(text)
            memory.write(label)
    error = 0 if len(label) <= capacity else -errno.ERANGE
    fcntl.ioctl(listener, SEND, ANSWER.pack(number, 0, error, 0))


def main(labels, program):
    ours, theirs = socket.socketpair()
    supervisor = os.fork()
    if supervisor:
        # The program takes this process, so that signals and its end are its own.
        ours.close()
        socket.send_fds(theirs, [b"."], [listen()])
        os.execv(program[0], program)
    theirs.close()
    _, (listener,), _, _ = socket.recv_fds(ours, 1, 1)
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    while poll.poll()[0][1] & select.POLLIN:  # else the program has ended
        answer(listener, labels)


if __name__ == "__main__":
    end = sys.argv.index("--")
    main(Labels([label.encode() + b"\0" for label in sys.argv[1:end]]), sys.argv[end + 1:])
