#include "CHogweed.h"

#include <errno.h>
#include <nettle/bignum.h>
#include <nettle/ecc.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecdsa.h>
#include <nettle/rsa.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <sys/random.h>

// A signature must never be made with bad random numbers.
static void take_random(void *context, size_t length, uint8_t *target) {
    (void)context;
    while (length > 0) {
        ssize_t added = getrandom(target, length, 0);
        if (added < 0 && errno != EINTR) abort();
        if (added < 0) continue;
        target += added;
        length -= (size_t)added;
    }
}

static void wipe(mpz_t number) {
    size_t size = mpz_size(number);
    if (size > 0) mpn_zero(mpz_limbs_modify(number, (mp_size_t)size), (mp_size_t)size);
}

static void read_number(mpz_t number, const uint8_t *bytes, const struct hogweed_range *range) {
    nettle_mpz_set_str_256_u(number, range->length, bytes + range->start);
}

int hogweed_sign_rsa_sha256(
    const uint8_t *key, const struct hogweed_range *ranges, const uint8_t *message, size_t message_length,
    uint8_t *signature, size_t signature_length) {
    struct rsa_public_key public_key;
    struct rsa_private_key private_key;
    struct sha256_ctx hash;
    mpz_t number;
    rsa_public_key_init(&public_key);
    rsa_private_key_init(&private_key);
    mpz_init(number);
    mpz_ptr const targets[] = {public_key.n, public_key.e, private_key.p, private_key.q, private_key.a, private_key.b, private_key.c};
    for (int index = 0; index < 7; index++) read_number(targets[index], key, &ranges[index]);
    sha256_init(&hash);
    sha256_update(&hash, message_length, message);
    int is_signed = rsa_public_key_prepare(&public_key) && rsa_private_key_prepare(&private_key)
        && public_key.size == signature_length && private_key.size == signature_length
        && rsa_sha256_sign_tr(&public_key, &private_key, NULL, take_random, &hash, number);
    if (is_signed) nettle_mpz_get_str_256(signature_length, signature, number);
    for (int index = 2; index < 7; index++) wipe(targets[index]);
    mpz_clear(number);
    rsa_private_key_clear(&private_key);
    rsa_public_key_clear(&public_key);
    return is_signed;
}

int hogweed_sign_p256_sha256(
    const uint8_t *secret, const uint8_t *message, size_t message_length, uint8_t *signature) {
    struct ecc_scalar key;
    struct dsa_signature pair;
    struct sha256_ctx hash;
    uint8_t digest[SHA256_DIGEST_SIZE];
    mpz_t number;
    ecc_scalar_init(&key, nettle_get_secp_256r1());
    dsa_signature_init(&pair);
    nettle_mpz_init_set_str_256_u(number, 32, secret);
    int is_signed = ecc_scalar_set(&key, number);
    if (is_signed) {
        sha256_init(&hash);
        sha256_update(&hash, message_length, message);
        sha256_digest(&hash, sizeof digest, digest);
        ecdsa_sign(&key, NULL, take_random, sizeof digest, digest, &pair);
        nettle_mpz_get_str_256(32, signature, pair.r);
        nettle_mpz_get_str_256(32, signature + 32, pair.s);
    }
    wipe(number);
    mpz_clear(number);
    dsa_signature_clear(&pair);
    // Overwrites the key.
    ecc_scalar_clear(&key);
    return is_signed;
}

int hogweed_p256_public(const uint8_t *secret, uint8_t *point) {
    struct ecc_scalar key;
    struct ecc_point product;
    mpz_t numbers[2];
    ecc_scalar_init(&key, nettle_get_secp_256r1());
    ecc_point_init(&product, nettle_get_secp_256r1());
    nettle_mpz_init_set_str_256_u(numbers[0], 32, secret);
    mpz_init(numbers[1]);
    int is_key = ecc_scalar_set(&key, numbers[0]);
    wipe(numbers[0]);
    if (is_key) {
        ecc_point_mul_g(&product, &key);
        ecc_point_get(&product, numbers[0], numbers[1]);
        nettle_mpz_get_str_256(32, point, numbers[0]);
        nettle_mpz_get_str_256(32, point + 32, numbers[1]);
    }
    mpz_clear(numbers[0]);
    mpz_clear(numbers[1]);
    ecc_point_clear(&product);
    ecc_scalar_clear(&key);
    return is_key;
}
