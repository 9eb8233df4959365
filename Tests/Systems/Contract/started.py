"""A daemon of our own in a temporary directory, with the profiles that the tests want."""

import contextlib
import grp
import os
import pathlib
import pwd
import signal
import subprocess
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "Support" / "Standin"))
from sts_standin import STSStandin  # noqa: E402

# Long enough for any machine, also for one that does much else.
SECONDS_TO_START = 60
SECONDS_TO_END = 60
# Proxies of the profiles main and empty listen there: below 512 no other program takes a port.
PORTS = 471, 472

CONFIGURATION = """\
[Daemon]
ApiSocket={directory}/api.sock
ApiSocketGroup={group}
AdminSocket={directory}/admin.sock
AdminSocketGroup={group}
ForwardSocket={directory}/forward.sock
CacheDirectory={directory}/cache
LogLevel=warning

[Profile main]
Source=static
AccessKeyIDFile={directory}/key-id
AccessKeySecretFile={directory}/key-secret
Endpoint=https://oss-cn-hangzhou.aliyuncs.com

[Profile empty]
Source=manual
Endpoint=https://oss-cn-hangzhou.aliyuncs.com

[Profile hidden]
Source=static
AccessKeyIDFile={directory}/key-id
AccessKeySecretFile={directory}/key-secret
Endpoint=https://oss-cn-hangzhou.aliyuncs.com

[Profile chain]
Source=chain
Profiles=main
Endpoint=https://oss-cn-hangzhou.aliyuncs.com

[Profile role]
Source=assume-role
Via=main
RoleArn=acs:ram::1:role/all
STSEndpoint={sts}
Endpoint=https://oss-cn-hangzhou.aliyuncs.com

[Profile keyless]
Source=assume-role
Via=empty
RoleArn=acs:ram::1:role/all
Endpoint=https://oss-cn-hangzhou.aliyuncs.com

[Forward main]
Listen=127.0.0.1:{ports[0]}
User=4711
Profile=main

[Forward empty]
Listen=127.0.0.1:{ports[1]}
User=4711
Profile=empty

[Access server]
Match=uid:{uid}
Profile=role keyless unknown*
Allow=issue

[Access tests]
Match=uid:{uid}
Profile=main empty unknown*
Allow=sign presign post-policy sign-string status
Version=v4 v1 s3
Bucket=**
Key=**

[Access keys]
Match=uid:{uid}
Profile=main empty unknown*
Allow=credentials
"""


@contextlib.contextmanager
def started(program):
    """Runs the daemon; gives its three sockets, and stops it with SIGTERM, which it must obey with status 0."""
    with tempfile.TemporaryDirectory(prefix="ossauthd-") as directory:
        with STSStandin(pathlib.Path(directory, "ledger")) as sts:
            process = subprocess.Popen([program, "--config", configured(pathlib.Path(directory), sts.url)])
            sockets = [f"{directory}/{name}.sock" for name in ("api", "admin", "forward")]
            try:
                await_sockets(process, sockets)
                yield sockets
                end(process)
            finally:
                process.kill()
                process.wait()


def configured(directory, sts):
    (directory / "cache").mkdir(mode=0o700)
    for name, text in (("key-id", "LTAI5tContractTest01"), ("key-secret", "not-a-secret")):
        (directory / name).write_text(text)
        (directory / name).chmod(0o600)
    user = pwd.getpwuid(os.getuid())
    file = directory / "ossauthd.conf"
    file.write_text(CONFIGURATION.format(
        directory=directory, sts=sts, ports=PORTS, uid=user.pw_uid, user=user.pw_name, group=grp.getgrgid(os.getgid()).gr_name))
    return file


def await_sockets(process, sockets):
    deadline = time.monotonic() + SECONDS_TO_START
    while not all(pathlib.Path(path).is_socket() for path in sockets):
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"{process.args[0]} does not start.")
        time.sleep(0.02)


def end(process):
    if process.poll() is not None:
        raise SystemExit(f"{process.args[0]} ended during the tests, with status {process.returncode}.")
    process.send_signal(signal.SIGTERM)
    if process.wait(SECONDS_TO_END) != 0:
        raise SystemExit(f"{process.args[0]} ended with status {process.returncode} after SIGTERM.")
