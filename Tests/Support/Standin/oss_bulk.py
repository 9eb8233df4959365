"""Reads the body of DeleteMultipleObjects (`POST ?delete`)."""

import base64
import hashlib
from xml.etree import ElementTree

from oss_request import OSSError

LIMIT = 1_000


def keys_to_delete(headers, body):
    """The keys, and whether the answer shall not list them; raises what the service would answer."""
    digest = headers.get("content-md5")
    if not digest:
        raise OSSError(400, "MissingArgument", "Missing Some Required Arguments.")
    if digest != base64.b64encode(hashlib.md5(body).digest()).decode():
        raise OSSError(400, "InvalidDigest", "The Content-MD5 you specified was invalid.")
    try:
        document = ElementTree.fromstring(body)
    except ElementTree.ParseError:
        raise _malformed() from None
    keys = [each.text for each in document.iterfind("./{*}Object/{*}Key")]
    if _name(document) != "Delete" or not 1 <= len(keys) <= LIMIT or not all(keys):
        raise _malformed()
    return keys, document.findtext("./{*}Quiet") == "true"


def _name(element):
    """Without its namespace, which clients of S3 add."""
    return element.tag.rpartition("}")[2]


def _malformed():
    return OSSError(400, "MalformedXML", "The XML you provided was not well-formed or did not validate against our published schema.")
