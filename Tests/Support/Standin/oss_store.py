"""The stand-in's memory: objects, listings and multipart uploads, with the answers that OSS gives about them."""

import base64
import hashlib
import re
import threading
import time
from dataclasses import dataclass, field
from email.utils import formatdate
from urllib.parse import quote, unquote
from xml.sax.saxutils import escape

from oss_request import OSSError

KEPT_HEADERS = ("content-type", "cache-control", "content-disposition", "content-encoding", "content-language", "expires")
_NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # not even when escaped
RESPONSE_OVERRIDES = {"response-" + name: name for name in KEPT_HEADERS}


@dataclass(frozen=True)
class StoredObject:
    content: bytes
    headers: dict
    etag: str
    modified: float = field(default_factory=time.time)

    @classmethod
    def of(cls, content, headers, etag=None):
        kept = {
            name: value for name, value in headers.items()
            if name in KEPT_HEADERS or name.startswith(("x-oss-meta-", "x-amz-meta-"))}
        return cls(content, kept, etag or f'"{hashlib.md5(content).hexdigest().upper()}"')

    @property
    def answer_headers(self):
        return {"Content-Type": "application/octet-stream", "ETag": self.etag, "Accept-Ranges": "bytes",
                "Last-Modified": formatdate(self.modified, usegmt=True), "x-oss-object-type": "Normal"} | {
                    name.title() if not name.startswith("x-") else name: value for name, value in self.headers.items()}


@dataclass
class Upload:
    bucket: str
    key: str
    headers: dict
    parts: dict = field(default_factory=dict)


class Store:
    """Every bucket with a well-formed name exists."""

    def __init__(self):
        self.objects, self.uploads, self.lock, self.count = {}, {}, threading.RLock(), 0

    def check_names(self, bucket, key):
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]{1,61}[a-z0-9]", bucket):
            raise OSSError(
                400, "InvalidBucketName", "The specified bucket is not valid.", BucketName=bucket)
        if key is not None and (key[0] in "/\\" or len(key.encode()) > 1023):
            raise OSSError(
                400, "InvalidObjectName", "The specified object is not valid.", "0016-00000005", ObjectName=key)

    def put(self, bucket, key, content, headers, etag=None):
        digest = headers.get("content-md5")
        if digest and digest != base64.b64encode(hashlib.md5(content).digest()).decode():
            raise OSSError(400, "InvalidDigest", "The Content-MD5 you specified was invalid.")
        stored = StoredObject.of(content, headers, etag)
        with self.lock:
            self.objects[bucket, key] = stored
        return stored

    def get(self, bucket, key):
        with self.lock:
            stored = self.objects.get((bucket, key))
        if stored is None:
            raise OSSError(404, "NoSuchKey", "The specified key does not exist.", Key=key)
        return stored

    def copy(self, source, place, headers):
        found = self.get(*source)
        replaces = "REPLACE" in (headers.get("x-oss-metadata-directive"), headers.get("x-amz-metadata-directive"))
        stored = self.put(*place, found.content, headers if replaces else found.headers)
        return xml("CopyObjectResult", LastModified=_moment(stored), ETag=stored.etag)

    def delete(self, bucket, key):
        with self.lock:
            self.objects.pop((bucket, key), None)

    def delete_many(self, bucket, keys, is_quiet, encoding=None):
        for key in keys:
            self.delete(bucket, key)
        shown = [] if is_quiet else [quote(key) if encoding == "url" else key for key in keys]
        fields = {"EncodingType": "url"} if encoding == "url" else {}
        return xml("DeleteResult", "".join(f"<Deleted><Key>{_text(key)}</Key></Deleted>" for key in shown), **fields)

    # MARK: multipart

    def initiate(self, bucket, key, headers, encoding=None):
        headers = {name: value for name, value in headers.items() if name != "content-md5"}  # of this request
        with self.lock:
            self.count += 1
            name = hashlib.md5(f"{bucket}/{key}/{self.count}".encode()).hexdigest().upper()
            self.uploads[name] = Upload(bucket, key, headers)
        return xml("InitiateMultipartUploadResult", Bucket=bucket, **_shown(key, encoding), UploadId=name)

    def upload(self, bucket, key, name):
        with self.lock:
            upload = self.uploads.get(name)
        if upload is None or (upload.bucket, upload.key) != (bucket, key):
            raise OSSError(404, "NoSuchUpload", "The specified upload does not exist.", UploadId=name)
        return upload

    def put_part(self, bucket, key, name, number, content):
        if not re.fullmatch(r"\d{1,5}", number or "") or not 1 <= int(number) <= 10000:
            raise OSSError(400, "InvalidArgument", "partNumber must be between 1 and 10000.")
        part = StoredObject.of(content, {})
        self.upload(bucket, key, name).parts[int(number)] = part
        return part

    def list_parts(self, bucket, key, name, encoding=None):
        parts = "".join(
            f"<Part><PartNumber>{number}</PartNumber><LastModified>{_moment(part)}</LastModified>"
            f"<ETag>{_text(part.etag)}</ETag><Size>{len(part.content)}</Size></Part>"
            for number, part in sorted(self.upload(bucket, key, name).parts.items()))
        return xml("ListPartsResult", parts, Bucket=bucket, **_shown(key, encoding), UploadId=name)

    def complete(self, bucket, key, name, document, encoding=None):
        upload = self.upload(bucket, key, name)
        asked = [_part(each) for each in re.findall(rb"<Part>(.*?)</Part>", document, re.DOTALL)]
        numbers = [number for number, _ in asked]
        if not asked or numbers != sorted(set(numbers)):
            raise OSSError(400, "InvalidPartOrder", "The list of parts was not in ascending order.")
        parts = [upload.parts.get(number) for number in numbers]
        if [part and part.etag.strip('"') for part in parts] != [etag for _, etag in asked]:
            raise OSSError(400, "InvalidPart", "One of the specified parts could not be found.")
        stored = self.put(bucket, key, b"".join(part.content for part in parts), upload.headers, _etag_of_parts(asked))
        self.abort(bucket, key, name)
        return xml("CompleteMultipartUploadResult", Bucket=bucket, **_shown(key, encoding), ETag=stored.etag)

    def abort(self, bucket, key, name):
        self.upload(bucket, key, name)
        with self.lock:
            self.uploads.pop(name, None)

    # MARK: listing

    def list(self, bucket, query):
        """The listing of version 1 or 2 (`list-type=2`)."""
        values = dict(query)
        second = values.get("list-type") == "2"
        token = values.get("continuation-token")
        after = values.get("start-after" if second else "marker", "")
        try:
            after = base64.b64decode(token).decode() if second and token else after
            limit = min(int(values.get("max-keys") or 100), 1000)
            if limit < 1:
                raise ValueError(limit)
        except ValueError:
            raise OSSError(400, "InvalidArgument", "Invalid max-keys or continuation-token.") from None
        prefix, delimiter = values.get("prefix", ""), values.get("delimiter", "")
        entries = self._entries(bucket, prefix, delimiter, after)
        page, more = entries[:limit], len(entries) > limit
        shown = quote if values.get("encoding-type") == "url" else lambda text: text
        fields = dict(Name=bucket, Prefix=shown(prefix), MaxKeys=str(limit), Delimiter=shown(delimiter))
        if values.get("encoding-type") == "url":
            fields["EncodingType"] = "url"
        fields["IsTruncated"] = "true" if more else "false"
        last = page[-1][0] if page else ""
        if second:
            fields["KeyCount"] = str(len(page))
            if more:
                fields["NextContinuationToken"] = base64.b64encode(last.encode()).decode()
        else:
            fields["Marker"] = shown(after)
            if more:
                fields["NextMarker"] = shown(last)
        return xml("ListBucketResult", "".join(_entry(shown(name), stored) for name, stored in page), **fields)

    def _entries(self, bucket, prefix, delimiter, after):
        with self.lock:
            keys = [key for owner, key in self.objects if owner == bucket and key.startswith(prefix)]
            found = {}
            for key in sorted(keys, key=str.encode):
                rest = key[len(prefix):]
                cut = rest.find(delimiter) if delimiter else -1
                name = key if cut < 0 else prefix + rest[:cut + len(delimiter)]
                found.setdefault(name, self.objects[bucket, key] if cut < 0 else None)
            return [entry for entry in found.items() if entry[0].encode() > after.encode()]


