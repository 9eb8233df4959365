#!/usr/bin/env python3
"""python_sdks.py SDK TOKEN SECONDS DETAILS: how many presigned URLs V4 one of the Python SDKs makes in a second of CPU."""

import datetime
import json
import sys
import time

KEY = ("STS.Example", "ExampleAccessKeySecret0123456789")
LIFE = 3_600


def oss2(token, details):
    import oss2
    auth = oss2.StsAuth(*KEY, token, auth_version=oss2.AUTH_VERSION_4)
    bucket = oss2.Bucket(auth, details["endpoint"], details["bucket"], region=details["region"])
    return lambda key: bucket.sign_url("GET", key, LIFE, slash_safe=True)


def alibabacloud_oss_v2(token, details):
    import alibabacloud_oss_v2 as oss
    config = oss.config.load_default()
    config.credentials_provider = oss.credentials.StaticCredentialsProvider(*KEY, token)
    config.region = details["region"]
    client = oss.Client(config)
    life = datetime.timedelta(seconds=LIFE)
    return lambda key: client.presign(oss.GetObjectRequest(bucket=details["bucket"], key=key), expires=life).url


def main():
    sdk, token, seconds, details = sys.argv[1], sys.argv[2], float(sys.argv[3]), json.loads(sys.argv[4])
    presigned = {"oss2": oss2, "alibabacloud-oss-v2": alibabacloud_oss_v2}[sdk](token, details)
    url = presigned(details["key"])
    if "x-oss-signature=" not in url or "x-oss-security-token=" not in url:
        sys.exit(f"That is no URL with a token and a signature V4: {url}")
    count, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        for _ in range(100):
            presigned(f"photos/2026/10/{count:07d}.jpg")
            count += 1
    print(count / (time.process_time() - began))


main()
