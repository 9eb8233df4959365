// The request handler of the limit server: HTTP/1.1 head, JSON body, OSS V4 presign and sign with a cached,
// pre-keyed signing key, JSON answer in the names of the API. No allocation.
#pragma once
#define _GNU_SOURCE
#define OPENSSL_SUPPRESS_DEPRECATED
#include <errno.h>
#include <openssl/sha.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#define MAX_PAIRS 32
#define MAX_BODY 65536

typedef struct { const char *p; uint32_t n; } slice;
typedef struct { slice k, v; } pair;
#define S(x) ((slice){x, sizeof(x) - 1})
static inline bool eq(slice a, slice b) { return a.n == b.n && !memcmp(a.p, b.p, a.n); }

// ---- output buffer
typedef struct { char *p, *end; bool over; } out;
static inline void put(out *o, const char *s, size_t n) {
    if ((size_t)(o->end - o->p) < n) { o->over = true; return; }
    memcpy(o->p, s, n); o->p += n;
}
#define PUTS(o, lit) put(o, lit, sizeof(lit) - 1)
static inline void put_s(out *o, slice s) { put(o, s.p, s.n); }
static inline void put_c(out *o, char c) { if (o->p < o->end) *o->p++ = c; else o->over = true; }
static inline void put_u(out *o, uint64_t v) {
    char b[20]; int i = 20;
    do b[--i] = (char)('0' + v % 10); while (v /= 10);
    put(o, b + i, (size_t)(20 - i));
}
static const char hexd[] = "0123456789abcdef", HEXD[] = "0123456789ABCDEF";
static inline void put_hex(out *o, const uint8_t *b, size_t n) {
    if ((size_t)(o->end - o->p) < 2 * n) { o->over = true; return; }
    for (size_t i = 0; i < n; i++) { *o->p++ = hexd[b[i] >> 4]; *o->p++ = hexd[b[i] & 15]; }
}
static uint8_t plain[256];           // bit 0: unreserved, bit 1: unreserved or '/', bit 2: plain in JSON
static void tables_init(void) {
    for (int c = 0; c < 256; c++) {
        bool u = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c && strchr("-_.~", c));
        plain[c] = (uint8_t)((u ? 3 : 0) | (c == '/' ? 2 : 0) | (c >= 0x20 && c != '"' && c != '\\' ? 4 : 0));
    }
}
static inline void put_enc(out *o, slice s, uint8_t mask) {
    if ((size_t)(o->end - o->p) < 3 * (size_t)s.n) { o->over = true; return; }
    char *q = o->p;
    for (uint32_t i = 0; i < s.n; i++) {
        uint8_t c = (uint8_t)s.p[i];
        if (plain[c] & mask) *q++ = (char)c;
        else { q[0] = '%'; q[1] = HEXD[c >> 4]; q[2] = HEXD[c & 15]; q += 3; }
    }
    o->p = q;
}
static inline void put_json(out *o, slice s) {
    if ((size_t)(o->end - o->p) < 6 * (size_t)s.n) { o->over = true; return; }
    char *q = o->p;
    for (uint32_t i = 0; i < s.n; i++) {
        uint8_t c = (uint8_t)s.p[i];
        if (plain[c] & 4) *q++ = (char)c;
        else if (c == '"' || c == '\\') { *q++ = '\\'; *q++ = (char)c; }
        else { memcpy(q, "\\u00", 4); q[4] = hexd[c >> 4]; q[5] = hexd[c & 15]; q += 6; }
    }
    o->p = q;
}

// ---- request fields
typedef struct {
    slice profile, version, method, region, bucket, key, content_type;
    int64_t expires;
    pair headers[MAX_PAIRS], query[MAX_PAIRS];
    slice additional[MAX_PAIRS];
    uint32_t n_headers, n_query, n_additional;
} fields;

