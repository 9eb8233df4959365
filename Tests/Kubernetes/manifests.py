"""The manifests for Kubernetes: are they what a cluster takes, and does what they describe work?

Their form is checked by the schemas of the releases of Kubernetes that kubernetes-validate brings. Then their containers run as on a
node: with the mounts, the users, the groups and the capabilities that they name, each in a root of its own.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import kubernetes_validate
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Fixtures"))
from free_port import free_port  # noqa: E402

MANIFESTS = ROOT / "packaging" / "kubernetes"
# The command that creates the Secret; a manifest with it would overwrite the token when it is applied again.
GUIDE = ROOT / "docs" / "connect" / "kubernetes.md"
SECRET = re.compile(r"create secret generic (\S+) --from-file=(\S+)")
PROGRAMS = os.environ.get("PROGRAMS", str(ROOT / ".build" / "debug"))
OLDEST = (1, 29, 0)
METRICS_PORT = 9321
# Long enough for any machine, also for one that does much else; only a failing test waits so long.
PATIENCE = 60


def main():
    daemon_documents = list(yaml.safe_load_all((MANIFESTS / "ossauthd.yaml").read_text()))
    client_documents = list(yaml.safe_load_all((MANIFESTS / "client.yaml").read_text()))
    metrics_documents = list(yaml.safe_load_all((MANIFESTS / "metrics.yaml").read_text()))
    check_form(daemon_documents + client_documents + metrics_documents)
    if os.getuid() != 0:
        return print("the manifests have the right form; SKIPPED whether they work: containers need root")
    with tempfile.TemporaryDirectory(prefix="ossauthd-node-") as folder:
        os.chmod(folder, 0o755)
        appserver = AppServer(folder)
        node = Node(folder, appserver, daemon_documents + metrics_documents)
        try:
            exercise(node, daemon_documents, client_documents[0], metrics_documents)
        finally:
            node.end()
            appserver.stop()
    print("the manifests have the right form, and work")


def check_form(documents):
    for version in sorted(set(kubernetes_validate.utils.all_versions())):
        if tuple(map(int, version.split("."))) >= OLDEST:
            for document in documents:
                kubernetes_validate.validate(document, version, strict=True)


def exercise(node, daemon_documents, client_document, metrics_documents):
    pod = named(daemon_documents, "DaemonSet")["spec"]["template"]["spec"]
    client = client_document["spec"]
    daemon = node.start(pod)
    [container] = pod["containers"]
    until(lambda: node.probe(daemon, pod, container["livenessProbe"]) == 0)
    until(lambda: node.probe(daemon, pod, container["readinessProbe"]) == 0)

    answer = node.run(client)
    assert answer.returncode == 0 and answer.stdout.startswith("https://pictures.oss-cn-hangzhou"), answer
    outsider = dict(client, securityContext=dict(client["securityContext"], supplementalGroups=[]))
    refused = node.run(outsider)
    assert "you may not use" in refused.stderr, refused
    other = dict(client, securityContext=dict(client["securityContext"], runAsUser=10034))
    assert "no access rule" in node.run(other).stderr, "the rules do not know the user's number"

    exercise_metrics(node, metrics_documents)

    # The same pod sees the daemon after it: the folder was mounted, not the socket.
    waiting = node.start(client, ["/bin/sleep", "600"])
    # Held, since the number of a file that is gone may be given to the next one.
    old = os.open(socket(node), os.O_PATH)
    calls = node.appserver.calls()
    node.stop(daemon)
    daemon = node.start(pod)
    until(lambda: node.probe(daemon, pod, container["readinessProbe"]) == 0)
    assert not os.path.samestat(os.stat(socket(node)), os.fstat(old))
    os.close(old)
    answer = node.inside(waiting, client, client["containers"][0]["command"])
    assert answer.returncode == 0, answer
    assert node.appserver.calls() == calls, "the token did not outlive the pod"
    node.stop(waiting)
    node.stop(daemon)


def exercise_metrics(node, documents):
    """Prometheus finds the port in the annotations, and may reach it."""
    template = named(documents, "DaemonSet")["spec"]["template"]
    port, annotations = node.metrics_port, template["metadata"]["annotations"]
    [rule] = named(documents, "NetworkPolicy")["spec"]["ingress"][0]["ports"]
    assert annotations["prometheus.io/port"] == str(METRICS_PORT) and rule["port"] == METRICS_PORT
    nginx = node.start(template["spec"])
    until(lambda: node.is_up(nginx) and fetched(port, "/metrics")[0] == 200)
    _, metrics = fetched(port, "/metrics")
    assert b"ossauthd_" in metrics, metrics
    assert fetched(port, "/v1/status")[0] == 404, "nginx lets another path through"
    node.stop(nginx)


def fetched(port, path):
    """The status and the body; 0: no one listens yet."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read()
    except urllib.error.URLError:
        return 0, b""


