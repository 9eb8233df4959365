"""A stand-in for IDaaS EIAM and for any server of RFC 7523: it checks proofs with PyJWT, cryptography and openssl.

    idaas_standin.py FOLDER [METADATA-ADDRESS]

FOLDER has what the operator registered: client.pem (a public key), second.pem (another one, with its name in `kid`), root.pem (the authority of certificates), platform.pem (the
key of an issuer of tokens), and server.pem for TLS. `clock` there has the seconds by which this server is ahead. Each decision is one line of
FOLDER/log. With an address it is the metadata service too, which signs with metadata.pem. It prints its port when it is ready.
"""

import base64
import datetime
import email.utils
import hashlib
import http.server
import json
import pathlib
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import pkcs7

FOLDER = pathlib.Path(sys.argv[1])
TOKEN_PATH = "/api/v2/iauths_system/oauth2/token"
ROLE_PATH = "/v2/idaas_example/cloudAccountRoles/_/actions/obtainAccessCredential"
ROLE, CLIENT, NAME = "acs:ram::1:role/media", "app_example", "hosts"
SCOPE = "urn:cloud:idaas:pam|cloud_account_role:obtain_access_credential"
IDAAS = "urn:cloud:idaas:params:oauth:client-assertion-type:"
seen, tokens, lock = set(), set(), threading.Lock()


class Refused(Exception):
    pass


def require(holds, reason):
    if not holds:
        raise Refused(reason)


def now():
    clock = FOLDER / "clock"
    return time.time() + (int(clock.read_text()) if clock.exists() else 0)


def note(line):
    with lock, open(FOLDER / "log", "a") as log:
        log.write(line + "\n")


def check(token, key, audience, issuer=CLIENT, subject=CLIENT):
    """The claims of a token that is used for the first time, by the clock of this server."""
    try:
        claims = jwt.decode(
            token, key, algorithms=["RS256", "ES256"], audience=audience, issuer=issuer, subject=subject,
            options={"require": ["exp", "iat", "jti", "sub"], "verify_exp": False, "verify_iat": False})
    except jwt.PyJWTError as error:
        raise Refused(f"{type(error).__name__}: {error}") from error
    require(claims["iat"] <= now() + 1, "issued in the future")
    require(claims["exp"] > now(), "expired")
    require(issuer != CLIENT or claims["exp"] - claims["iat"] <= 600, "valid for too long")
    with lock:
        require(claims["jti"] not in seen, "replayed")
        seen.add(claims["jti"])
    return claims


def certified_key(certificates):
    """The key of the first certificate, if each is issued by the next one and the last by the authority."""
    chain = [*certificates, x509.load_pem_x509_certificate((FOLDER / "root.pem").read_bytes())]
    require(certificates, "no certificate")
    time_now = datetime.datetime.fromtimestamp(now(), datetime.UTC)
    for certificate, issuer in zip(chain, chain[1:]):
        require(certificate.not_valid_before_utc <= time_now <= certificate.not_valid_after_utc, "the certificate is not valid now")
        try:
            certificate.verify_directly_issued_by(issuer)
        except Exception as error:
            raise Refused("a certificate of another authority") from error
    return certificates[0].public_key()


def public_key(name):
    return serialization.load_pem_public_key((FOLDER / name).read_bytes())


def thumbprint(key):
    """RFC 7638, from PyJWT's own form of the key."""
    algorithm = jwt.algorithms.RSAAlgorithm if isinstance(key, rsa.RSAPublicKey) else jwt.algorithms.ECAlgorithm
    members = {name: value for name, value in algorithm.to_jwk(key, as_dict=True).items() if name in ["crv", "e", "kty", "n", "x", "y"]}
    text = json.dumps(members, sort_keys=True, separators=(",", ":"))
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def registered_key(name):
    """That of the client with this name. A server that has two keys needs one; the file `kid` names the second one."""
    key, second = public_key("client.pem"), FOLDER / "second.pem"
    if name is None:
        require(not second.exists(), "without the name of one of two keys")
        return key
    if second.exists() and name == (FOLDER / "kid").read_text():
        return public_key("second.pem")
    require(name == thumbprint(key), "kid is invalid")
    return key


def attested(document, instance="idaas_example"):
    signed = FOLDER / "attested.der"
    signed.write_bytes(base64.b64decode(document, validate=True))
    done = subprocess.run(
        ["openssl", "cms", "-verify", "-inform", "DER", "-in", signed, "-CAfile", FOLDER / "metadata.pem", "-purpose", "any"],
        capture_output=True)
    require(done.returncode == 0, "not signed by the metadata service")
    audience = json.loads(json.loads(done.stdout)["audience"])
    require(audience["aud"] == instance, "for another instance of IDaaS")
    require(abs(audience["signingTime"] - now()) <= 60, "signed at another time")