// ---- JSON scanner over the body; unescapes into scratch
typedef struct { const char *p, *end; char *scratch, *scratch_end; } scan;
static inline void ws(scan *s) { while (s->p < s->end && (*s->p == ' ' || *s->p == '\n' || *s->p == '\r' || *s->p == '\t')) s->p++; }
static inline bool want(scan *s, char c) { ws(s); if (s->p < s->end && *s->p == c) { s->p++; return true; } return false; }
static int hex4(const char *p) {
    int v = 0;
    for (int i = 0; i < 4; i++) {
        int c = p[i], d = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
        if (d < 0) return -1;
        v = v * 16 + d;
    }
    return v;
}
static bool str_slow(scan *s, const char *from, slice *r) {
    char *d = s->scratch;
    size_t pre = (size_t)(s->p - from);
    if ((size_t)(s->scratch_end - d) < (size_t)(s->end - from)) return false;
    memcpy(d, from, pre); d += pre;
    while (s->p < s->end) {
        uint8_t c = (uint8_t)*s->p++;
        if (c == '"') { *r = (slice){s->scratch, (uint32_t)(d - s->scratch)}; s->scratch = d; return true; }
        if (c < 0x20) return false;
        if (c != '\\') { *d++ = (char)c; continue; }
        if (s->p >= s->end) return false;
        switch (*s->p++) {
        case '"': *d++ = '"'; break;  case '\\': *d++ = '\\'; break; case '/': *d++ = '/'; break;
        case 'b': *d++ = '\b'; break; case 'f': *d++ = '\f'; break;  case 'n': *d++ = '\n'; break;
        case 'r': *d++ = '\r'; break; case 't': *d++ = '\t'; break;
        case 'u': {
            if (s->end - s->p < 4) return false;
            int u = hex4(s->p); s->p += 4;
            if (u < 0 || (u >= 0xdc00 && u < 0xe000)) return false;
            if (u >= 0xd800 && u < 0xdc00) {
                if (s->end - s->p < 6 || s->p[0] != '\\' || s->p[1] != 'u') return false;
                int l = hex4(s->p + 2); s->p += 6;
                if (l < 0xdc00 || l > 0xdfff) return false;
                u = 0x10000 + ((u - 0xd800) << 10) + (l - 0xdc00);
            }
            if (u < 0x80) *d++ = (char)u;
            else if (u < 0x800) { *d++ = (char)(0xc0 | u >> 6); *d++ = (char)(0x80 | (u & 63)); }
            else if (u < 0x10000) { *d++ = (char)(0xe0 | u >> 12); *d++ = (char)(0x80 | ((u >> 6) & 63)); *d++ = (char)(0x80 | (u & 63)); }
            else { *d++ = (char)(0xf0 | u >> 18); *d++ = (char)(0x80 | ((u >> 12) & 63)); *d++ = (char)(0x80 | ((u >> 6) & 63)); *d++ = (char)(0x80 | (u & 63)); }
            break;
        }
        default: return false;
        }
    }
    return false;
}
static inline bool str(scan *s, slice *r) {
    if (!want(s, '"')) return false;
    const char *from = s->p;
    while (s->p < s->end) {
        if (plain[(uint8_t)*s->p] & 4) { s->p++; continue; }
        if (*s->p == '"') { *r = (slice){from, (uint32_t)(s->p - from)}; s->p++; return true; }
        if (*s->p == '\\') return str_slow(s, from, r);
        return false;
    }
    return false;
}
static bool skip_value(scan *s, int depth) {
    ws(s);
    if (s->p >= s->end || depth > 32) return false;
    slice t;
    switch (*s->p) {
    case '"': return str(s, &t);
    case '{': case '[': {
        char close = *s->p == '{' ? '}' : ']';
        bool obj = *s->p++ == '{';
        if (want(s, close)) return true;
        do {
            if (obj && (!str(s, &t) || !want(s, ':'))) return false;
            if (!skip_value(s, depth + 1)) return false;
        } while (want(s, ','));
        return want(s, close);
    }
    default: {
        const char *b = s->p;
        while (s->p < s->end && (*s->p == '-' || *s->p == '+' || *s->p == '.' || (*s->p >= '0' && *s->p <= '9') || ((*s->p | 32) >= 'a' && (*s->p | 32) <= 'z'))) s->p++;
        return s->p > b;
    }
    }
}
static bool integer(scan *s, int64_t *r) {
    ws(s);
    const char *b = s->p; int64_t v = 0;
    while (s->p < s->end && *s->p >= '0' && *s->p <= '9' && s->p - b < 18) v = v * 10 + (*s->p++ - '0');
    *r = v;
    return s->p > b;
}
static bool pairs(scan *s, pair *a, uint32_t *n) {
    if (!want(s, '{')) return false;
    if (want(s, '}')) return true;
    do {
        if (*n == MAX_PAIRS || !str(s, &a[*n].k) || !want(s, ':') || !str(s, &a[*n].v)) return false;
        ++*n;
    } while (want(s, ','));
    return want(s, '}');
}
static bool strings(scan *s, slice *a, uint32_t *n) {
    if (!want(s, '[')) return false;
    if (want(s, ']')) return true;
    do { if (*n == MAX_PAIRS || !str(s, &a[*n])) return false; ++*n; } while (want(s, ','));
    return want(s, ']');
}
static bool json_fields(slice body, char *scratch, size_t scratch_n, fields *f) {
    scan s = {body.p, body.p + body.n, scratch, scratch + scratch_n};
    f->n_headers = f->n_query = f->n_additional = 0; f->expires = 900;
    f->profile = f->version = f->bucket = f->key = f->content_type = (slice){"", 0};
    f->method = S("GET"); f->region = S("cn-hangzhou");
    if (!want(&s, '{')) return false;
    if (!want(&s, '}')) {
        do {
            slice k; bool ok;
            if (!str(&s, &k) || !want(&s, ':')) return false;
            if (eq(k, S("profile"))) ok = str(&s, &f->profile);
            else if (eq(k, S("version"))) ok = str(&s, &f->version);
            else if (eq(k, S("method"))) ok = str(&s, &f->method);
            else if (eq(k, S("region"))) ok = str(&s, &f->region);
            else if (eq(k, S("bucket"))) ok = str(&s, &f->bucket);
            else if (eq(k, S("key"))) ok = str(&s, &f->key);
            else if (eq(k, S("contentType"))) ok = str(&s, &f->content_type);
            else if (eq(k, S("expires"))) ok = integer(&s, &f->expires);
            else if (eq(k, S("headers"))) ok = pairs(&s, f->headers, &f->n_headers);
            else if (eq(k, S("parameters"))) ok = pairs(&s, f->query, &f->n_query);
            else if (eq(k, S("additionalHeaders"))) ok = strings(&s, f->additional, &f->n_additional);
            else ok = skip_value(&s, 0);
            if (!ok) return false;
        } while (want(&s, ','));
        if (!want(&s, '}')) return false;
    }
    ws(&s);
    if (f->content_type.n && f->n_headers < MAX_PAIRS) f->headers[f->n_headers++] = (pair){S("content-type"), f->content_type};
    return s.p == s.end && f->bucket.n && f->region.n && f->method.n;
}