def socket(node):
    return f"{node.folder}/host/run/ossauthd/ossauthd.sock"


class Node:
    """Its disk is a folder; each pod gets a root of its own over the one of this machine."""

    def __init__(self, folder, appserver, documents):
        self.folder, self.appserver, self.documents = folder, appserver, documents
        self.image = f"{folder}/image"
        subprocess.run([ROOT / "packaging" / "install"], check=True, cwd=ROOT, env=dict(
            os.environ, DESTDIR=self.image, PREFIX="/usr", PROGRAMS=PROGRAMS))
        shutil.rmtree(f"{self.image}/etc")
        # The pods share the network of this machine.
        self.metrics_port = free_port()
        self.pods = 0
        self.processes = []

    def start(self, pod, command=None):
        """The process that is process 1 of the pod."""
        self.pods += 1
        [container] = pod["containers"]
        script = "\n".join(["set -e", *self.root(pod, container), "exec " + self.enter(pod, container, command)])
        log = open(f"{self.folder}/pod-{self.pods}.log", "w+")
        process = subprocess.Popen(
            ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--ipc",
             "sh", "-c", script], stdout=log, stderr=log)
        process.log = log
        self.processes.append(process)
        return process

    def run(self, pod):
        process = self.start(pod)
        process.wait(PATIENCE)
        process.log.seek(0)
        text = process.log.read()
        return subprocess.CompletedProcess([], process.returncode, text, text)

    @staticmethod
    def is_up(process):
        if process.poll() is not None:
            process.log.seek(0)
            raise AssertionError(f"the container ended: {process.log.read()}")
        return True

    def probe(self, process, pod, probe):
        self.is_up(process)
        return self.inside(process, pod, probe["exec"]["command"]).returncode

    def inside(self, process, pod, command):
        children = self.children(process)
        if not children:
            return subprocess.CompletedProcess([], 255, "", "")
        [container] = pod["containers"]
        return subprocess.run(
            ["nsenter", "--target", children[0], "--mount", "--pid", "--ipc", "--root", "--wd=/",
             *self.become(pod, container), *command], capture_output=True, text=True, timeout=PATIENCE)

    def stop(self, process):
        """As a node ends a pod: SIGTERM to its first process, and no patience beyond the grace that the manifest gives."""
        children = self.children(process)
        os.kill(int(children[0]), signal.SIGTERM if "ossauthd" in comm(children[0]) else signal.SIGKILL)
        process.wait(15)

    def end(self):
        for process in self.processes:
            # With its user it lost the signal that it would get from the end of its parent.
            for child in self.children(process):
                os.kill(int(child), signal.SIGKILL)
            process.kill()
            process.wait()
            process.log.close()

    @staticmethod
    def children(process):
        """The first process of the pod, as the node sees it; nothing when it has ended."""
        path = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        return path.read_text().split() if path.exists() else []

    def root(self, pod, container):
        """The lines that make the root of a container."""
        root, scratch = f"{self.folder}/root-{self.pods}", f"{self.folder}/scratch-{self.pods}"
        yield f"mkdir -p {root} {scratch}; mount -t tmpfs tmpfs {scratch}; mkdir {scratch}/work"
        yield f"cp -r {self.image} {scratch}/upper"
        yield f"mount -t overlay -o lowerdir=/,upperdir={scratch}/upper,workdir={scratch}/work overlay {root}"
        yield f"mount -t tmpfs tmpfs {root}/run; mount -t tmpfs tmpfs {root}/tmp; mount -t proc proc {root}/proc"
        yield f"mount --rbind /dev {root}/dev"
        volumes = {volume["name"]: volume for volume in pod["volumes"]}
        for mount in container["volumeMounts"]:
            target = root + mount["mountPath"]
            source = self.volume(volumes[mount["name"]])
            yield f"mkdir -p {target}; mount --bind {source} {target}"
            if mount.get("readOnly"):
                yield f"mount -o remount,bind,ro {target}"
        if container["securityContext"].get("readOnlyRootFilesystem"):
            yield f"mount -o remount,ro {root}"

    def volume(self, volume):
        """The folder on the node that stands for a volume."""
        if "hostPath" in volume:
            path = pathlib.Path(self.folder, "host" + volume["hostPath"]["path"])
            if volume["hostPath"]["type"] == "DirectoryOrCreate":
                path.mkdir(parents=True, exist_ok=True, mode=0o755)
            assert path.is_dir(), f"{path} is not on the node"
            return path
        path = pathlib.Path(self.folder, "volumes", f"{self.pods}-{volume['name']}")
        path.mkdir(parents=True)
        if "emptyDir" in volume:
            path.chmod(0o777)
        elif "configMap" in volume:
            [data] = [each["data"] for each in self.documents
                      if each["kind"] == "ConfigMap" and each["metadata"]["name"] == volume["configMap"]["name"]]
            self.fill(path, {name: text.replace("https://appserver.example.com/sts", self.appserver.url)
                             .replace(f"listen {METRICS_PORT};", f"listen {self.metrics_port};")
                             for name, text in data.items()}, 0o644)
        else:
            name, file = SECRET.search(GUIDE.read_text()).groups()
            assert name == volume["secret"]["secretName"], f"the guide creates the Secret {name}"
            self.fill(path, {file: "a token"}, volume["secret"]["defaultMode"])
        return path

    @staticmethod
    def fill(path, files, mode):
        """As links into a folder of data, which is how a node exchanges all files at once."""
        data = path / "..data"
        data.mkdir(mode=0o755)
        for name, text in files.items():
            (data / name).write_text(text)
            (data / name).chmod(mode)
            (path / name).symlink_to(f"..data/{name}")

    def enter(self, pod, container, command):
        words = [f"chroot {self.folder}/root-{self.pods}", *self.become(pod, container), *(command or container["command"])]
        return " ".join(words)

    @staticmethod
    def become(pod, container):
        context = {**pod.get("securityContext", {}), **container["securityContext"]}
        groups = context.get("supplementalGroups") or []
        words = ["/usr/bin/env", "-i", "PATH=/usr/bin:/bin", "setpriv", f"--reuid={context['runAsUser']}",
                 f"--regid={context['runAsGroup']}", "--clear-groups" if not groups else
                 "--groups=" + ",".join(map(str, groups))]
        if context["capabilities"]["drop"] == ["ALL"]:
            words += ["--inh-caps=-all", "--bounding-set=-all"]
        if not context["allowPrivilegeEscalation"]:
            words.append("--no-new-privs")
        return words


class AppServer:
    def __init__(self, folder):
        self.ledger = pathlib.Path(folder, "ledger")
        self.log = open(f"{folder}/appserver.log", "w+")
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/"
        self.process = subprocess.Popen(
            [sys.executable, "-B", ROOT / "packaging/examples/appserver.py", "--port", str(port), "--ledger", self.ledger],
            stdout=self.log, stderr=self.log)

    def calls(self):
        return len(self.ledger.read_text().splitlines())

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


def comm(process):
    return pathlib.Path(f"/proc/{process}/comm").read_text()


def named(documents, kind):
    [document] = [document for document in documents if document["kind"] == kind]
    return document


def until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.05)


if __name__ == "__main__":
    main()
