"""Tries one thing that a sandbox may forbid: probe.py NAME [ARGUMENT]. Says "possible" and ends with 0, or why not and 1."""
import ctypes
import mmap
import os
import resource
import socket
import subprocess
import sys

libc = ctypes.CDLL(None, use_errno=True)


def call(function, *arguments):
    if function(*arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def status(name):
    with open("/proc/self/status") as lines:
        return next(line.split()[1] for line in lines if line.startswith(name))


def expect(condition):
    if not condition:
        raise OSError(0, "it is otherwise")


def connect(port):
    socket.create_connection(("127.0.0.1", int(port)), timeout=2).close()


def foreign_call():
    """getpid as a 32-bit program makes it."""
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()


def new_file(path):
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY, 0o666)
    os.unlink(path)
    return descriptor


probes = {
    "exists": lambda path: os.stat(path),
    "create": new_file,
    "open": lambda path: os.open(path, os.O_WRONLY),
    "rewrite": lambda path: open(path, "r+").write(open(path).read()),
    "mkdir": lambda path: (os.mkdir(path), os.rmdir(path)),
    "inet": lambda: socket.socket(socket.AF_INET),
    "packet": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
    "bind": lambda: socket.socket(socket.AF_INET).bind(("127.0.0.1", 0)),
    "connect": connect,
    "exec": lambda path: subprocess.run([path], check=True),
    "chown": lambda: os.fchown(new_file("/run/probe"), 1, 1),
    "set-uid": lambda: os.fchmod(new_file("/run/probe"), 0o4755),
    "gain": lambda: expect(status("NoNewPrivs") == "0"),
    "share": lambda: expect(os.fstat(new_file("/run/probe")).st_mode & 0o077),
    "core": lambda: expect(resource.getrlimit(resource.RLIMIT_CORE)[1] != 0),
    "users": lambda: expect(open("/proc/self/uid_map").read().split()[2] == "4294967295"),
    "same-namespace": lambda kind, other: expect(os.readlink(f"/proc/self/ns/{kind}") == other),
    "hostname": lambda: call(libc.sethostname, b"boot-test", 9),
    "namespace": lambda: call(libc.unshare, 0x04000000),
    "realtime": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    "personality": lambda: call(libc.personality, 8),
    "clock": lambda: call(libc.adjtimex, ctypes.create_string_buffer(256)),
    "kernel-log": lambda: call(libc.klogctl, 10, None, 0),
    "write-and-execute": lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC),
    "foreign-call": foreign_call,
    "trace": lambda: call(libc.ptrace, 0, 0, 0, 0),
    "keyring": lambda: call(libc.syscall, 250, 0, -3, 0),
}

try:
    probes[sys.argv[1]](*sys.argv[2:])
except (OSError, subprocess.SubprocessError) as error:
    print(error)
    sys.exit(1)
print("possible")