// ---- HMAC-SHA256 with the two pad blocks hashed once
typedef struct { SHA256_CTX in, out; } hkey;
static void hkey_set(hkey *h, const uint8_t *k, size_t n) {
    uint8_t pad[64], d[32];
    if (n > 64) { SHA256(k, n, d); k = d; n = 32; }
    for (int i = 0; i < 64; i++) pad[i] = (uint8_t)((i < (int)n ? k[i] : 0) ^ 0x36);
    SHA256_Init(&h->in); SHA256_Update(&h->in, pad, 64);
    for (int i = 0; i < 64; i++) pad[i] ^= 0x36 ^ 0x5c;
    SHA256_Init(&h->out); SHA256_Update(&h->out, pad, 64);
}
static inline void hkey_mac(const hkey *h, const void *m, size_t n, uint8_t r[32]) {
    SHA256_CTX c = h->in;
    SHA256_Update(&c, m, n); SHA256_Final(r, &c);
    c = h->out;
    SHA256_Update(&c, r, 32); SHA256_Final(r, &c);
}

// ---- credentials and the cache of signing keys (one entry per region of the day)
static const char AK[] = "LTAI5tExampleAccessKeyId", SK[] = "ExampleAccessKeySecret0123456789";
static char token[8192]; static uint32_t token_n;   // of STS, as URLs have it; none for a long-lived key
static slice raw_token;
static void token_init(const char *t) {
    raw_token = (slice){t, (uint32_t)strlen(t)};
    out o = {token, token + sizeof token, false};
    put_enc(&o, (slice){t, (uint32_t)strlen(t)}, 1);
    token_n = (uint32_t)(o.p - token);
}
typedef struct { char region[32]; uint32_t n; char day[8]; hkey k; } cached;
typedef struct {
    cached keys[16]; uint32_t used;
    time_t now, end; char day[8], stamp[16], end_text[20];
    char scratch[MAX_BODY], tmp[3 * MAX_BODY];
} signer;

