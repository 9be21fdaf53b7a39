/* Signs messages to Kisima, and checks its answers: C99, no libraries, no heap, some 400 bytes of stack.
 * How it goes: docs/api/signed.md, and docs/mqtt.md over MQTT. */
#ifndef KISIMA_SIGN_H
#define KISIMA_SIGN_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* SHA-256 (FIPS 180-4), fed piece by piece. */
typedef struct {
  uint32_t state[8];
  uint64_t length;
  uint8_t block[64];
} kisima_sha256;

static uint32_t kisima_rotate(uint32_t x, int by) { return (x >> by) | (x << (32 - by)); }

static void kisima_sha256_block(kisima_sha256 *sha) {
  static const uint32_t k[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
      0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
      0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
      0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
      0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
      0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
      0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
  uint32_t w[16], s[8];
  memcpy(s, sha->state, sizeof s);
  for (int i = 0; i < 64; i++) {
    uint32_t *word = &w[i & 15];
    if (i < 16) {
      const uint8_t *b = sha->block + 4 * i;
      *word = (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
    } else {
      uint32_t a = w[(i + 1) & 15], b = w[(i + 14) & 15];
      *word += (kisima_rotate(a, 7) ^ kisima_rotate(a, 18) ^ a >> 3) + w[(i + 9) & 15] +
               (kisima_rotate(b, 17) ^ kisima_rotate(b, 19) ^ b >> 10);
    }
    uint32_t t = s[7] + (kisima_rotate(s[4], 6) ^ kisima_rotate(s[4], 11) ^ kisima_rotate(s[4], 25)) +
                 ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + *word;
    uint32_t u = (kisima_rotate(s[0], 2) ^ kisima_rotate(s[0], 13) ^ kisima_rotate(s[0], 22)) +
                 ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += t;
    s[0] = t + u;
  }
  for (int i = 0; i < 8; i++) sha->state[i] += s[i];
}

static void kisima_sha256_begin(kisima_sha256 *sha) {
  static const uint32_t first[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(sha->state, first, sizeof first);
  sha->length = 0;
}

static void kisima_sha256_add(kisima_sha256 *sha, const void *data, size_t length) {
  const uint8_t *bytes = (const uint8_t *)data;
  for (size_t i = 0; i < length; i++) {
    sha->block[sha->length++ & 63] = bytes[i];
    if ((sha->length & 63) == 0) kisima_sha256_block(sha);
  }
}

static void kisima_sha256_end(kisima_sha256 *sha, uint8_t digest[32]) {
  uint64_t bits = sha->length * 8;
  uint8_t byte = 0x80;
  kisima_sha256_add(sha, &byte, 1);
  byte = 0;
  while ((sha->length & 63) != 56) kisima_sha256_add(sha, &byte, 1);
  for (int shift = 56; shift >= 0; shift -= 8) {
    byte = (uint8_t)(bits >> shift);
    kisima_sha256_add(sha, &byte, 1);
  }
  for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}

static void kisima_hex(const uint8_t digest[32], char hex[65]) {
  for (int i = 0; i < 32; i++) {
    hex[2 * i] = "0123456789abcdef"[digest[i] >> 4];
    hex[2 * i + 1] = "0123456789abcdef"[digest[i] & 15];
  }
  hex[64] = '\0';
}

/* HMAC-SHA256 (RFC 2104) over lines joined by line feeds, so that no text has to be put together. */
static void kisima_hmac_lines(const char *key, const char *const *lines, int count, char hex[65]) {
  kisima_sha256 sha;
  uint8_t padded[64] = {0}, digest[32];
  size_t length = strlen(key);
  if (length <= 64) {
    memcpy(padded, key, length);
  } else {
    kisima_sha256_begin(&sha);
    kisima_sha256_add(&sha, key, length);
    kisima_sha256_end(&sha, padded);
  }
  for (int i = 0; i < 64; i++) padded[i] ^= 0x36;
  kisima_sha256_begin(&sha);
  kisima_sha256_add(&sha, padded, 64);
  for (int i = 0; i < count; i++) {
    if (i > 0) kisima_sha256_add(&sha, "\n", 1);
    kisima_sha256_add(&sha, lines[i], strlen(lines[i]));
  }
  kisima_sha256_end(&sha, digest);
  for (int i = 0; i < 64; i++) padded[i] ^= 0x36 ^ 0x5c;
  kisima_sha256_begin(&sha);
  kisima_sha256_add(&sha, padded, 64);
  kisima_sha256_add(&sha, digest, 32);
  kisima_sha256_end(&sha, digest);
  kisima_hex(digest, hex);
}

static void kisima_hash(const void *body, size_t length, char hex[65]) {
  kisima_sha256 sha;
  uint8_t digest[32];
  kisima_sha256_begin(&sha);
  kisima_sha256_add(&sha, body, length);
  kisima_sha256_end(&sha, digest);
  kisima_hex(digest, hex);
}

/* The signature of a request. `stamp` is the counter, perhaps with a dash and what was drawn by chance. What
 * goes out is the stamp, a dot and the signature, in X-Kisima-Signature or last in the query. */
static void kisima_sign(const char *key, const char *method, const char *path, const char *query,
                        const void *body, size_t length, const char *stamp, char signature[65]) {
  char hash[65];
  kisima_hash(body, length, hash);
  const char *lines[] = {"kisima-1", method, path, query, hash, stamp};
  kisima_hmac_lines(key, lines, 6, signature);
}

/* What the server signs an answer with; `request` is the signature of the request. */
static inline void kisima_sign_answer(const char *key, int status, const char *request, const void *body,
                               size_t length, char signature[65]) {
  char hash[65], number[12];
  kisima_hash(body, length, hash);
  snprintf(number, sizeof number, "%d", status);
  const char *lines[] = {"kisima-1", "answer", number, request, hash};
  kisima_hmac_lines(key, lines, 5, signature);
}

/* 1 where two signatures of 64 digits are the same; it takes as long where they are not. */
static int kisima_is_same(const char *right, const char *given) {
  uint8_t differs = 0;
  for (int i = 0; i < 64; i++) differs |= (uint8_t)(right[i] ^ given[i]);
  return differs == 0;
}

/* 1 where an answer is the server's own to just this request. Whatever is not is no answer: keep the reading,
 * switch nothing. */
static inline int kisima_is_answer(const char *key, int status, const char *request, const void *body,
                                   size_t length, const char *given) {
  char right[65];
  kisima_sign_answer(key, status, request, body, length, right);
  return strlen(given) == 64 && kisima_is_same(right, given);
}

/* Over MQTT: the signature of a message on a topic. Its payload is the stamp, a dot, the signature, a line feed,
 * and then what it says. */
static inline void kisima_sign_message(const char *key, const char *topic, const void *said, size_t length,
                                       const char *stamp, char signature[65]) {
  kisima_sign(key, "PUBLISH", topic, "", said, length, stamp, signature);
}

/* What the server seals a message on a topic with; `last` is the signature of the board's last message. */
static inline void kisima_sign_seal(const char *key, const char *topic, const char *last, const void *said,
                                    size_t length, char signature[65]) {
  char hash[65], bond[33] = "";
  kisima_hash(said, length, hash);
  strncat(bond, last, 32);
  const char *lines[] = {"kisima-1", "answer", topic, bond, hash};
  kisima_hmac_lines(key, lines, 5, signature);
}

/* 1 where a payload of MQTT is sealed by the server for the board's last message. What it says begins at its
 * 65th byte. Whatever is not is none: switch nothing. */
static inline int kisima_is_sealed(const char *key, const char *topic, const char *last, const char *payload,
                                   size_t length) {
  char right[65];
  if (length < 65 || payload[64] != '\n') return 0;
  kisima_sign_seal(key, topic, last, payload + 65, length - 65, right);
  return kisima_is_same(right, payload);
}

#endif
