"""The web site of docs/gateway.md: nginx before a private bucket, as a client of the gateway, with a cache."""

import http.client
import os
import pathlib
import pwd
import re
import socket
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / each) for each in ("Support/Namespaces", "Support/Fixtures", "Systems/Compatibility")]
from gateway_scene import PORT, GatewayScene  # noqa: E402
from namespaces import obstacle  # noqa: E402
from neighbours import ROOT  # noqa: E402

# The scene has the metadata of an instance at port 80.
WEB, OTHER = 8080, 8081
GUIDE = (ROOT / "docs/gateway.md").read_text()
[SITE] = re.findall(r"```nginx\n(proxy_cache_path.*?)```", GUIDE, re.DOTALL)
[RULE] = re.findall(r"```ini\n(\[Access site\].*?)```", GUIDE, re.DOTALL)
RULES = f"\n{RULE}\n{RULE.replace('[Access site]', '[Access other]').replace('examplebucket', 'other')}"
# Distributions have this around a server: a master of root, and workers of www-data.
CONFIGURATION = """\
daemon off;
user www-data;
pid {folder}/pid;
error_log stderr warn;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3; uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;
    {site}
    {other}
}}
"""


class Scene(GatewayScene):
    """With the web server of the guide, and a second site of another bucket that shares its cache."""

    def start_nginx(self):
        super().start_nginx()
        folder = self.directory / "web"
        folder.mkdir()
        os.chown(folder, pwd.getpwnam("www-data").pw_uid, -1)
        site = SITE.replace("/var/cache/nginx/site", str(folder / "cache")).replace("listen 80;", f"listen {WEB};")
        other = site[site.index("server {"):].replace("examplebucket", "other").replace(f"listen {WEB}", f"listen {OTHER}")
        (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, site=site, other=other))
        self.start("web", self.within("/usr/sbin/nginx", "-c", folder / "nginx.conf"))
        self.until((folder / "pid").exists)


@unittest.skipIf(obstacle(), obstacle())
class SiteTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scene = cls.enterClassContext(Scene(ROOT / ".build/debug", rules=RULES, lifetime=3_600, buckets=["examplebucket", "other"]))

    def ask(self, port, method, target, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.sock = self.scene.namespace.work(lambda: socket.create_connection(("127.0.0.1", port)))
        self.addCleanup(connection.close)
        connection.request(method, target, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def store(self, bucket, key, content):
        self.assertEqual(self.ask(PORT, "PUT", f"/{bucket}/{key}", content, Authorization="OSS any:key")[0], 200)

    def requests(self, target):
        """How often a GET of this target reached OSS."""
        return sum(line.split(" ")[3:] == ["GET", target] for line in self.scene.requests.read_text().splitlines())

    def test_a_browser_needs_no_signature_and_the_second_request_comes_from_the_cache(self):
        self.store("examplebucket", "site/a%20b.html", b"content")
        for _ in range(2):
            self.assertEqual(self.ask(WEB, "GET", "/a%20b.html"), (200, b"content"))
        self.assertEqual(self.ask(WEB, "HEAD", "/a%20b.html"), (200, b""))
        self.assertEqual(self.ask(WEB, "GET", "/a%20b.html", Range="bytes=1-3"), (206, b"ont"))
        self.assertEqual(self.requests("/site/a%20b.html"), 1)

    def test_the_headers_and_the_query_of_a_browser_do_not_reach_oss(self):
        self.store("examplebucket", "site/b.html", b"content")
        headers = {"Cookie": "a=b", "Origin": "https://example.com", "Authorization": "Basic eA==", "X-Forwarded-For": "192.0.2.1"}
        self.assertEqual(self.ask(WEB, "GET", "/b.html?acl&response-content-type=text/css", **headers), (200, b"content"))
        self.assertEqual(self.requests("/site/b.html"), 1)

    def test_only_the_folder_of_the_site_is_served_and_nothing_is_changed(self):
        self.store("examplebucket", "private/c", b"secret")
        self.store("examplebucket", "site/c", b"content")
        for target in ("/private/c", "/../private/c", "/..%2fprivate/c", "/%2e%2e/private/c", "/x/..%2f..%2fprivate/c", "/..%252fprivate/c"):
            status, answer = self.ask(WEB, "GET", target)
            self.assertIn(status, (400, 403, 404), target)
            self.assertNotIn(b"secret", answer)
        for method in ("PUT", "POST", "DELETE"):
            self.assertEqual(self.ask(WEB, method, "/c", b"x")[0], 403)
        # The rule refuses the web server itself what the guide does not send.
        work = self.ask_as_web_server
        self.assertEqual([work(line) for line in ("GET /examplebucket/site/c", "GET /examplebucket/private/c", "PUT /examplebucket/site/c",
                                                  "GET /examplebucket/")], [200, 403, 403, 403])

    def ask_as_web_server(self, line):
        method, target = line.split(" ")
        command = self.scene.within(
            "setpriv", "--reuid=www-data", "--regid=www-data", "--clear-groups", "curl", "--silent", "-o", "/dev/null", "-w", "%{http_code}",
            "-X", method, "-H", "Authorization: OSS any:key", f"http://127.0.0.1:{PORT}{target}")
        return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    def test_the_cache_gives_a_site_nothing_of_another(self):
        self.store("examplebucket", "site/d", b"of one")
        self.store("other", "site/d", b"of the other")
        for _ in range(2):
            self.assertEqual(self.ask(WEB, "GET", "/d"), (200, b"of one"))
            self.assertEqual(self.ask(OTHER, "GET", "/d"), (200, b"of the other"))

    def test_an_error_is_not_kept(self):
        self.assertEqual(self.ask(WEB, "GET", "/e")[0], 404)
        self.store("examplebucket", "site/e", b"content")
        self.assertEqual(self.ask(WEB, "GET", "/e"), (200, b"content"))


if __name__ == "__main__":
    unittest.main()
