#!/usr/bin/env python3
"""A stand-in for OSS that checks every signature by its own computation, and stores and returns objects in memory.

It knows the access keys from a ledger: a file of JSON lines, `{"AccessKeyId", "AccessKeySecret", "SecurityToken",
"Expiration"}`, to which every program that hands out credentials appends. With `Policy` in a line it enforces that policy;
with `--log` it writes a line for each request, with the `Session` of the credential.

It is as strict as OSS is documented to be: the bucket must be in the name of a host of OSS, chunks must be signed, and the
deletion of several objects needs `Content-MD5`.
"""

import argparse
import base64
import re
import ssl
import sys
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import oss_form
from oss_bulk import keys_to_delete
from oss_claim_s3 import is_s3, payload
from oss_ledger import Ledger
from oss_request import OSSError, Request, decode, path_style
from oss_store import RESPONSE_OVERRIDES, Store, xml
from oss_verify import verify
from ram_policy import is_allowed

MAX_BODY = 256 << 20

# Parameters that a plain request on an object or a bucket may carry; any other name asks for what is not here.
LIST_PARAMETERS = {"list-type", "prefix", "marker", "delimiter", "max-keys", "encoding-type", "continuation-token",
                   "start-after", "fetch-owner"}
SIGNATURE_PARAMETERS = {"OSSAccessKeyId", "Expires", "Signature", "security-token", "x-oss-signature-version", "x-oss-date",
                        "x-oss-expires", "x-oss-credential", "x-oss-security-token", "x-oss-additional-headers",
                        "x-oss-signature", "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires",
                        "X-Amz-SignedHeaders", "X-Amz-Security-Token", "X-Amz-Signature",
                        "x-id"}  # the name of an operation, which clients of S3 add


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "OSSStandin", ""
    timeout = 60
    wbufsize = -1  # an answer leaves in one piece, with its headers
    session = None

    def handle_request(self):
        self.request_id, self.bucket, self.key_id = uuid.uuid4().hex[:24].upper(), "-", "-"
        try:
            self.body = self._read_body()
            if self.body is None:
                # A body that was not sent to its end changes nothing, and there is no client left to answer.
                self.close_connection = True
                return
            headers = self._headers()
            target = self.requestline.split(" ")[1]  # `path` has lost doubled slashes
            request = Request.from_wire(self.command, target, headers, self.server.cnames)
            self.bucket = request.bucket or "-"
            answer, code = self._dispatch(request), "-"
        except OSSError as error:
            answer, code = self._refusal(error), error.code
        # Before the answer, so that a client that has it finds the line.
        self._record(code)
        self._answer(*answer)

    do_GET = do_PUT = do_POST = do_HEAD = do_DELETE = do_OPTIONS = handle_request

    def handle_expect_100(self):
        super().handle_expect_100()
        self.wfile.flush()
        return True

    def _dispatch(self, request):
        host = re.sub(r":\d+$", "", request.headers.get("host", "").lower())
        if request.bucket and host.endswith(".aliyuncs.com") and not host.startswith(f"{request.bucket}."):
            raise path_style()
        is_form = request.headers.get("content-type", "").lower().startswith("multipart/form-data")
        if request.method == "POST" and request.key is None and request.bucket and is_form:
            return self._post_form(request)
        credential = verify(request, self.server.ledger, time.time(), self.server.region)
        self.session, self.key_id = credential.session, credential.access_key_id
        if is_s3(request):
            self.body = payload(request, self.body, credential)
        if request.bucket is None:
            raise _not_implemented("The service itself")
        self.server.store.check_names(request.bucket, request.key)
        names = {name for name, _ in request.query} - SIGNATURE_PARAMETERS - set(RESPONSE_OVERRIDES)
        if credential.policy is not None and not is_allowed(credential.policy, request, names - LIST_PARAMETERS):
            raise OSSError(403, "AccessDenied", "You have no right to access this object because of its authorizer's policy.")
        if request.key is None:
            return self._on_bucket(request, names)
        return self._on_upload(request, names) if names else self._on_object(request)

    def _record(self, code):
        if self.server.requests:
            with open(self.server.requests, "a", encoding="utf-8") as file:
                file.write(f"{self.bucket} {self.key_id} {code} {' '.join(self.requestline.split(' ')[:2])}\n")

    def _on_bucket(self, request, names):
        if request.method == "HEAD" and not names:
            return 200, {}, b""
        if request.method == "POST" and names - {"encoding-type"} == {"delete"}:
            return 200, {"Content-Type": "application/xml"}, self.server.store.delete_many(
                request.bucket, *keys_to_delete(request.headers, self.body), request.value("encoding-type"))
        if request.method != "GET" or not names <= LIST_PARAMETERS:
            raise _not_implemented(f"{request.method} {'&'.join(sorted(names))} on a bucket")
        return 200, {"Content-Type": "application/xml"}, self.server.store.list(request.bucket, request.query)

    def _on_object(self, request):
        store, place = self.server.store, (request.bucket, request.key)
        match request.method:
            case "PUT" if source := _copy_source(request):
                return 200, {"Content-Type": "application/xml"}, store.copy(source, place, request.headers)
            case "PUT":
                return 200, {"ETag": store.put(*place, self.body, request.headers).etag}, b""
            case "GET" | "HEAD":
                return self._read(store.get(*place), request)
            case "DELETE":
                store.delete(*place)
                return 204, {}, b""
        raise _not_implemented(f"{request.method} on an object")

    def _on_upload(self, request, names):
        store, place, name = self.server.store, (request.bucket, request.key), request.value("uploadId")
        encoding = request.value("encoding-type")
        if request.method == "POST":
            names -= {"encoding-type"}
        match request.method, sorted(names):
            case "PUT", _ if _copy_source(request):
                raise _not_implemented("A part that is a copy")
            case "POST", ["uploads"]:
                return 200, {"Content-Type": "application/xml"}, store.initiate(*place, request.headers, encoding)
            case "PUT", ["partNumber", "uploadId"]:
                return 200, {"ETag": store.put_part(*place, name, request.value("partNumber"), self.body).etag}, b""
            case "POST", ["uploadId"]:
                return 200, {"Content-Type": "application/xml"}, store.complete(*place, name, self.body, encoding)
            case "GET", ["uploadId"]:
                return 200, {"Content-Type": "application/xml"}, store.list_parts(*place, name, encoding)
            case "DELETE", ["uploadId"]:
                store.abort(*place, name)
                return 204, {}, b""
        raise _not_implemented(f"{request.method} {'&'.join(sorted(names))} on an object")

    def _read(self, stored, request):
        headers, size = stored.answer_headers, len(stored.content)
        for name, value in request.query:
            if name in RESPONSE_OVERRIDES:
                headers[RESPONSE_OVERRIDES[name].title()] = value
        part = byte_range(request.headers.get("range"), size)
        if part is None:
            return 200, headers, stored.content
        headers["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{size}"
        return 206, headers, stored.content[part]

    def _post_form(self, request):
        fields, (file_name, file_type, content) = oss_form.parse_form(self.headers["content-type"], self.body)
        oss_form.verify_form(
            fields, request.bucket, len(content), self.server.ledger, time.time(), self.server.region)
        key = fields.get("key", "").replace("${filename}", file_name)
        if not key:
            raise OSSError(400, "InvalidArgument", "The form lacks key.")
        self.server.store.check_names(request.bucket, key)
        stored = self.server.store.put(
            request.bucket, key, content, ({"content-type": file_type} if file_type else {}) | fields)
        place = {"ETag": stored.etag, "Location": f"http://{request.headers.get('host', '')}/{key}"}
        status = {"200": 200, "201": 201}.get(fields.get("success_action_status"), 204)
        answer = xml("PostResponse", Bucket=request.bucket, Key=key, **place) if status == 201 else b""
        return status, {"ETag": stored.etag}, answer

    def _headers(self):
        """Lower-case names, repeated ones joined; bytes beyond ASCII are UTF-8 as on the wire."""
        joined = {}
        for name, value in self.headers.items():
            value = value.strip(" \t").encode("latin-1", "replace").decode("utf-8", "surrogateescape")
            name = name.lower()
            joined[name] = f"{joined[name]},{value}" if name in joined else value
        return joined

    def _read_body(self):
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            return self._read_chunks()
        length = self.headers.get("Content-Length", "0")
        if not length.isdigit() or int(length) > MAX_BODY:
            raise self._unreadable()
        body = self.rfile.read(int(length))
        return body if len(body) == int(length) else None

    def _read_chunks(self):
        content = bytearray()
        while True:
            try:
                size = int(self.rfile.readline(1024).split(b";")[0], 16)
            except ValueError:
                raise self._unreadable() from None
            if size < 0 or len(content) + size > MAX_BODY:
                raise self._unreadable()
            content += self.rfile.read(size)
            self.rfile.readline(1024)
            if size == 0:
                return bytes(content)

    def _unreadable(self):
        self.close_connection = True
        return OSSError(400, "EntityTooLarge", "The body has no good length, or it is too large for the stand-in.")

    def _refusal(self, error):
        document = xml(
            "Error", Code=error.code, Message=error.message, RequestId=self.request_id,
            HostId=self.headers.get("Host", ""), **({"EC": error.ec} if error.ec else {}), **error.members)
        headers = {"Content-Type": "application/xml"} | ({"x-oss-ec": error.ec} if error.ec else {})
        if self.command == "HEAD":
            headers["x-oss-err"] = base64.b64encode(document).decode()
        return error.status, headers, document

    def _answer(self, status, headers, content):
        if self.server.log:
            with open(self.server.log, "a", encoding="utf-8") as log:
                log.write(f"{self.session} {self.requestline.split(' ')[0]} {self.path.partition('?')[0]} {status}\n")
        self.send_response(status)
        for name, value in headers.items():
            wire = value.encode("utf-8", "surrogateescape").decode("latin-1")
            self.send_header(name, "".join(each if each >= " " else "?" for each in wire))
        self.send_header("x-oss-request-id", self.request_id)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD" and status != 204:
            self.wfile.write(content)

    def log_message(self, form, *values):
        """Prints no log: it would not be read."""


class Server(ThreadingHTTPServer):
    daemon_threads, request_queue_size = True, 128


def _copy_source(request):
    """The bucket and the key that a request copies; None when it brings the content itself."""
    source = request.headers.get("x-oss-copy-source") or request.headers.get("x-amz-copy-source")
    return source and tuple(decode(source).lstrip("/").split("/", 1))


def byte_range(text, size):
    """The slice that a Range header asks for; None when there is none or OSS would ignore it."""
    first, _, last = (text or "").removeprefix("bytes=").partition("-")
    if not (text or "").startswith("bytes=") or not (first + last).isdigit():
        return None
    if not first:
        part = slice(max(size - int(last), 0), size)
    else:
        part = slice(int(first), min(int(last or size), size - 1) + 1)
    return part if part.start < part.stop else None


def _not_implemented(what):
    return OSSError(501, "NotImplemented", f"{what} is not part of the stand-in.")


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--ledger", metavar="FILE", required=True, help="JSON lines with the credentials handed out")
    parser.add_argument("--requests", metavar="FILE", help="append bucket, key id, error code, method and target of each request")
    parser.add_argument("--port", type=int, default=0, help="the port of 127.0.0.1; none: a free one")
    parser.add_argument("--tls", metavar="FILE", help="serve HTTPS with the certificate and the key in this file")
    parser.add_argument("--region", help="refuse V4 signatures for any other")
    parser.add_argument("--cname", metavar="HOST=BUCKET", action="append", default=[], help="a custom domain")
    parser.add_argument("--log", metavar="FILE", help="write the session, method, path and status of each request")
    return parser.parse_args()


def main():
    given = options()
    server = Server(("127.0.0.1", given.port), Handler)
    if given.tls:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(given.tls)
        # Without the handshake, which would stop all others: the thread of the connection does it when it reads.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.ledger, server.store = Ledger(given.ledger), Store()
    server.region, server.requests, server.log = given.region, given.requests, given.log
    server.cnames = dict(entry.lower().split("=", 1) for entry in given.cname)
    print(f"listening on http{'s' * bool(given.tls)}://127.0.0.1:{server.server_port}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        sys.exit(0)


if __name__ == "__main__":
    main()