static void signer_clock(signer *g, time_t t) {
    if (t == g->now) return;
    g->now = t;
    struct tm m; gmtime_r(&t, &m);
    char b[32];
    strftime(b, sizeof b, "%Y%m%dT%H%M%SZ", &m);
    memcpy(g->stamp, b, 16); memcpy(g->day, b, 8);
}
// The end of a URL as RFC 3339; most requests of a second share it.
static slice signer_end(signer *g, time_t end) {
    if (end != g->end) {
        struct tm m; gmtime_r(&end, &m);
        char b[32];
        strftime(b, sizeof b, "%Y-%m-%dT%H:%M:%SZ", &m);
        memcpy(g->end_text, b, 20); g->end = end;
    }
    return (slice){g->end_text, 20};
}
static const hkey *signer_key(signer *g, slice region) {
    for (uint32_t i = 0; i < g->used; i++)
        if (g->keys[i].n == region.n && !memcmp(g->keys[i].region, region.p, region.n) && !memcmp(g->keys[i].day, g->day, 8)) return &g->keys[i].k;
    if (region.n > 32) return NULL;
    cached *c = &g->keys[g->used < 16 ? g->used++ : 0];
    memcpy(c->region, region.p, region.n); c->n = region.n; memcpy(c->day, g->day, 8);
    uint8_t d[32]; char first[128];
    int n = snprintf(first, sizeof first, "aliyun_v4%s", SK);
    hkey_set(&c->k, (uint8_t *)first, (size_t)n); hkey_mac(&c->k, g->day, 8, d);
    hkey_set(&c->k, d, 32); hkey_mac(&c->k, region.p, region.n, d);
    hkey_set(&c->k, d, 32); hkey_mac(&c->k, "oss", 3, d);
    hkey_set(&c->k, d, 32); hkey_mac(&c->k, "aliyun_v4_request", 17, d);
    hkey_set(&c->k, d, 32);
    return &c->k;
}
static inline int cmp(slice a, slice b) {
    int r = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);
    return r ? r : (int)a.n - (int)b.n;
}
static void sort_pairs(pair *a, uint32_t n) {
    for (uint32_t i = 1; i < n; i++) {
        pair x = a[i]; uint32_t j = i;
        while (j && cmp(x.k, a[j - 1].k) < 0) { a[j] = a[j - 1]; j--; }
        a[j] = x;
    }
}
#define SINCE(o, from) ((slice){from, (uint32_t)((o)->p - (from))})

