"""The clients, unmodified: each as its documentation says, with nothing of ours but an address.

Run as `clients.py NAME` it goes through all that a client does, again and again, until it is ended, and prints
for each round the key ids that signed in it. The environment names the server that it talks to.
"""

import asyncio
import http.client
import json
import os
import sys
import time
import urllib.parse

from s3_clients import S3_CLIENTS

ENDPOINT = os.environ.get("COMPAT_ENDPOINT")
URI = os.environ.get("COMPAT_URI")
REGION = os.environ.get("COMPAT_REGION")
BUCKET = os.environ.get("COMPAT_BUCKET")

PART = b"a part of an upload that comes in three, the last of which may be short. " * 1_500
# Seconds between two rounds. Most rounds prove nothing new: a client must meet each token once.
PAUSE = 3
TEXT = "Grüße, 世界 ".encode() * 50


class OSS2:
    """oss2, the SDK of version 1, with the credentials of a metadata server."""

    options = {}

    def __init__(self, version="v4"):
        self.oss2 = oss2 = self.module()
        provider = self.provider()
        if version == "v4":
            auth = oss2.ProviderAuthV4(provider)
        else:
            auth = oss2.ProviderAuth(provider)
        self.bucket = oss2.Bucket(auth, ENDPOINT, BUCKET, region=REGION, **self.options)

    def module(self):
        import oss2
        return oss2

    def provider(self):
        return self.oss2.credentials.EcsRamRoleCredentialsProvider(URI)

    def put(self, key, content):
        self.bucket.put_object(key, content)

    def get(self, key):
        return self.bucket.get_object(key).read()

    def list(self, prefix):
        return [found.key for found in self.oss2.ObjectIterator(self.bucket, prefix=prefix)]

    def upload(self, key, parts):
        upload = self.bucket.init_multipart_upload(key).upload_id
        done = [self.oss2.models.PartInfo(number, self.bucket.upload_part(key, upload, number, part).etag)
                for number, part in enumerate(parts, start=1)]
        self.bucket.complete_multipart_upload(key, upload, done)

    def presign(self, method, key):
        return self.bucket.sign_url(method, key, 60, slash_safe=True)


class OSS2WithSignatureV1(OSS2):
    """The same with signatures of version 1."""

    def __init__(self):
        super().__init__("v1")


class OSS2WithCredentials(OSS2):
    """oss2 with alibabacloud-credentials in the way that its documentation shows, by CredentialsURI."""

    def provider(self):
        from alibabacloud_credentials.client import Client
        from alibabacloud_credentials.models import Config
        client, oss2 = Client(self.config(Config)), self.oss2

        class Provider(oss2.credentials.CredentialsProvider):
            def get_credentials(self):
                found = client.get_credential()
                return oss2.credentials.Credentials(
                    found.access_key_id, found.access_key_secret, found.security_token)

        return Provider()

    def config(self, config):
        return config(type="credentials_uri", credentials_uri=URI)


class OSS2WithRole(OSS2):
    """oss2 where it takes the host for an ECS instance, by the normal mode."""

    is_within = True

    def provider(self):
        return self.oss2.credentials.EcsRamRoleCredentialsProvider(
            "http://100.100.100.200/latest/meta-data/ram/security-credentials/main")


class OSS2WithCredentialsOfRole(OSS2WithCredentials):
    """alibabacloud-credentials for the role of an ECS instance, of which it is told nothing; by the hardened mode."""

    is_within = True

    def config(self, config):
        return config(type="ecs_ram_role")


class OSSX(OSS2):
    """aliyun-oss-x, which is oss2 on httpx."""

    requirements = "requirements-httpx.txt"
    # It takes the lack of a checksum, which the stand-in does not send, for a wrong one.
    options = {"enable_crc": False}

    def module(self):
        import aliyun_oss_x
        return aliyun_oss_x


