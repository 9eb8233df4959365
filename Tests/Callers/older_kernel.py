"""Runs a program as on a kernel that knows neither SO_PEERPIDFD (6.5) nor memfd_secret (5.14): older_kernel.py PROGRAM..."""

import ctypes
import errno
import os
import platform
import struct
import sys

GETSOCKOPT = {"x86_64": 55, "aarch64": 209}
MEMFD_SECRET = 447
SOL_SOCKET, SO_PEERPIDFD = 1, 77
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOWED, REFUSED = 0x7FFF0000, 0x00050000
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 38, 22, 2
NUMBER, LEVEL, NAME = 0, 24, 32  # in what the filter is given: the call, its second and third argument


def program(machine):
    """Instructions of the filter: what to do, how far to go on when it is so and when not, and with what."""
    return [
        (LOAD, 0, 0, NUMBER),
        (EQUAL, 5, 0, MEMFD_SECRET),
        (EQUAL, 0, 5, GETSOCKOPT[machine]),
        (LOAD, 0, 0, LEVEL),
        (EQUAL, 0, 3, SOL_SOCKET),
        (LOAD, 0, 0, NAME),
        (EQUAL, 2, 1, SO_PEERPIDFD),
        (RETURN, 0, 0, REFUSED | errno.ENOSYS),
        (RETURN, 0, 0, ALLOWED),
        (RETURN, 0, 0, REFUSED | errno.ENOPROTOOPT),
    ]


def grow_old():
    code = b"".join(struct.pack("HBBI", *step) for step in program(platform.machine()))
    steps = ctypes.create_string_buffer(code, len(code))
    whole = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(steps))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or libc.prctl(PR_SET_SECCOMP, FILTER, whole, 0, 0):
        sys.exit(f"older_kernel: {os.strerror(ctypes.get_errno())}")


if __name__ == "__main__":
    grow_old()
    os.execv(sys.argv[1], sys.argv[1:])