// The parts that both kinds of signatures have.
typedef struct { slice scope, host, key, additional; } place;
static place put_place(out *t, const signer *g, fields *f) {
    place w;
    char *m;
    m = t->p; put(t, g->day, 8); put_c(t, '/'); put_s(t, f->region); PUTS(t, "/oss/aliyun_v4_request"); w.scope = SINCE(t, m);
    m = t->p; put_s(t, f->bucket); PUTS(t, ".oss-"); put_s(t, f->region); PUTS(t, ".aliyuncs.com"); w.host = SINCE(t, m);
    m = t->p; put_enc(t, f->key, 2); w.key = SINCE(t, m);
    for (uint32_t i = 1; i < f->n_additional; i++)
        for (uint32_t j = i; j && cmp(f->additional[j], f->additional[j - 1]) < 0; j--) { slice x = f->additional[j]; f->additional[j] = f->additional[j - 1]; f->additional[j - 1] = x; }
    m = t->p;
    for (uint32_t i = 0; i < f->n_additional; i++) { if (i) put_c(t, ';'); put_s(t, f->additional[i]); }
    w.additional = SINCE(t, m);
    return w;
}
static uint32_t put_parameters(out *t, const fields *f, pair *q) {
    for (uint32_t i = 0; i < f->n_query; i++) {
        char *m = t->p; put_enc(t, f->query[i].k, 1); q[i].k = SINCE(t, m);
        m = t->p; put_enc(t, f->query[i].v, 1); q[i].v = SINCE(t, m);
    }
    return f->n_query;
}
static slice put_query(out *t, pair *q, uint32_t n) {
    sort_pairs(q, n);
    char *m = t->p;
    for (uint32_t i = 0; i < n; i++) {
        if (i) put_c(t, '&');
        put_s(t, q[i].k);
        if (q[i].v.n) { put_c(t, '='); put_s(t, q[i].v); }
    }
    return SINCE(t, m);
}
// Signs the canonical request from `from` on; h has its headers.
static void put_signature(out *t, const signer *g, const hkey *key, const place *w, char *from, pair *h, uint32_t n, uint8_t d[32]) {
    put_c(t, '\n');
    sort_pairs(h, n);
    for (uint32_t i = 0; i < n; i++) { put_s(t, h[i].k); put_c(t, ':'); put_s(t, h[i].v); put_c(t, '\n'); }
    put_c(t, '\n'); put_s(t, w->additional); PUTS(t, "\nUNSIGNED-PAYLOAD");
    SHA256_CTX c; SHA256_Init(&c); SHA256_Update(&c, from, (size_t)(t->p - from)); SHA256_Final(d, &c);
    char *sts = t->p;
    PUTS(t, "OSS4-HMAC-SHA256\n"); put(t, g->stamp, 16); put_c(t, '\n'); put_s(t, w->scope); put_c(t, '\n'); put_hex(t, d, 32);
    hkey_mac(key, sts, (size_t)(t->p - sts), d);
}
static void put_target(out *t, const fields *f, const place *w) {
    put_s(t, f->method); PUTS(t, "\n/"); put_s(t, f->bucket); put_c(t, '/'); put_s(t, w->key); put_c(t, '\n');
}
static uint32_t signed_headers(const fields *f, const place *w, pair *h) {
    uint32_t n = f->n_headers;
    memcpy(h, f->headers, n * sizeof *h);
    for (uint32_t i = 0; i < f->n_additional; i++) if (eq(f->additional[i], S("host"))) { h[n].k = S("host"); h[n++].v = w->host; }
    return n;
}
static void put_beginning(out *o, const fields *f, const place *w) {
    PUTS(o, "{\"profile\":\""); put_json(o, f->profile); PUTS(o, "\",\"generation\":1,\"version\":\"v4\",\"method\":\""); put_json(o, f->method);
    PUTS(o, "\",\"url\":\"https://"); put_s(o, w->host); put_c(o, '/'); put_s(o, w->key);
}
static void put_headers(out *o, const fields *f) {
    for (uint32_t i = 0; i < f->n_headers; i++) {
        if (i) put_c(o, ',');
        put_c(o, '"'); put_json(o, f->headers[i].k); PUTS(o, "\":\""); put_json(o, f->headers[i].v); put_c(o, '"');
    }
}

