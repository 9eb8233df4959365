#include "CHogweed.h"

#include <nettle/bignum.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecdsa.h>
#include <nettle/eddsa.h>
#include <nettle/rsa.h>
#include <nettle/sha2.h>

int hogweed_verify_rsa_sha256(
    const uint8_t *modulus, size_t modulus_length, const uint8_t *exponent, size_t exponent_length,
    const uint8_t *message, size_t message_length, const uint8_t *signature, size_t signature_length) {
    struct rsa_public_key key;
    struct sha256_ctx hash;
    mpz_t number;
    rsa_public_key_init(&key);
    nettle_mpz_set_str_256_u(key.n, modulus_length, modulus);
    nettle_mpz_set_str_256_u(key.e, exponent_length, exponent);
    nettle_mpz_init_set_str_256_u(number, signature_length, signature);
    sha256_init(&hash);
    sha256_update(&hash, message_length, message);
    int is_valid = rsa_public_key_prepare(&key) && rsa_sha256_verify(&key, &hash, number);
    mpz_clear(number);
    rsa_public_key_clear(&key);
    return is_valid;
}

int hogweed_verify_p256_sha256(
    const uint8_t *x, const uint8_t *y, const uint8_t *message, size_t message_length, const uint8_t *signature) {
    struct ecc_point point;
    struct dsa_signature pair;
    struct sha256_ctx hash;
    uint8_t digest[SHA256_DIGEST_SIZE];
    mpz_t numbers[2];
    ecc_point_init(&point, nettle_get_secp_256r1());
    dsa_signature_init(&pair);
    nettle_mpz_init_set_str_256_u(numbers[0], 32, x);
    nettle_mpz_init_set_str_256_u(numbers[1], 32, y);
    nettle_mpz_set_str_256_u(pair.r, 32, signature);
    nettle_mpz_set_str_256_u(pair.s, 32, signature + 32);
    sha256_init(&hash);
    sha256_update(&hash, message_length, message);
    sha256_digest(&hash, sizeof digest, digest);
    int is_valid = ecc_point_set(&point, numbers[0], numbers[1]) && ecdsa_verify(&point, sizeof digest, digest, &pair);
    mpz_clear(numbers[0]);
    mpz_clear(numbers[1]);
    dsa_signature_clear(&pair);
    ecc_point_clear(&point);
    return is_valid;
}

int hogweed_verify_ed25519(
    const uint8_t *key, const uint8_t *message, size_t message_length, const uint8_t *signature) {
    return ed25519_sha512_verify(key, message_length, message, signature);
}
