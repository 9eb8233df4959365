"""The SDKs with the lines of docs/adapters.md, against the stand-in for OSS, which checks every signature by its own computation."""

import datetime
import importlib.util
import os
import pathlib
import pickle
import re
import time
import types
import unittest
from urllib.parse import parse_qs, urlsplit

import ossauth
from test_ossauth import scene, send

ENDPOINT, BUCKET = os.environ["ENDPOINT"], "examplebucket"
KEY = "Ordner ü/a+b"
PARTS = [b"x" * 102_400, b"the last part"]
has_oss2, has_v2, has_ossfs, has_botocore = map(
    importlib.util.find_spec, ["oss2", "alibabacloud_oss_v2", "ossfs", "botocore"])
ROOT = pathlib.Path(__file__).resolve().parents[2]


def copied(mark, page="docs/adapters.md", **names):
    """What the lines of a document with this mark make of these names."""
    [lines] = [block for block in re.findall("```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL) if mark in block]
    exec(lines, names)
    return names


class OSS2:
    """Everything that a program does with a bucket of oss2, whatever `auth` is."""

    def setUp(self):
        import oss2
        scene("token 1 3600")
        self.oss2, self.bucket = oss2, copied(self.mark, endpoint=ENDPOINT)["bucket"]

    def test_puts_gets_lists_and_deletes_with_the_keys_of_a_rotation(self):
        self.bucket.put_object(KEY, b"content", headers={"x-oss-meta-a": "b", "Content-Type": "text/plain"})
        scene("token 2 3600")
        self.assertEqual(self.bucket.get_object(KEY).read(), b"content")
        self.assertEqual([found.key for found in self.oss2.ObjectIterator(self.bucket, prefix="Ordner ü/")], [KEY])
        self.bucket.delete_object(KEY)

    def test_uploads_in_parts(self):
        upload = self.bucket.init_multipart_upload(KEY).upload_id
        done = [self.oss2.models.PartInfo(number, self.bucket.upload_part(KEY, upload, number, part).etag)
                for number, part in enumerate(PARTS, 1)]
        self.bucket.complete_multipart_upload(KEY, upload, done)
        self.assertEqual(self.bucket.get_object(KEY).read(), b"".join(PARTS))

    def test_presigns(self):
        headers = {"Content-Type": "text/plain", "x-oss-meta-a": "b"}
        self.assertEqual(send("PUT", self.bucket.sign_url("PUT", KEY, 60, headers=dict(headers)), headers, b"content")[0], 200)
        url = self.bucket.sign_url("GET", KEY, 60, params={"response-content-type": "a/b"})
        self.assertEqual(send("GET", url, {}), (200, b"content"))


@unittest.skipUnless(has_oss2, "oss2 is not installed")
class OSS2ProviderTests(OSS2, unittest.TestCase):
    mark = "ProviderAuthV4"


@unittest.skipUnless(has_oss2, "oss2 is not installed")
class OSS2SignerTests(OSS2, unittest.TestCase):
    mark = "auth = ossauth_signer.Signer()"

    def test_no_rule_for_the_credential_is_needed(self):
        scene("rules signatures")
        self.addCleanup(scene, "rules keys")
        with self.assertRaises(ossauth.DaemonError):
            ossauth.Provider().get_credentials()
        self.test_presigns()
        self.test_uploads_in_parts()

    def test_a_request_that_is_sent_again_is_signed_again(self):
        self.bucket.put_object(KEY, b"content")
        request = self.oss2.http.Request("GET", self.bucket._make_url(BUCKET, KEY), region="cn-hangzhou")
        for number in 2, 3:
            scene(f"token {number} 3600")
            self.bucket.auth._sign_request(request, BUCKET, KEY)
            self.assertIn(f"Credential=STS.Key{number}/", request.headers["authorization"])
            headers = {name: value for name, value in request.headers.items() if value is not None}
            self.assertEqual(send("GET", request.url, headers), (200, b"content"))

    def test_additional_headers_are_signed(self):
        url = self.bucket.sign_url("PUT", KEY, 60, headers={"x-other": "a"}, additional_headers={"X-Other", "x-absent"})
        self.assertEqual(parse_qs(urlsplit(url).query)["x-oss-additional-headers"], ["x-other"])
        self.assertEqual(send("PUT", url, {"x-other": "a"}, b"")[0], 200)
        self.assertEqual(send("PUT", url, {"x-other": "b"}, b"")[0], 403)


class OSSv2:
    """The same for a client of alibabacloud-oss-v2."""

    def setUp(self):
        import alibabacloud_oss_v2 as oss
        scene("token 1 3600")
        config = oss.config.load_default()
        config.use_path_style = True  # The stand-in has an address without a name.
        module = types.SimpleNamespace(Client=oss.Client, config=types.SimpleNamespace(load_default=lambda: config))
        names = copied("load_default", oss=module, endpoint=ENDPOINT)
        self.oss, self.client = oss, copied(self.mark, **names)["client"]

    def test_puts_gets_and_lists_with_the_keys_of_a_rotation(self):
        oss = self.oss
        self.client.put_object(oss.PutObjectRequest(
            bucket=BUCKET, key=KEY, body=b"content", content_type="text/plain", metadata={"a": "b"}))
        scene("token 2 3600")
        self.assertEqual(self.client.get_object(oss.GetObjectRequest(bucket=BUCKET, key=KEY)).body.read(), b"content")
        pages = self.client.list_objects_v2_paginator().iter_page(oss.ListObjectsV2Request(bucket=BUCKET, prefix="Ordner ü/"))
        self.assertEqual([found.key for page in pages for found in page.contents], [KEY])

    def test_uploads_in_parts(self):
        oss, place = self.oss, {"bucket": BUCKET, "key": KEY}
        upload = self.client.initiate_multipart_upload(oss.InitiateMultipartUploadRequest(**place)).upload_id
        done = [oss.UploadPart(part_number=number, etag=self.client.upload_part(oss.UploadPartRequest(
            **place, upload_id=upload, part_number=number, body=part)).etag) for number, part in enumerate(PARTS, 1)]
        self.client.complete_multipart_upload(oss.CompleteMultipartUploadRequest(
            **place, upload_id=upload, complete_multipart_upload=oss.CompleteMultipartUpload(parts=done)))
        self.assertEqual(self.client.get_object(oss.GetObjectRequest(**place)).body.read(), b"".join(PARTS))

    def test_presigns(self):
        put = self.client.presign(self.oss.PutObjectRequest(bucket=BUCKET, key=KEY, content_type="text/plain"))
        self.assertEqual(send("PUT", put.url, dict(put.signed_headers), b"content")[0], 200)
        self.assertEqual(put.signed_headers, {"Content-Type": "text/plain"})
        get = self.client.presign(self.oss.GetObjectRequest(bucket=BUCKET, key=KEY), expires=datetime.timedelta(minutes=5))
        self.assertEqual(send("GET", get.url, {}), (200, b"content"))
        left = get.expiration - datetime.datetime.now(datetime.timezone.utc)
        self.assertAlmostEqual(left.total_seconds(), 300, delta=30)


@unittest.skipUnless(has_v2, "alibabacloud-oss-v2 is not installed")
class OSSv2ProviderTests(OSSv2, unittest.TestCase):
    mark = "load_default"


@unittest.skipUnless(has_v2, "alibabacloud-oss-v2 is not installed")
class OSSv2SignerTests(OSSv2, unittest.TestCase):
    mark = "signer = ossauth_signer.Signer()"

    def test_a_url_ends_with_the_credential_and_says_so(self):
        scene("token 2 100")
        answer = self.client.presign(self.oss.GetObjectRequest(bucket=BUCKET, key=KEY), expires=datetime.timedelta(hours=1))
        left = answer.expiration - datetime.datetime.now(datetime.timezone.utc)
        self.assertLessEqual(left.total_seconds(), 100)


@unittest.skipUnless(has_ossfs, "ossfs is not installed")
class FileSystemTests(unittest.TestCase):
    def test_writes_reads_and_finds_with_the_keys_of_a_rotation(self):
        import fsspec
        scene("token 1 3600")
        fsspec.register_implementation("oss", "ossauth_fsspec.FileSystem", clobber=True)
        files = fsspec.filesystem("oss", endpoint=ENDPOINT, profile="main", default_cache_type="none")
        files.pipe_file(f"{BUCKET}/{KEY}", b"content")
        scene("token 2 3600")
        self.assertEqual(files.cat_file(f"{BUCKET}/{KEY}"), b"content")
        self.assertEqual([path.strip("/") for path in files.find(f"{BUCKET}/Ordner ü")], [f"{BUCKET}/{KEY}"])

    def test_another_program_opens_a_file_by_its_url(self):
        from ossauth_fsspec import FileSystem
        scene("token 1 3600")
        FileSystem(endpoint=ENDPOINT).pipe_file(f"{BUCKET}/a.txt", b"content")
        self.assertEqual(copied("register_implementation", endpoint=ENDPOINT)["content"], b"content")

    def test_another_process_signs_with_its_own_connection(self):
        from ossauth_fsspec import FileSystem
        scene("token 1 3600")
        files = FileSystem(endpoint=ENDPOINT)
        files.pipe_file(f"{BUCKET}/{KEY}", b"content")
        self.assertEqual(pickle.loads(pickle.dumps(files)).cat_file(f"{BUCKET}/{KEY}"), b"content")


@unittest.skipUnless(has_botocore, "botocore is not installed")
class BotocoreTests(unittest.TestCase):
    def test_puts_gets_lists_and_deletes(self):
        """Over TLS: botocore sends checksums there that it does not send otherwise."""
        scene("token 1 3600")
        names = copied("BotocoreProvider", endpoint=os.environ["S3_ENDPOINT"])
        client, place = names["client"], {"Bucket": BUCKET, "Key": KEY}
        client.put_object(**place, Body=b"content")
        self.assertEqual(client.get_object(**place)["Body"].read(), b"content")
        self.assertEqual([found["Key"] for found in client.list_objects_v2(Bucket=BUCKET)["Contents"]], [KEY])
        several = {"Bucket": BUCKET, "Delete": {"Objects": [{"Key": KEY}]}}
        with self.assertRaisesRegex(Exception, "MissingArgument"):
            client.delete_objects(**several)
        copied("before-sign.s3.DeleteObjects", "docs/connect/s3.md", client=client)
        client.delete_objects(**several)
        self.assertNotIn("Contents", client.list_objects_v2(Bucket=BUCKET))

    def test_signs_with_the_credential_of_the_daemon(self):
        scene("token 1 3600")
        client = copied("BotocoreProvider", endpoint="https://s3.oss-cn-hangzhou.aliyuncs.com")["client"]
        url = client.generate_presigned_url("get_object", Params={"Bucket": BUCKET, "Key": "a"})
        query = parse_qs(urlsplit(url).query)
        self.assertTrue(query["X-Amz-Credential"][0].startswith("STS.Key1/"))
        self.assertEqual(query["X-Amz-Security-Token"], ["Token+1/="])

    def test_has_the_next_credential_before_the_first_one_ends(self):
        scene("token 1 4")
        credentials = copied("BotocoreProvider", endpoint=ENDPOINT)["session"].get_credentials()
        self.assertEqual(credentials.get_frozen_credentials().access_key, "STS.Key1")
        scene("token 2 3600")
        while (found := credentials.get_frozen_credentials()).access_key == "STS.Key1":
            time.sleep(0.005)
        self.assertEqual((found.access_key, found.secret_key, found.token), ("STS.Key2", "SecretOf2", "Token+2/="))

    def test_a_refusal_reaches_the_program(self):
        scene("rules signatures")
        self.addCleanup(scene, "rules keys")
        with self.assertRaisesRegex(ossauth.DaemonError, "credentials.*status 403"):
            copied("BotocoreProvider", endpoint=ENDPOINT)


if __name__ == "__main__":
    unittest.main()