// Both write the JSON body of the answer.
static bool presign(signer *g, fields *f, out *o) {
    const hkey *key = signer_key(g, f->region);
    if (!key) return false;
    out t = {g->tmp, g->tmp + sizeof g->tmp, false};
    place w = put_place(&t, g, f);
    char *m;
    pair q[MAX_PAIRS + 6], h[MAX_PAIRS + 1];
    uint32_t n = put_parameters(&t, f, q);
    if (w.additional.n) { q[n].k = S("x-oss-additional-headers"); m = t.p; put_enc(&t, w.additional, 1); q[n++].v = SINCE(&t, m); }
    q[n].k = S("x-oss-credential"); m = t.p; PUTS(&t, AK); PUTS(&t, "%2F"); put_enc(&t, w.scope, 1); q[n++].v = SINCE(&t, m);
    q[n].k = S("x-oss-date"); q[n++].v = (slice){g->stamp, 16};
    q[n].k = S("x-oss-expires"); m = t.p; put_u(&t, (uint64_t)f->expires); q[n++].v = SINCE(&t, m);
    if (token_n) { q[n].k = S("x-oss-security-token"); q[n++].v = (slice){token, token_n}; }
    q[n].k = S("x-oss-signature-version"); q[n++].v = S("OSS4-HMAC-SHA256");
    char *request = t.p;
    put_target(&t, f, &w);
    slice query = put_query(&t, q, n);
    uint8_t d[32];
    put_signature(&t, g, key, &w, request, h, signed_headers(f, &w, h), d);
    put_beginning(o, f, &w);
    put_c(o, '?'); put_s(o, query); PUTS(o, "&x-oss-signature="); put_hex(o, d, 32);
    PUTS(o, "\",\"headers\":{"); put_headers(o, f);
    PUTS(o, "},\"expiration\":\""); put_s(o, signer_end(g, g->now + f->expires));
    PUTS(o, "\",\"limitedBy\":\"request\",\"signature\":\""); put_hex(o, d, 32); PUTS(o, "\"}");
    return !t.over && !o->over;
}
static bool sign(signer *g, fields *f, out *o) {
    const hkey *key = signer_key(g, f->region);
    if (!key || f->n_headers > MAX_PAIRS - 4) return false;
    out t = {g->tmp, g->tmp + sizeof g->tmp, false};
    place w = put_place(&t, g, f);
    pair q[MAX_PAIRS], h[MAX_PAIRS + 1];
    f->headers[f->n_headers++] = (pair){S("x-oss-date"), {g->stamp, 16}};
    f->headers[f->n_headers++] = (pair){S("x-oss-content-sha256"), S("UNSIGNED-PAYLOAD")};
    if (raw_token.n) f->headers[f->n_headers++] = (pair){S("x-oss-security-token"), raw_token};
    char *request = t.p;
    put_target(&t, f, &w);
    slice query = put_query(&t, q, put_parameters(&t, f, q));
    uint8_t d[32];
    put_signature(&t, g, key, &w, request, h, signed_headers(f, &w, h), d);
    put_beginning(o, f, &w);
    if (query.n) { put_c(o, '?'); put_s(o, query); }
    PUTS(o, "\",\"headers\":{"); put_headers(o, f);
    PUTS(o, ",\"authorization\":\"OSS4-HMAC-SHA256 Credential="); PUTS(o, AK); put_c(o, '/'); put_s(o, w.scope);
    if (w.additional.n) { PUTS(o, ",AdditionalHeaders="); put_s(o, w.additional); }
    PUTS(o, ",Signature="); put_hex(o, d, 32);
    PUTS(o, "\"},\"signature\":\""); put_hex(o, d, 32); PUTS(o, "\",\"accessKeyId\":\""); PUTS(o, AK); PUTS(o, "\"}");
    return !t.over && !o->over;
}

