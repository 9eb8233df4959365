"""The keys of an identity provider, which the AppServer fetches over HTTPS, with and without discovery."""

import http.server
import json
import os
import socket
import ssl
import subprocess
import sys
import threading
import time
import unittest

from servers import ROOT, TokenKey, free_port, until
from test_service import OTHER, Service

sys.path.insert(0, str(ROOT / "Tests/Support/Fixtures"))
from authority import Authority  # noqa: E402

DOCUMENT, KEYS = "/realms/main/.well-known/openid-configuration", "/realms/main/protocol/openid-connect/certs"


class Provider:
    """A provider with one realm, in the shape of Keycloak; notes when it was asked for what."""

    def __init__(self, folder):
        self.authority = Authority(folder).serve("localhost")
        self.keys, self.asked, self.certificates, self.code = [], [], KEYS, 200
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                provider.asked.append((self.path, time.monotonic()))
                body = json.dumps(provider.answers()[self.path]).encode()
                self.send_response(provider.code)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        # A client that does not believe the certificate ends the connection.
        self.server.handle_error = lambda *_: None
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.authority.server)
        # The thread of the connection does it, as that which accepts has to go on.
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.address = f"https://localhost:{self.server.server_port}"
        self.issuer = self.stated = f"{self.address}/realms/main"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answers(self):
        encryption = {"kid": "enc", "kty": "RSA", "alg": "RSA-OAEP", "use": "enc", "n": "AQAB", "e": "AQAB", "x5c": ["AAAA"]}
        return {DOCUMENT: {"issuer": self.stated, "jwks_uri": self.address + self.certificates, "claims_parameter_supported": True,
                           "mtls_endpoint_aliases": {"token_endpoint": f"{self.stated}/token"}},
                KEYS: {"keys": [key.public() | {"use": "sig"} for key in self.keys] + [encryption]}}

    def times(self, path):
        return [when for asked, when in self.asked if asked == path]

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class WithProvider(Service):
    def setUp(self):
        super().setUp()
        self.provider = Provider(self.site.path)
        self.addCleanup(self.provider.stop)
        self.key = self.new_key("first")
        self.provider.keys = [self.key]

    def new_key(self, name):
        return TokenKey(self.site.path / f"{name}.pem", kid=name)

    def jwt(self, key):
        return key.token(self.provider.issuer, "alice", "hosts")

    def settings(self, address="discover", authorities=True):
        return (f"JWKSURL={address}\nIssuer={self.provider.issuer}\nAudience=oss\n"
                + (f"JWKSCAFile={self.provider.authority.file}\n" if authorities else ""))

    def flood(self, token, count):
        """The statuses of so many requests with this token."""
        done = subprocess.run(
            ["curl", "-s", "-w", "%{http_code}\n", "-o", "/dev/null", "--unix-socket", self.state / "a.sock", "--oauth2-bearer", token,
             f"http://a/sts?[1-{count}]"], capture_output=True, text=True)
        return done.stdout.split()

    def status(self, key):
        return self.ask(token=self.jwt(key))[0]

    def test_a_new_key_is_found_with_one_question_a_minute_and_outlives_the_provider(self):
        server = self.start(self.settings())
        until(lambda: self.status(self.key) == 200)
        self.assertEqual([path for path, _ in self.provider.asked], [DOCUMENT, KEYS])
        new, unknown = self.new_key("second"), self.new_key("unknown")
        self.provider.keys = [new]
        self.assertEqual(set(self.flood(self.jwt(unknown), 300)), {"401"})
        self.assertEqual(self.status(new), 401)
        self.assertEqual(len(self.provider.asked), 2)
        until(lambda: self.status(new) == 200, seconds=90)
        self.assertEqual([path for path, _ in self.provider.asked], [DOCUMENT, KEYS] * 2)
        first, second = self.provider.times(DOCUMENT)
        self.assertGreater(second - first, 59)
        # The provider no longer has this key.
        self.assertEqual((self.status(self.key), self.status(unknown)), (401, 401))

        self.provider.stop()
        server.terminate()
        server.wait()
        self.start(self.settings())
        self.assertEqual(self.status(new), 200)
        until(lambda: self.lines("JWKSURL= cannot be fetched"))
        self.assertIn("(unreachable)", self.lines("JWKSURL= cannot be fetched")[0])
        self.assertEqual(json.loads(self.ask("/health")[1]), {"healthy": True, "unreadable": ["JWKSURL"]})
        self.assertIn('ossauth_appserver_file_current{file="JWKSURL"} 0\n', self.ask("/metrics")[1])
        # It is unknown now whether the provider has this key.
        self.assertEqual((self.status(new), self.status(unknown)), (200, 503))

    def test_the_keys_may_be_at_a_known_address(self):
        self.start(self.settings(self.provider.address + KEYS))
        until(lambda: self.status(self.key) == 200)
        self.assertEqual([path for path, _ in self.provider.asked], [KEYS])
        self.assertEqual(len(self.lines(f"keys for JSON Web Tokens fetched: 1 from {self.provider.address}{KEYS}")), 1)
        [copy] = self.state.glob("jwks-*.json")
        self.assertEqual(copy.stat().st_mode & 0o077, 0)

    def stored_copy(self, *address):
        """The keys that a server has fetched and left behind."""
        server = self.start(self.settings(*address))
        until(lambda: self.status(self.key) == 200)
        server.terminate()
        server.wait()
        [copy] = self.state.glob("jwks-*.json")
        return copy

    def test_a_copy_is_for_its_own_address(self):
        self.stored_copy(self.provider.address + KEYS)
        self.start(self.settings(f"https://localhost:{free_port()}{KEYS}"))
        self.assertEqual(self.status(self.key), 503)

    def test_only_a_recent_copy_that_no_other_user_can_change_counts(self):
        server = self.start(self.settings())
        until(lambda: self.status(self.key) == 200)
        self.provider.stop()
        [copy] = self.state.glob("jwks-*.json")
        last_week = time.time() - 8 * 86_400
        changes = {"none": lambda: None, "mode": lambda: copy.chmod(0o666), "age": lambda: os.utime(copy, (last_week, last_week))}
        if os.getuid() == 0:
            changes["owner"] = lambda: os.chown(copy, OTHER, OTHER)
        for name, change in changes.items():
            with self.subTest(name):
                server.terminate()
                server.wait()
                copy.chmod(0o600)
                change()
                server = self.start(self.settings())
                self.assertEqual(self.status(self.key), 200 if name == "none" else 503)
                os.utime(copy)

    def test_a_fetch_makes_the_copy_new(self):
        copy = self.stored_copy()
        # It still counts, so the fetch brings no new key.
        yesterday = time.time() - 86_400
        os.utime(copy, (yesterday, yesterday))
        self.start(self.settings())
        until(lambda: copy.stat().st_mtime > yesterday + 3_600)

    def test_an_answer_other_than_200_has_no_keys(self):
        self.provider.code = 404
        self.start(self.settings(self.provider.address + KEYS))
        until(lambda: self.lines("JWKSURL= cannot be fetched"))
        self.assertEqual(([path for path, _ in self.provider.asked], self.status(self.key)), ([KEYS], 503))

    def test_a_key_set_with_one_name_for_two_keys_leaves_the_keys_from_before(self):
        copy = self.stored_copy()
        other = self.new_key("other")
        other.names = self.key.names
        self.provider.keys = [self.key, other]
        self.start(self.settings())
        until(lambda: self.lines("two keys of one algorithm have the kid 'first' (answer)"))
        self.assertEqual((self.status(self.key), self.status(other)), (200, 401))
        self.assertEqual(len(json.loads(copy.read_text())["keys"]), 2)

    def test_keys_whose_first_fetch_hangs_are_not_current(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            self.start(self.settings(f"https://localhost:{silent.getsockname()[1]}/keys"))
            self.assertEqual(json.loads(self.ask("/health")[1]), {"healthy": True, "unreadable": ["JWKSURL"]})
            self.assertEqual(self.status(self.key), 503)

    def test_a_damaged_copy_is_as_good_as_none(self):
        copy = self.stored_copy()
        copy.write_text("{")
        self.start(self.settings())
        until(lambda: self.status(self.key) == 200)
        self.assertIn("first", copy.read_text())

    def test_a_document_that_names_itself_is_no_loop(self):
        self.provider.certificates = DOCUMENT
        self.start(self.settings())
        until(lambda: self.lines("no key is for RS256"))
        self.assertEqual([path for path, _ in self.provider.asked], [DOCUMENT] * 2)

    def test_the_document_of_another_issuer_is_refused(self):
        self.provider.stated = f"{self.provider.address}/realms/other"
        self.start(self.settings())
        web1 = self.enrol("web1")
        until(lambda: self.lines("which is not Issuer= byte by byte (answer)"))
        self.assertEqual([path for path, _ in self.provider.asked], [DOCUMENT])
        self.assertEqual((self.status(self.key), self.ask(token=web1)[0]), (503, 200))

    def test_a_provider_with_a_certificate_of_another_authority_is_not_believed(self):
        self.start(self.settings(authorities=False))
        until(lambda: self.lines("(tls)"))
        self.assertIn("see the certificate of the provider, and JWKSCAFile=", self.lines("(tls)")[0])
        self.assertEqual((self.provider.asked, self.status(self.key)), ([], 503))

    def test_without_a_helper_the_server_starts_and_serves_users_of_other_proofs(self):
        self.start(self.settings(), OSSAUTHD_FETCH_SOCKET=str(self.site.path / "none.sock"))
        web1 = self.enrol("web1")
        until(lambda: self.lines("'systemctl start ossauth-appserver-fetch.socket' (helper-unreachable)"))
        self.assertEqual((self.status(self.key), self.ask(token=web1)[0]), (503, 200))
        _, head = self.ask("/sts", self.jwt(self.key), "-i")
        self.assertRegex(head, r"\nRetry-After: [1-9]\d?\n")


if __name__ == "__main__":
    unittest.main()
