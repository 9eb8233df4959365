"""A node of a cluster: it runs pods as their manifests say, each container in a root of its own."""

import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Fixtures"))
sys.path.insert(0, str(ROOT / "Tests" / "Support" / "Namespaces"))
sys.path.insert(0, str(ROOT / "Tests" / "Systems" / "Installation"))
import finished  # noqa: E402
from free_port import free_port  # noqa: E402
from names_of_oss import TRUSTED  # noqa: E402

# The commands that create Secrets; a manifest with one would overwrite the token when it is applied again.
GUIDE = ROOT / "docs" / "connect" / "kubernetes.md"
SECRETS = dict(re.findall(r"create secret generic (\S+) --from-file=(\S+)", GUIDE.read_text()))
PROGRAMS = ROOT / ".build" / "debug"
# The content of each Secret.
TOKEN = "token-for-the-appserver"
METRICS_PORT = 9321
# Long enough for any machine, also for one that does much else; only a failing test waits so long.
PATIENCE = 60


class Node:
    """Its disk is a folder; each container gets a root of its own over the one of this machine.

    Its pods share the network of this machine, or are in the namespace of `NamesOfOSS`, whose names and authority they know.
    """

    def __init__(self, folder, appserver, documents, network=None):
        self.folder, self.appserver, self.documents, self.network = folder, appserver, documents, network
        self.image = f"{folder}/image"
        programs = finished.lay_out(pathlib.Path(folder, "programs"))
        subprocess.run([ROOT / "packaging" / "install"], check=True, cwd=ROOT, env=dict(
            os.environ, DESTDIR=self.image, PREFIX="/usr", PROGRAMS=str(programs)))
        shutil.rmtree(f"{self.image}/etc")
        self.metrics_port = free_port()
        self.containers = 0
        self.processes = []

    def start(self, pod, command=None):
        """The process that is process 1 of the only container."""
        [container] = pod["containers"]
        return self.start_container(pod, container, self.volumes(pod), command)

    def start_pod(self, pod, commands):
        """The first processes of all containers, by name; `commands` are in place of those of the manifest."""
        for setting in pod["securityContext"]["sysctls"]:
            path = pathlib.Path("/proc/sys", setting["name"].replace(".", "/"))
            self.network.work(lambda path=path, value=setting["value"]: path.write_text(value))
        volumes, started = self.volumes(pod), {}
        for container in pod["initContainers"] + pod["containers"]:
            name = container["name"]
            process = self.start_container(pod, container, volumes, commands.get(name))
            if container in pod["initContainers"] and "restartPolicy" not in container:
                assert process.wait(PATIENCE) == 0, self.output(process)
                continue
            started[name] = process
            if probe := container.get("startupProbe"):
                until(lambda process=process, probe=probe: self.probe(process, probe) == 0)
        return started

    def start_container(self, pod, container, volumes, command):
        self.containers += 1
        root = f"{self.folder}/root-{self.containers}"
        words = ["chroot", root, *self.become(pod, container), *(command or container["command"])]
        script = "\n".join(["set -e", *self.root(root, container, volumes), "exec " + shlex.join(words)])
        log = open(f"{self.folder}/container-{self.containers}.log", "w+")
        # A container may open its own output again.
        os.chmod(log.fileno(), 0o666)
        unshare = ["unshare", "--mount", "--propagation", "private", "--pid", "--fork", "--kill-child", "--ipc", "sh", "-c", script]
        process = subprocess.Popen(self.network.command(*unshare) if self.network else unshare, stdout=log, stderr=log)
        process.log, process.become = log, self.become(pod, container)
        self.processes.append(process)
        return process

    def run(self, pod):
        process = self.start(pod)
        process.wait(PATIENCE)
        text = self.output(process)
        return subprocess.CompletedProcess([], process.returncode, text, text)

    @staticmethod
    def output(process):
        process.log.seek(0)
        return process.log.read()

    def is_up(self, process):
        if process.poll() is not None:
            raise AssertionError(f"the container ended: {self.output(process)}")
        return True

    def probe(self, process, probe):
        self.is_up(process)
        return self.inside(process, probe["exec"]["command"]).returncode

    def inside(self, process, command, become=None, **options):
        children = self.children(process)
        if not children:
            return subprocess.CompletedProcess([], 255, "", "")
        return subprocess.run(
            ["nsenter", "--target", children[0], "--mount", "--pid", "--ipc", "--net", "--root", "--wd=/",
             *(become or process.become), *command],
            capture_output=True, text=True, timeout=PATIENCE, **options)

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
        """The first process of the container, as the node sees it; nothing when it has ended."""
        path = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        return path.read_text().split() if path.exists() else []

    def root(self, root, container, volumes):
        """The lines that make the root of a container."""
        scratch = f"{root}-scratch"
        yield f"mkdir -p {root} {scratch}; mount -t tmpfs tmpfs {scratch}; mkdir {scratch}/work"
        yield f"cp -r {self.image} {scratch}/upper"
        yield f"mount -t overlay -o lowerdir=/,upperdir={scratch}/upper,workdir={scratch}/work overlay {root}"
        yield f"mount -t tmpfs tmpfs {root}/run; mount -t tmpfs tmpfs {root}/tmp; mount -t proc proc {root}/proc"
        yield f"mount --rbind /dev {root}/dev"
        if self.network:
            yield f"cp {self.network.hosts} {root}/etc/hosts; cp {self.network.authority.file} {root}{TRUSTED}"
        for mount in container.get("volumeMounts", []):
            target = root + mount["mountPath"]
            yield f"mkdir -p {target}; mount --bind {volumes[mount['name']] / mount.get('subPath', '')} {target}"
            if mount.get("readOnly"):
                yield f"mount -o remount,bind,ro {target}"
        if container["securityContext"].get("readOnlyRootFilesystem"):
            yield f"mount -o remount,ro {root}"

    def volumes(self, pod):
        """The folders on the node that stand for the volumes of a pod."""
        return {volume["name"]: self.volume(volume) for volume in pod["volumes"]}

    def volume(self, volume):
        if "hostPath" in volume:
            path = pathlib.Path(self.folder, "host" + volume["hostPath"]["path"])
            if volume["hostPath"]["type"] == "DirectoryOrCreate":
                path.mkdir(parents=True, exist_ok=True, mode=0o755)
            assert path.is_dir(), f"{path} is not on the node"
            return path
        path = pathlib.Path(self.folder, "volumes", f"{self.containers}-{volume['name']}")
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
            name = volume["secret"]["secretName"]
            assert name in SECRETS, f"the guide creates the Secrets {list(SECRETS)}"
            self.fill(path, {SECRETS[name]: TOKEN}, volume["secret"].get("defaultMode", 0o644))
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

    @staticmethod
    def become(pod, container):
        context = {**pod.get("securityContext", {}), **container["securityContext"]}
        groups = context.get("supplementalGroups") or []
        variables = [f"{each['name']}={each['value']}" for each in container.get("env", [])]
        words = ["/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/bin", *variables, "setpriv", f"--reuid={context['runAsUser']}",
                 f"--regid={context['runAsGroup']}", "--clear-groups" if not groups else
                 "--groups=" + ",".join(map(str, groups))]
        if context["capabilities"]["drop"] == ["ALL"]:
            words += ["--inh-caps=-all", "--bounding-set=-all"]
        if not context["allowPrivilegeEscalation"]:
            words.append("--no-new-privs")
        return words


class AppServer:
    def __init__(self, folder, network=None):
        self.ledger = pathlib.Path(folder, "ledger")
        self.log = open(f"{folder}/appserver.log", "w+")
        port = free_port()
        self.url = f"http://127.0.0.1:{port}/"
        words = [sys.executable, "-B", ROOT / "packaging/examples/appserver.py", "--port", str(port), "--ledger", self.ledger]
        self.process = subprocess.Popen(network.command(*words) if network else words, stdout=self.log, stderr=self.log)

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