// ---- HTTP/1.1 request head
typedef struct { slice method, target; uint32_t head, body; bool close, chunked; } head;
// 1 complete, 0 incomplete, -1 bad
static int http_head(const char *p, size_t n, head *h) {
    const char *end = p + n, *s = p, *e;
    h->body = 0; h->close = h->chunked = false;
    while (s < end && *s != ' ' && *s >= 'A' && *s <= 'Z') s++;
    if (s == end) return n > 32 ? -1 : 0;
    if (*s != ' ' || s == p) return -1;
    h->method = (slice){p, (uint32_t)(s - p)};
    const char *tg = ++s;
    while (s < end && (uint8_t)*s > ' ') s++;
    if (s == end) return 0;
    if (*s != ' ') return -1;
    h->target = (slice){tg, (uint32_t)(s - tg)};
    s++;
    if (end - s < 10) return 0;
    if (memcmp(s, "HTTP/1.1\r\n", 10)) return -1;
    s += 10;
    for (;;) {
        if (end - s < 2) return 0;
        if (s[0] == '\r') { if (s[1] != '\n') return -1; s += 2; break; }
        e = memchr(s, '\n', (size_t)(end - s));
        if (!e) return 0;
        if (e[-1] != '\r') return -1;
        const char *colon = s;
        while (colon < e && *colon != ':') { if ((uint8_t)*colon <= ' ') return -1; colon++; }
        if (colon == e || colon == s) return -1;
        const char *v = colon + 1, *ve = e - 1;
        while (v < ve && (*v == ' ' || *v == '\t')) v++;
        while (ve > v && (ve[-1] == ' ' || ve[-1] == '\t')) ve--;
        size_t kn = (size_t)(colon - s);
        if (kn == 14 && !strncasecmp(s, "content-length", 14)) {
            uint64_t x = 0;
            if (v == ve || ve - v > 9) return -1;
            for (const char *q = v; q < ve; q++) { if (*q < '0' || *q > '9') return -1; x = x * 10 + (uint64_t)(*q - '0'); }
            h->body = (uint32_t)x;
        } else if (kn == 10 && !strncasecmp(s, "connection", 10)) h->close = ve - v == 5 && !strncasecmp(v, "close", 5);
        else if (kn == 17 && !strncasecmp(s, "transfer-encoding", 17)) h->chunked = true;
        s = e + 1;
    }
    h->head = (uint32_t)(s - p);
    return 1;
}

// ---- one connection's bytes -> answers. Returns bytes consumed; *bye set to close after writing.
typedef enum { MODE_FIXED, MODE_PRESIGN } serve_mode;
static char fixed_resp[1024]; static size_t fixed_resp_n;
static void fixed_init(void) {
    char body[501]; memset(body, 'x', 500); body[500] = 0;
    fixed_resp_n = (size_t)snprintf(fixed_resp, sizeof fixed_resp, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n%s", body);
}
static void answer(out *o, const char *status, const char *body) {
    char b[256];
    int n = snprintf(b, sizeof b, "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s", status, strlen(body), body);
    put(o, b, (size_t)n);
}
static size_t serve(serve_mode mode, signer *g, const char *p, size_t n, out *o, bool *bye) {
    size_t used = 0;
    while (used < n && !*bye) {
        if (mode == MODE_FIXED) {                // the least that still frames requests: search the
            const char *e = memmem(p + used, n - used, "\r\n\r\n", 4);   // blank line, read the length
            if (!e) break;
            const char *cl = memmem(p + used, (size_t)(e - p) - used, "Content-Length: ", 16);
            size_t len = (size_t)(e + 4 - (p + used)) + (cl ? (size_t)strtoul(cl + 16, NULL, 10) : 0);
            if (len > n - used) break;
            *bye = memmem(p + used, (size_t)(e - p) - used, "Connection: close", 17) != NULL;
            put(o, fixed_resp, fixed_resp_n);
            used += len;
            continue;
        }
        head h;
        int r = http_head(p + used, n - used, &h);
        if (r == 0) break;
        if (r < 0 || h.chunked || h.body > MAX_BODY) { answer(o, "400 Bad Request", "{\"error\":\"bad request\"}"); *bye = true; return n; }
        if (n - used < (size_t)h.head + h.body) break;
        slice body = {p + used + h.head, h.body};
        *bye = h.close;
        used += h.head + h.body;
        bool signs = eq(h.target, S("/v1/sign"));
        if ((!signs && !eq(h.target, S("/v1/presign"))) || !eq(h.method, S("POST"))) { answer(o, "404 Not Found", "{\"error\":\"not found\"}"); continue; }
        fields f;
        char *mark = o->p;
        PUTS(o, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ");
        char *len = o->p;
        PUTS(o, "     \r\n\r\n");
        char *b = o->p;
        if (!json_fields(body, g->scratch, sizeof g->scratch, &f) || !(signs ? sign : presign)(g, &f, o)) {
            o->p = mark; o->over = false;
            answer(o, "422 Unprocessable Entity", "{\"error\":\"bad body\"}");
            continue;
        }
        size_t bn = (size_t)(o->p - b);
        for (int i = 4; i >= 0 && bn; i--) { len[i] = (char)('0' + bn % 10); bn /= 10; }   // blanks before: legal
    }
    return used;
}
