"""PostObject: the form that a browser uploads, its signature over the policy, and the policy's conditions."""

import base64
import binascii
import json
import re
from datetime import datetime

from oss_claim import MAX_SKEW, MAX_V4_EXPIRES, Claim, scope_of
from oss_ledger import basic_time
from oss_request import OSSError
from oss_verify import judge


def parse_form(content_type, body):
    """The fields (lower-case names) in front of `file`, and (file name, file type, bytes) of the file itself."""
    boundary = re.search(r'boundary="?([^";]+)"?', content_type)
    if not content_type.lower().startswith("multipart/form-data") or not boundary:
        raise _malformed("The body of the form is not multipart/form-data.")
    fields = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode())[1:]:
        if part.startswith(b"--"):
            break
        head, _, content = part.partition(b"\r\n\r\n")
        head = head.decode("utf-8", "replace")
        name = re.search(r'\bname="([^"]*)"', head)
        if not name:
            raise _malformed("A part of the form has no name.")
        if name[1].lower() == "file":
            file_name = re.search(r'\bfilename="([^"]*)"', head)
            file_type = re.search(r"(?im)^content-type:\s*(\S+)", head)
            return fields, (file_name[1] if file_name else "", file_type[1] if file_type else None, content)
        fields[name[1].lower()] = content.decode("utf-8", "surrogateescape")
    raise _malformed("The form has no file.")


def verify_form(fields, bucket, size, ledger, now, region=None):
    """The credential that signed the policy, after the policy has allowed this very form."""
    credential = judge(claim_of_form(fields, now, region), ledger, now)
    check_policy(policy_of(fields), dict(fields, bucket=bucket), size, now)
    return credential


def claim_of_form(fields, now, region=None):
    policy, token = fields.get("policy"), fields.get("x-oss-security-token")
    if not policy:
        raise OSSError(403, "AccessDenied", "A form without a policy is an anonymous one.")
    if "x-oss-signature-version" not in fields:
        return Claim(_field(fields, "ossaccesskeyid"), token, _field(fields, "signature"), policy)
    if fields["x-oss-signature-version"] != "OSS4-HMAC-SHA256":
        raise _malformed("Invalid signature version.")
    date = _field(fields, "x-oss-date")
    moment = basic_time(date)
    if moment is None or not now - MAX_V4_EXPIRES <= moment <= now + MAX_SKEW:
        raise OSSError(400, "InvalidArgument", "Invalid signing date.", "0002-00000709")
    key_id, scope = scope_of(_field(fields, "x-oss-credential"), date, region, ("0002-00000213", "0002-00000709", ""))
    return Claim(key_id, token, _field(fields, "x-oss-signature"), policy, None, scope)


def policy_of(fields):
    try:
        return json.loads(base64.b64decode(fields["policy"], validate=True))
    except (binascii.Error, ValueError):
        raise OSSError(400, "InvalidPolicyDocument", "The policy is not base64 of JSON.") from None


def check_policy(policy, values, size, now):
    """`values`: the fields of the form and the bucket, by lower-case name."""
    try:
        end = datetime.fromisoformat(policy["expiration"].replace("Z", "+00:00")).timestamp()
        conditions = [_triple(condition) for condition in policy["conditions"]]
    except (KeyError, TypeError, ValueError, AttributeError):
        raise OSSError(400, "InvalidPolicyDocument", "The policy has no good expiration and conditions.") from None
    if end < now:
        raise OSSError(403, "AccessDenied", "Invalid according to Policy: Policy expired.")
    for operator, name, operand in conditions:
        if not _holds(operator, name, operand, values, size):
            raise OSSError(
                403, "AccessDenied", f"Invalid according to Policy: Policy Condition failed: [{operator}, {name}]")


def _triple(condition):
    if isinstance(condition, dict):
        ((name, value),) = condition.items()
        return "eq", name.lower(), value
    operator, first, second = condition
    if operator == "content-length-range":
        return operator, "", (int(first), int(second))
    return operator, first.removeprefix("$").lower(), second


def _holds(operator, name, operand, values, size):
    value = values.get(name, "")
    match operator:
        case "eq":
            return value == operand
        case "starts-with":
            return value.startswith(operand)
        case "in":
            return value in operand
        case "not-in":
            return value not in operand
        case "content-length-range":
            return operand[0] <= size <= operand[1]
    return False


def _field(fields, name):
    if not fields.get(name):
        raise _malformed(f"The form lacks {name}.")
    return fields[name]


def _malformed(message):
    return OSSError(400, "InvalidArgument", message)