def accept(form, audience):
    """How the client proved who it is."""
    require(form.get("grant_type") == "client_credentials" and form.get("scope") == SCOPE, "not a request of a client")
    require(form.get("client_id") == CLIENT, "another client")
    kind, proof = form.get("client_assertion_type", ""), form.get("client_assertion", "")
    if kind.startswith(IDAAS):
        require(form.get("application_federated_credential_name") == NAME, "no federated credential of this name")
    match kind.removeprefix(IDAAS):
        case "urn:ietf:params:oauth:client-assertion-type:jwt-bearer":
            header = jwt.get_unverified_header(proof)
            if "x5c" in header:
                require("kid" not in header, "kid is invalid")
                check(proof, certified_key([x509.load_der_x509_certificate(base64.b64decode(each)) for each in header["x5c"]]), audience)
                return "x5c"
            if jwt.decode(proof, options={"verify_signature": False}).get("iss") != CLIENT:
                check(proof, public_key("platform.pem"), "idaas", "https://platform.example", "system:host-17")
                return "token of a platform"
            check(proof, registered_key(header.get("kid")), audience)
            return "key"
        case "x509-jwt-bearer":
            texts = form.get("client_x509", "") + form.get("client_x509_chain", "")
            check(proof, certified_key(x509.load_pem_x509_certificates(texts.encode())), audience)
            return "certificate"
        case "id-token-bearer":
            check(proof, public_key("platform.pem"), "idaas", "https://platform.example", "system:host-17")
            return "token of a platform"
        case "pkcs7-bearer":
            attested(proof)
            return "instance"
        case _:
            raise Refused(f"no proof that this server knows: {kind}")


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        form = dict(urllib.parse.parse_qsl(body.decode(), strict_parsing=True))
        try:
            require(self.path == TOKEN_PATH, f"no such path: {self.path}")
            way = accept(form, f"https://{self.headers['Host']}{self.path}")
        except Refused as refusal:
            note(f"refused {refusal}")
            return self.answer(401, {"error": "invalid_client", "error_description": str(refusal), "request_id": "1"})
        note(f"accepted {way}")
        with lock:
            token = f"token-{len(tokens)}"
            tokens.add(token)
        self.answer(200, {"access_token": token, "token_type": "Bearer", "expires_in": 1200, "expires_at": int(now()) + 1200})

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path != ROLE_PATH or self.headers.get("Authorization", "").removeprefix("Bearer ") not in tokens:
            return self.answer(401, {"error": "invalid_token", "error_description": "no such token", "request_id": "2"})
        if urllib.parse.parse_qs(query) != {"cloudAccountRoleExternalId": [ROLE]}:
            return self.answer(403, {"error": "Forbidden.Role", "error_description": "no such role", "request_id": "3"})
        end = datetime.datetime.fromtimestamp(int(now()) + 3600, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        # Each answer is another credential.
        number = len((FOLDER / "log").read_text().splitlines())
        self.answer(200, {"cloudAccountRoleAccessCredential": {"alibabaCloudStsToken": {
            "accessKeyId": f"STS.idaas{number}", "accessKeySecret": f"secret{number}", "securityToken": f"security-token-{number}",
            "expiration": end}}})

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response_only(status)
        self.send_header("Date", email.utils.formatdate(now(), usegmt=True))
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Metadata(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_PUT(self):
        self.answer(200 if self.path == "/latest/api/token" else 404, b"metadata-token")

    def do_GET(self):
        path, _, query = self.path.partition("?")
        audience = urllib.parse.parse_qs(query).get("audience", [""])[0]
        if path != "/latest/dynamic/instance-identity/pkcs7" or self.headers.get("X-aliyun-ecs-metadata-token") != "metadata-token":
            return self.answer(404, b"")
        content = json.dumps({"instance-id": "i-example", "audience": audience}).encode()
        certificate = x509.load_pem_x509_certificate((FOLDER / "metadata.pem").read_bytes())
        key = serialization.load_pem_private_key((FOLDER / "metadata.key").read_bytes(), None)
        signed = pkcs7.PKCS7SignatureBuilder().set_data(content).add_signer(certificate, key, hashes.SHA256()).sign(
            serialization.Encoding.DER, [pkcs7.PKCS7Options.Binary])
        self.answer(200, base64.b64encode(signed))

    def answer(self, status, body):
        self.send_response_only(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(FOLDER / "server.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    if len(sys.argv) > 2:
        metadata = http.server.ThreadingHTTPServer((sys.argv[2], 80), Metadata)
        threading.Thread(target=metadata.serve_forever, daemon=True).start()
    print(server.server_port, flush=True)
    server.serve_forever()