class OSSv2:
    """alibabacloud-oss-v2 with the default chain of alibabacloud-credentials, which ends at our address."""

    def __init__(self):
        import alibabacloud_oss_v2 as oss
        from alibabacloud_credentials.client import Client
        self.oss, client = oss, Client()

        class Provider(oss.credentials.CredentialsProvider):
            def get_credentials(self):
                found = client.get_credential()
                return oss.credentials.Credentials(
                    found.access_key_id, found.access_key_secret, found.security_token)

        settings = oss.config.load_default()
        settings.credentials_provider = Provider()
        settings.region, settings.endpoint, settings.use_path_style = REGION, ENDPOINT, True
        self.client = oss.Client(settings)

    def put(self, key, content):
        self.client.put_object(self.oss.PutObjectRequest(bucket=BUCKET, key=key, body=content))

    def get(self, key):
        return self.client.get_object(self.oss.GetObjectRequest(bucket=BUCKET, key=key)).body.read()

    def list(self, prefix):
        pages = self.client.list_objects_v2_paginator()
        return [found.key for page in pages.iter_page(self.oss.ListObjectsV2Request(bucket=BUCKET, prefix=prefix))
                for found in page.contents or []]

    def upload(self, key, parts):
        oss, place = self.oss, {"bucket": BUCKET, "key": key}
        upload = self.client.initiate_multipart_upload(oss.InitiateMultipartUploadRequest(**place)).upload_id
        done = [oss.UploadPart(part_number=number, etag=self.client.upload_part(oss.UploadPartRequest(
            **place, upload_id=upload, part_number=number, body=part)).etag) for number, part in enumerate(parts, start=1)]
        self.client.complete_multipart_upload(oss.CompleteMultipartUploadRequest(
            **place, upload_id=upload, complete_multipart_upload=oss.CompleteMultipartUpload(parts=done)))

    def presign(self, method, key):
        kind = self.oss.GetObjectRequest if method == "GET" else self.oss.PutObjectRequest
        return self.client.presign(kind(bucket=BUCKET, key=key)).url


class OSSv2WithProcess(OSSv2):
    """The same with `"mode": "External"` in ~/.aliyun/config.json, which the default chain finds first."""


class FileSystem:
    """ossfs, the file system of fsspec: it takes a key once, so each round is a new one with what our address gives.

    It presigns nothing, and uploads in parts from ten megabytes on.
    """

    requirements = "requirements-fsspec.txt"

    def begin(self):
        import ossfs
        found = json.loads(send("GET", URI)[1])
        self.key = found["AccessKeyId"]
        ossfs.OSSFileSystem.clear_instance_cache()
        self.system = ossfs.OSSFileSystem(
            endpoint=ENDPOINT, key=found["AccessKeyId"], secret=found["AccessKeySecret"], token=found["SecurityToken"],
            default_cache_type="none")

    def keys(self, folder):
        return [self.key]

    def put(self, key, content):
        self.system.pipe_file(f"{BUCKET}/{key}", content)

    def get(self, key):
        return self.system.cat_file(f"{BUCKET}/{key}")

    def list(self, prefix):
        return [path.strip("/").removeprefix(f"{BUCKET}/") for path in self.system.find(f"{BUCKET}/{prefix}")]


class OpenDAL:
    """opendal, a client in Rust, with the role of an ECS instance; it can be told where the metadata of that is.

    It wants the bucket in the name of the host, so it goes to the endpoint of the region, and finds the stand-in on its way.
    """

    def __init__(self):
        import opendal
        self.operator = opendal.AsyncOperator(
            "oss", bucket=BUCKET, endpoint=f"http://oss-{REGION}.aliyuncs.com", region=REGION)
        # Nothing of it presigns but what is for an event loop.
        self.loop = asyncio.new_event_loop()

    def wait(self, work):
        return self.loop.run_until_complete(work)

    def put(self, key, content):
        async def write():
            await self.operator.write(key, content)
        self.wait(write())

    def get(self, key):
        async def read():
            return await self.operator.read(key)
        return self.wait(read())

    def list(self, prefix):
        async def paths():
            return [found.path async for found in await self.operator.list(prefix)]
        return self.wait(paths())

    def upload(self, key, parts):
        async def write():
            async with await self.operator.open(key, "wb", chunk=len(parts[0])) as file:
                for part in parts:
                    await file.write(part)
        self.wait(write())

    def presign(self, method, key):
        async def url():
            kind = self.operator.presign_read if method == "GET" else self.operator.presign_write
            # No longer than any token lives that is handed out: it refuses what would end before.
            return (await kind(key, 5)).url
        return self.wait(url())


