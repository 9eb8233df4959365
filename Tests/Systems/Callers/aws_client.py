"""An S3 program: says which credential, region and endpoint botocore found, and the host of a bucket, once at the start and for each line that it reads."""

import json
import sys
from urllib.parse import urlsplit

import boto3

session = boto3.Session()
credentials = session.get_credentials()
client = session.client("s3")


def say():
    found = credentials.get_frozen_credentials()
    print(json.dumps({
        "key": [found.access_key, found.secret_key, found.token], "method": credentials.method,
        "region": client.meta.region_name, "endpoint": client.meta.endpoint_url,
        "host": urlsplit(client.generate_presigned_url("list_objects_v2", {"Bucket": "bucket"})).hostname,
        "checksums": client.meta.config.request_checksum_calculation}), flush=True)


say()
for _ in sys.stdin:
    say()
