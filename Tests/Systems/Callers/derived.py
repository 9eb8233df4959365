"""What signing makes of a secret, computed here from RFC 2104 and FIPS 180-4: keys, padded keys, and the states of
the two hash functions after they absorbed those, as a library would keep them in memory."""

import hashlib
import hmac
import struct

MASK = 0xFFFFFFFF
SHA256_START = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
SHA1_START = (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0)


def primes(count):
    found = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def root_bits(prime):
    """The first 32 bits of the fraction of the cube root."""
    low, high = 0, prime << 40
    while high - low > 1:
        middle = (low + high) // 2
        if middle ** 3 <= prime << 96:
            low = middle
        else:
            high = middle
    return low & MASK


SHA256_CONSTANTS = [root_bits(prime) for prime in primes(64)]


def left(word, bits):
    return (word << bits | word >> (32 - bits)) & MASK


def right(word, bits):
    return left(word, 32 - bits)


def sha256_state(block):
    words = list(struct.unpack(">16I", block))
    for index in range(16, 64):
        near, far = words[index - 15], words[index - 2]
        words.append((words[index - 16] + (right(near, 7) ^ right(near, 18) ^ near >> 3) + words[index - 7]
                      + (right(far, 17) ^ right(far, 19) ^ far >> 10)) & MASK)
    a, b, c, d, e, f, g, h = SHA256_START
    for index in range(64):
        first = h + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + (e & f ^ ~e & g) + SHA256_CONSTANTS[index] + words[index]
        second = (right(a, 2) ^ right(a, 13) ^ right(a, 22)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) & MASK, a, b, c, (d + first) & MASK, e, f, g
    return [(old + new) & MASK for old, new in zip(SHA256_START, (a, b, c, d, e, f, g, h))]


def sha1_state(block):
    words = list(struct.unpack(">16I", block))
    for index in range(16, 80):
        words.append(left(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
    a, b, c, d, e = SHA1_START
    for index in range(80):
        mix, constant = [(b & c | ~b & d, 0x5A827999), (b ^ c ^ d, 0x6ED9EBA1), (b & c | b & d | c & d, 0x8F1BBCDC),
                         (b ^ c ^ d, 0xCA62C1D6)][index // 20]
        a, b, c, d, e = (left(a, 5) + mix + e + constant + words[index]) & MASK, a, left(b, 30), c, d
    return [(old + new) & MASK for old, new in zip(SHA1_START, (a, b, c, d, e))]


def traces(name, key, state):
    """The key with each pad, and what the hash function is then; a part is enough to know them by."""
    found = {}
    for pad, byte in [("inner", 0x36), ("outer", 0x5C)]:
        block = bytes(value ^ byte for value in key.ljust(64, b"\0"))
        words = state(block)
        found[f"{name}, {pad} block"] = block[:len(key)]
        found[f"{name}, {pad} state"] = struct.pack(f"={len(words)}I", *words)[:16]
        found[f"{name}, {pad} state, as written"] = struct.pack(f">{len(words)}I", *words)[:16]
    return found


def derived(secret, day, region):
    """All that V1 and V4 derive from a secret before they see a request: names and bytes."""
    found = traces("V1 key", secret.encode(), sha1_state)
    key = b"aliyun_v4" + secret.encode()
    found |= traces("V4 seed", key, sha256_state)
    for text in [day, region, "oss", "aliyun_v4_request"]:
        key = hmac.new(key, text.encode(), hashlib.sha256).digest()
        found[f"V4 key of {text}"] = key
        found |= traces(f"V4 key of {text}", key, sha256_state)
    return found


def check():
    """The states of a whole message are its digest, as the library of Python computes it."""
    block = b"abc\x80" + bytes(52) + struct.pack(">Q", 24)
    assert struct.pack(">8I", *sha256_state(block)) == hashlib.sha256(b"abc").digest()
    assert struct.pack(">5I", *sha1_state(block)) == hashlib.sha1(b"abc").digest()


check()
