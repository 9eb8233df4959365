#ifndef CHOGWEED_H
#define CHOGWEED_H

#include <stddef.h>
#include <stdint.h>

// Each check returns 1 for a valid signature, and 0 for anything else. Numbers are big-endian.

/// RSASSA-PKCS1-v1_5 with SHA-256 over a message.
int hogweed_verify_rsa_sha256(
    const uint8_t *modulus, size_t modulus_length, const uint8_t *exponent, size_t exponent_length,
    const uint8_t *message, size_t message_length, const uint8_t *signature, size_t signature_length);

/// ECDSA on P-256 with SHA-256: x, y, and the halves of the signature have 32 bytes each.
int hogweed_verify_p256_sha256(
    const uint8_t *x, const uint8_t *y, const uint8_t *message, size_t message_length, const uint8_t *signature);

/// Ed25519: a key of 32 bytes, and a signature of 64.
int hogweed_verify_ed25519(
    const uint8_t *key, const uint8_t *message, size_t message_length, const uint8_t *signature);

/// A part of some bytes.
struct hogweed_range {
    size_t start;
    size_t length;
};

// Each returns 1 if it signed, and 0 for a key that cannot sign. Randomness comes from the kernel.

/// RSASSA-PKCS1-v1_5 with SHA-256. The ranges in the key are n, e, p, q, d mod p-1, d mod q-1 and the inverse of q; the
/// signature is as long as n.
int hogweed_sign_rsa_sha256(
    const uint8_t *key, const struct hogweed_range *ranges, const uint8_t *message, size_t message_length,
    uint8_t *signature, size_t signature_length);

/// ECDSA on P-256 with SHA-256: a secret of 32 bytes, and a signature of 64.
int hogweed_sign_p256_sha256(
    const uint8_t *secret, const uint8_t *message, size_t message_length, uint8_t *signature);

/// The public key of a secret on P-256, 32 bytes each: x and y, one after the other.
int hogweed_p256_public(const uint8_t *secret, uint8_t *point);

#endif
