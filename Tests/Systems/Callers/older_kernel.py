"""Runs a program as on Linux 4.18, which lacks the system calls and the socket options below: older_kernel.py PROGRAM..."""

import ctypes
import errno
import os
import platform
import struct
import sys

GETSOCKOPT = {"x86_64": 55, "aarch64": 209}
# pidfd_send_signal (5.1), pidfd_open (5.3), close_range (5.9), memfd_secret (5.14)
UNKNOWN_CALLS = [424, 434, 436, 447]
# SO_NETNS_COOKIE (5.14), SO_PEERPIDFD (6.5)
UNKNOWN_OPTIONS = [71, 77]
SOL_SOCKET = 1
LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
ALLOWED, REFUSED = 0x7FFF0000, 0x00050000
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 38, 22, 2
NUMBER, LEVEL, NAME = 0, 24, 32  # in what the filter is given: the call, its second and third argument


def program(machine):
    """Instructions of the filter: what to do, how many to skip when it is so and when not, and with what."""
    steps = [(LOAD, 0, 0, NUMBER)]
    for call in UNKNOWN_CALLS:
        steps += [(EQUAL, 0, 1, call), (RETURN, 0, 0, REFUSED | errno.ENOSYS)]
    steps += [(EQUAL, 1, 0, GETSOCKOPT[machine]), (RETURN, 0, 0, ALLOWED),
              (LOAD, 0, 0, LEVEL), (EQUAL, 1, 0, SOL_SOCKET), (RETURN, 0, 0, ALLOWED),
              (LOAD, 0, 0, NAME)]
    for option in UNKNOWN_OPTIONS:
        steps += [(EQUAL, 0, 1, option), (RETURN, 0, 0, REFUSED | errno.ENOPROTOOPT)]
    return [*steps, (RETURN, 0, 0, ALLOWED)]


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
