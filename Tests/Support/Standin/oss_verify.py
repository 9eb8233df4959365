"""Verifies signed OSS requests the way the service does.

Written from the published description of the signatures. It shares nothing with the Swift signer that it judges, and is
itself judged by answers that the official SDKs made (test_verify.py).
"""

import hmac

from oss_claim import claim_of
from oss_claim_s3 import claim_of_s3, is_s3
from oss_request import OSSError


def verify(request, ledger, now, region=None):
    """The credential that signed the request; raises the error that the service would answer."""
    claim = (claim_of_s3 if is_s3(request) else claim_of)(request, now, region)
    return judge(claim, ledger, now)


def judge(claim, ledger, now):
    credential = ledger.find(claim.access_key_id, claim.token)
    if credential is None:
        raise OSSError(
            403, "InvalidAccessKeyId", "The OSS Access Key Id you provided does not exist in our records.", OSSAccessKeyId=claim.access_key_id)
    _check_token(claim, credential, ledger, now)
    if not hmac.compare_digest(claim.true_signature(credential).encode(), claim.signature.encode("utf-8", "replace")):
        raise _mismatch(claim)
    return credential


def _check_token(claim, credential, ledger, now):
    if credential.security_token and not claim.token:
        raise OSSError(
            403, "InvalidAccessKeyId", "The Security Token may be lost.", "0002-00000003", OSSAccessKeyId=claim.access_key_id)
    if (claim.token or None) != credential.security_token:
        if ledger.knows_token(claim.token):
            raise OSSError(
                403, "AccessKeyIdAndSecurityTokenNotMatch", "The access key id and the security token do not match.",
                "0002-00000004")
        raise OSSError(403, "InvalidSecurityToken", "The security token you provided is invalid.", "0002-00000006")
    if credential.expiration is not None and credential.expiration <= now:
        raise OSSError(403, "SecurityTokenExpired", "The security token you provided has expired.", "0002-00000007")


def _mismatch(claim):
    members = {
        "OSSAccessKeyId": claim.access_key_id, "SignatureProvided": claim.signature, "StringToSign": claim.string_to_sign,
        "StringToSignBytes": claim.string_to_sign.encode("utf-8", "surrogateescape").hex(" ").upper()}
    if claim.canonical_request is not None:
        members["CanonicalRequest"] = claim.canonical_request
    return OSSError(
        403, "SignatureDoesNotMatch",
        "The request signature we calculated does not match the signature you provided. Check your key and signing method.", **members)
