#pragma once

#include <stdint.h>
#include <string.h>

// Vector operations that Swift lacks: comparisons that are not made lane by lane, and a bit mask of the lanes.
// clang compiles its vectors for every processor. Each function examines 16 bytes and returns a bit for each, the lowest
// for the first.

typedef uint8_t vectors_bytes __attribute__((vector_size(16)));
typedef int8_t vectors_lanes __attribute__((vector_size(16)));
typedef _Bool vectors_bits __attribute__((ext_vector_type(16)));

static inline vectors_bytes vectors_load(const void *bytes) {
    vectors_bytes loaded;
    memcpy(&loaded, bytes, sizeof loaded);
    return loaded;
}

static inline uint16_t vectors_mask(vectors_lanes lanes) {
    vectors_bits bits = __builtin_convertvector(lanes, vectors_bits);
    uint16_t mask;
    memcpy(&mask, &bits, sizeof mask);
    return mask;
}

static inline vectors_lanes vectors_within(vectors_bytes bytes, uint8_t first, uint8_t last) {
    return (vectors_bytes)(bytes - first) <= (uint8_t)(last - first);
}

// A control character, a quote, a backslash, or not ASCII.
static inline uint16_t vectors_special(const void *bytes) {
    vectors_bytes b = vectors_load(bytes);
    return vectors_mask(~vectors_within(b, 0x20, 0x7E) | (b == '"') | (b == '\\'));
}

static inline uint64_t vectors_special_block(const uint8_t *bytes) {
    uint64_t mask = 0;
    for (int part = 0; part < 4; part++) mask |= (uint64_t)vectors_special(bytes + 16 * part) << 16 * part;
    return mask;
}

// The two lower-case digits of each byte.
static inline vectors_bytes vectors_digits(vectors_bytes halves) {
    return halves + '0' + ((vectors_bytes)(halves > 9) & ('a' - '9' - 1));
}

static inline void vectors_hex(const void *bytes, void *digits) {
    vectors_bytes b = vectors_load(bytes), high = b >> 4, low = b & 15;
    vectors_bytes both[2] = {
        vectors_digits(__builtin_shufflevector(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)),
        vectors_digits(__builtin_shufflevector(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)),
    };
    memcpy(digits, both, sizeof both);
}

// A letter or a digit.
static inline vectors_lanes vectors_alphanumeric(vectors_bytes b) {
    return vectors_within(b | 0x20, 'a', 'z') | vectors_within(b, '0', '9');
}

// All but the characters that a URL never escapes.
static inline uint16_t vectors_reserved(const void *bytes) {
    vectors_bytes b = vectors_load(bytes);
    return vectors_mask(~(vectors_alphanumeric(b) | (b == '-') | (b == '.') | (b == '_') | (b == '~')));
}

static inline uint16_t vectors_reserved_but_slash(const void *bytes) {
    vectors_bytes b = vectors_load(bytes);
    return vectors_mask(~(vectors_alphanumeric(b) | vectors_within(b, '-', '/') | (b == '_') | (b == '~')));
}

// All but letters, digits and dashes.
static inline uint16_t vectors_no_word(const void *bytes) {
    vectors_bytes b = vectors_load(bytes);
    return vectors_mask(~(vectors_alphanumeric(b) | (b == '-')));
}

static inline uint16_t vectors_no_lower_word(const void *bytes) {
    vectors_bytes b = vectors_load(bytes);
    return vectors_mask(~(vectors_within(b, 'a', 'z') | vectors_within(b, '0', '9') | (b == '-')));
}

// A control character other than tab: it ends a line of HTTP or is forbidden in it.
static inline uint16_t vectors_no_line(const void *bytes) {
    vectors_bytes b = vectors_load(bytes);
    return vectors_mask(((b < 0x20) & (b != '\t')) | (b == 0x7F));
}

// All but the white space of JSON.
static inline uint16_t vectors_no_white_space(const void *bytes) {
    vectors_bytes b = vectors_load(bytes);
    return vectors_mask(~((b == ' ') | (b == '\t') | (b == '\n') | (b == '\r')));
}
