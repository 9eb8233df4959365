"""A body in signed chunks: the example of the S3 documents is accepted, the least change is not."""

import unittest

from oss_claim_s3 import payload
from oss_ledger import Credential
from oss_request import OSSError, Request

SECRET = Credential("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
SIGNED = "content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class"
HEADERS = {
    "authorization": f"AWS4-HMAC-SHA256 Credential={SECRET.access_key_id}/20130524/us-east-1/s3/aws4_request,SignedHeaders={SIGNED},"
                     "Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9",
    "content-encoding": "aws-chunked", "x-amz-content-sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
    "x-amz-date": "20130524T000000Z", "x-amz-decoded-content-length": "66560"}
CHUNKS = [
    b"10000;chunk-signature=ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648\r\n" + b"a" * 65_536 + b"\r\n",
    b"400;chunk-signature=0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497\r\n" + b"a" * 1_024 + b"\r\n",
    b"0;chunk-signature=b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n"]


def content(body, **changed):
    headers = HEADERS | {name.replace("_", "-"): value for name, value in changed.items()}
    return payload(Request("PUT", "examplebucket", "chunkObject.txt", headers=headers), body, SECRET)


class Chunks(unittest.TestCase):
    def test_the_example_of_the_documents_is_accepted(self):
        self.assertEqual(content(b"".join(CHUNKS)), b"a" * 66_560)

    def test_the_least_change_is_not(self):
        whole = b"".join(CHUNKS)
        for name, body in {
                "another byte": whole.replace(b"aa\r\n", b"ab\r\n", 1), "another order": CHUNKS[1] + CHUNKS[0] + CHUNKS[2],
                "a chunk too few": CHUNKS[0] + CHUNKS[2], "no end": CHUNKS[0] + CHUNKS[1], "more than the end": whole + b"a",
                "nothing": b"", "no chunks": b"a" * 66_560}.items():
            with self.subTest(name), self.assertRaises(OSSError):
                content(body)

    def test_a_wrong_length_is_rejected(self):
        with self.assertRaises(OSSError):
            content(b"".join(CHUNKS), x_amz_decoded_content_length="66561")


if __name__ == "__main__":
    unittest.main()
