"""The manifests for Kubernetes: are they what a cluster takes, and does what they describe work?

Their form is checked by the schemas of the releases of Kubernetes that kubernetes-validate brings. Then their containers run as on a
node: with the mounts, the users, the groups and the capabilities that they name, each in a root of its own.
"""

import os
import tempfile
import urllib.error
import urllib.request

import gateway
import kubernetes_validate
import yaml
from node import METRICS_PORT, PATIENCE, ROOT, AppServer, Node, named, until

MANIFESTS = ROOT / "packaging" / "kubernetes"
OLDEST = (1, 29, 0)


def main():
    documents = {path.stem: list(yaml.safe_load_all(path.read_text())) for path in MANIFESTS.iterdir()}
    check_form(sum(documents.values(), []))
    if os.getuid() != 0:
        return print("the manifests have the right form; SKIPPED whether they work: containers need root")
    with tempfile.TemporaryDirectory(prefix="ossauthd-node-") as folder:
        os.chmod(folder, 0o755)
        appserver = AppServer(folder)
        node = Node(folder, appserver, documents["ossauthd"] + documents["metrics"])
        try:
            exercise(node, documents["ossauthd"], documents["client"][0], documents["metrics"])
        finally:
            node.end()
            appserver.stop()
    gateway.exercise(documents["gateway"])
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
    until(lambda: node.probe(daemon, container["livenessProbe"]) == 0)
    until(lambda: node.probe(daemon, container["readinessProbe"]) == 0)

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
    until(lambda: node.probe(daemon, container["readinessProbe"]) == 0)
    assert not os.path.samestat(os.stat(socket(node)), os.fstat(old))
    os.close(old)
    answer = node.inside(waiting, client["containers"][0]["command"])
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


if __name__ == "__main__":
    main()