def _entry(name, stored):
    if stored is None:
        return f"<CommonPrefixes><Prefix>{_text(name)}</Prefix></CommonPrefixes>"
    return (f"<Contents><Key>{_text(name)}</Key><LastModified>{_moment(stored)}</LastModified><ETag>{_text(stored.etag)}</ETag>"
            f"<Type>Normal</Type><Size>{len(stored.content)}</Size><StorageClass>Standard</StorageClass></Contents>")


def _moment(stored):
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(stored.modified))


def _part(text):
    """The number and the hash of a part that a client names; 0 if there is none."""
    number = re.search(rb"<PartNumber>\s*(\d+)\s*</PartNumber>", text)
    etag = re.search(rb"<ETag>\s*(?:&quot;|&#34;|\")?([0-9A-Fa-f]+)", text)
    return int(number[1]) if number else 0, etag[1].decode().upper() if etag else ""


def _etag_of_parts(parts):
    """Not the hash of the content: clients must not take it for that."""
    return f'"{hashlib.md5(b"".join(bytes.fromhex(etag) for _, etag in parts)).hexdigest().upper()}-{len(parts)}"'


def _shown(key, encoding):
    """A key in an answer, encoded where the client asked for that."""
    return {"EncodingType": "url", "Key": quote(key)} if encoding == "url" else {"Key": key}


def xml(root, inner="", **fields):
    text = "".join(f"<{name}>{_text(value)}</{name}>" for name, value in fields.items())
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root}>{text}{inner}</{root}>\n'.encode("utf-8", "replace")


def _text(value):
    return escape(_NOT_XML.sub("?", value))
