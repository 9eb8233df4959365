"""The pod of gateway.yaml: its program stores and reads objects with a dummy key, and no container but the daemon's holds a secret."""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from node import GUIDE, PROGRAMS, TOKEN, AppServer, Node, comm, named, until

sys.path.insert(0, str(GUIDE.parents[2] / "Tests" / "Support" / "Namespaces"))
from names_of_oss import NamesOfOSS  # noqa: E402
from namespaces import obstacle  # noqa: E402

BUCKET = "pictures"
NGINX = re.compile(r"--print gateway \|\s+sed (.*) >nginx.conf\nkubectl create configmap (\S+) ")
CURL = 'curl --silent --show-error --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" --aws-sigv4 "aws:amz:$AWS_REGION:s3" "$@"'


def exercise(documents):
    if why := obstacle():
        return print(f"SKIPPED the gateway in a pod: {why}")
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ossauthd-pod-")))
        folder.chmod(0o755)
        network = stack.enter_context(NamesOfOSS("ossauthd-pod", folder, [BUCKET]))
        appserver = AppServer(folder, network)
        stack.callback(appserver.stop)
        start_standin(stack, network, folder, appserver)
        node = Node(folder, appserver, [*documents, configuration_of_nginx(documents, folder)], network)
        stack.callback(node.end)
        pod = named(documents, "Pod")["spec"]
        reloading = [word.replace("sleep 300", "sleep 1") for word in container(pod, "nginx")["command"]]
        containers = node.start_pod(pod, {"app": ["sleep", "600"], "nginx": reloading})
        until(lambda: any(comm(process) == "sleep\n" for process in node.children(containers["app"])))
        try:
            use(node, containers, appserver)
        except AssertionError:
            print(*(f"--- {name}\n{node.output(process)[-2_000:]}" for name, process in containers.items()), sep="\n", file=sys.stderr)
            raise


def start_standin(stack, network, folder, appserver):
    log = stack.enter_context(open(folder / "standin.log", "w+"))
    process = subprocess.Popen(network.standin("--ledger", appserver.ledger, "--region", "cn-hangzhou"), stdout=log, stderr=log)
    stack.callback(process.wait)
    stack.callback(process.kill)
    until(lambda: "listening on " in (folder / "standin.log").read_text())


def container(pod, name):
    [found] = [each for each in pod["initContainers"] + pod["containers"] if each["name"] == name]
    return found


def configuration_of_nginx(documents, folder):
    """The ConfigMap that the commands of the guide create from that of the daemon."""
    edit, name = NGINX.search(GUIDE.read_text()).groups()
    file = folder / "ossauthd.conf"
    file.write_text(named(documents, "ConfigMap")["data"]["ossauthd.conf"])
    text = subprocess.run(f"{PROGRAMS}/ossauthd --config {file} --print gateway | sed {edit}", shell=True, check=True,
                          capture_output=True, text=True).stdout
    return {"kind": "ConfigMap", "metadata": {"name": name}, "data": {"nginx.conf": text}}


def use(node, containers, appserver):
    app = containers["app"]

    def curl(path, *words, status="200", **options):
        url = f'"$AWS_ENDPOINT_URL_S3/{path}"'
        answer = node.inside(app, ["sh", "-c", f"{CURL} {url}", "sh", "--write-out", "\n%{http_code}", *words], **options)
        body, _, found = answer.stdout.rpartition("\n")
        assert found == status, (path, answer)
        return body

    curl("pictures/incoming/a", "--upload-file", "-", input="content")
    assert curl("pictures/incoming/a") == "content"
    assert "<Code>AccessDenied</Code>" in curl("pictures/other", status="403")
    # The log of nginx is that of its container.
    until(lambda: "user=10033 rule=app generation= GET 127.0.0.1/pictures/other 403" in node.output(containers["nginx"]))
    other = [word.replace("10033", "10034") for word in app.become]
    assert "no access rule" in curl("pictures/incoming/a", status="403", become=other), "the rules do not know the user's number"

    # Through the filter, and while nginx reloads.
    nginx = node.children(containers["nginx"])[0]
    before = workers(nginx)
    until(lambda: (now := workers(nginx)) and not now & before)
    delete = "<Delete><Object><Key>incoming/a</Key></Object></Delete>"
    curl("pictures?delete", "--data-binary", delete, "--header", "Content-Type: application/xml")
    curl("pictures/incoming/a", status="404")

    lines = [json.loads(line) for line in appserver.ledger.read_text().splitlines()]
    secrets = [TOKEN, *(line[name] for line in lines for name in ("AccessKeySecret", "SecurityToken") if name in line)]
    holding = {name for name, process in containers.items() if any(has(content, secrets) for content in contents(node.children(process)[0]))}
    assert holding == {"ossauthd"}, f"the containers {holding} have a secret"


def workers(nginx):
    children = pathlib.Path(f"/proc/{nginx}/task/{nginx}/children").read_text().split()
    return {child for child in children if comm(child) == "nginx\n"}


def has(content, secrets):
    return any(secret.encode() in content for secret in secrets)


def is_in(namespace, process):
    """A process that root may not inspect, such as the first one of some build hosts, was not started here."""
    try:
        return os.readlink(process / "ns/pid") == namespace
    except PermissionError:
        return False


def contents(first):
    """The variables of the processes of a container, their words, and the files of the folders in which its volumes are."""
    namespace = os.readlink(f"/proc/{first}/ns/pid")
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            if is_in(namespace, process):
                yield (process / "environ").read_bytes()
                yield (process / "cmdline").read_bytes()
    for folder in ("etc", "run", "tmp"):
        for path in pathlib.Path(f"/proc/{first}/root", folder).rglob("*"):
            if path.is_file() and not path.is_symlink():
                yield path.read_bytes()