class OpenDALWithKey(OpenDAL):
    """The same with a key in its environment, and started again for each."""

    starter = ["exec", "--profile", "main", "--on-rotation", "restart", "--"]


class Go:
    """client.go: the SDK for Go that Debian has, started again for each key like the one before."""

    starter = OpenDALWithKey.starter
    source = "client.go"


CLIENTS = {
    "oss2": OSS2,
    "oss2-v1": OSS2WithSignatureV1,
    "oss2-credentials-uri": OSS2WithCredentials,
    "oss2-role": OSS2WithRole,
    "oss2-credentials-role": OSS2WithCredentialsOfRole,
    "aliyun-oss-x": OSSX,
    "oss-v2-default-chain": OSSv2,
    "oss-v2-external": OSSv2WithProcess,
    "fsspec-ossfs": FileSystem,
    "opendal-role": OpenDAL,
    "opendal-exec": OpenDALWithKey,
    "go-exec": Go,
} | S3_CLIENTS


def use(client, name):
    """Everything once that the client can do; the ids of the keys that signed."""
    if hasattr(client, "begin"):
        client.begin()
    folder, keys, names = f"{name}/Ordner mit ü+%", [], ["text"]
    client.put(f"{folder}/text", TEXT)
    expect(client.get(f"{folder}/text"), TEXT)
    if hasattr(client, "upload"):
        part = getattr(client, "part", PART)
        names.append("large")
        client.upload(f"{folder}/large", [part, part, part[:100]])
        expect(client.get(f"{folder}/large"), part + part + part[:100])
    if hasattr(client, "presign"):
        names.append("presigned")
        keys = use_presigned(client, f"{folder}/presigned")
    if hasattr(client, "presign_get"):
        expect(send("GET", client.presign_get(f"{folder}/text")), (200, TEXT))
    expect(sorted(client.list(f"{folder}/")), sorted(f"{folder}/{each}" for each in names))
    return client.keys(folder) if hasattr(client, "keys") else keys


def use_presigned(client, key):
    to, back = client.presign("PUT", key), client.presign("GET", key)
    expect(send("PUT", to, TEXT), (200, b""))
    expect(send("GET", back), (200, TEXT))
    return [key_id(to), key_id(back)]


def send(method, url, body=None):
    """Sends the request like any program that got the URL from another one."""
    place = urllib.parse.urlsplit(url)
    if place.hostname.endswith(".aliyuncs.com"):
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(os.environ["http_proxy"]).netloc, timeout=30)
        connection.request(method, url, body)
    else:
        connection = http.client.HTTPConnection(place.netloc, timeout=30)
        connection.request(method, f"{place.path}?{place.query}" if place.query else place.path, body)
    answer = connection.getresponse()
    try:
        return answer.status, answer.read()
    finally:
        connection.close()


def expect(found, wanted):
    if found != wanted:
        raise AssertionError(f"{found!r:.600} is not {wanted!r:.200}")


def key_id(url):
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(url).query)
    if "OSSAccessKeyId" in query:
        return query["OSSAccessKeyId"][0]
    return next(query[name] for name in ("x-oss-credential", "X-Amz-Credential") if name in query)[0].split("/")[0]


def main():
    name = sys.argv[1]
    client = CLIENTS[name]()
    while True:
        print(json.dumps(use(client, name)), flush=True)
        # Slow enough that all of them together leave the machine to others.
        time.sleep(PAUSE)


if __name__ == "__main__":
    main()
