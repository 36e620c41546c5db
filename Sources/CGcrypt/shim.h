#pragma once
#include <gcrypt.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// gcry_control is variadic, which Swift cannot call.

/// Initialises libgcrypt for a program that keeps no secrets in it. Returns 0, or -1 if the library
/// found at run time is older than the header this was compiled with. Call it from one thread only.
static inline int albumen_gcry_initialize(void) {
  if (gcry_control(GCRYCTL_INITIALIZATION_FINISHED_P)) return 0;
  if (!gcry_check_version(GCRYPT_VERSION)) return -1;
  gcry_control(GCRYCTL_DISABLE_SECMEM, 0);
  gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
  return 0;
}

/// Writes the 32 bytes of SHA-256(first || second). Allocates nothing; either part may be empty.
static inline gcry_error_t albumen_gcry_sha256_pair(
    void *digest, const void *first, size_t first_length, const void *second,
    size_t second_length) {
  gcry_buffer_t parts[2];
  memset(parts, 0, sizeof parts);
  parts[0].data = (void *)first;
  parts[0].len = first_length;
  parts[1].data = (void *)second;
  parts[1].len = second_length;
  return gcry_md_hash_buffers(GCRY_MD_SHA256, 0, digest, parts, 2);
}

/// Writes the 20 bytes of HMAC-SHA-1 of a message.
static inline gcry_error_t albumen_gcry_hmac_sha1(
    void *code, const void *key, size_t key_length, const void *message, size_t length) {
  gcry_md_hd_t handle;
  gcry_error_t status = gcry_md_open(&handle, GCRY_MD_SHA1, GCRY_MD_FLAG_HMAC);
  if (status != 0) return status;
  status = gcry_md_setkey(handle, key, key_length);
  if (status == 0) {
    gcry_md_write(handle, message, length);
    memcpy(code, gcry_md_read(handle, GCRY_MD_SHA1), 20);
  }
  gcry_md_close(handle);
  return status;
}

// CRC-32C with the CPU's own instruction. Built-ins instead of <nmmintrin.h>, so that this header
// compiles without -msse4.2 for everybody who imports it.

#if defined(__x86_64__)

static inline int albumen_crc32c_in_hardware(void) { return __builtin_cpu_supports("sse4.2") != 0; }

/// Feeds bytes into the raw (not inverted) CRC register. Only where albumen_crc32c_in_hardware().
__attribute__((target("sse4.2"))) static inline uint32_t albumen_crc32c_feed(
    uint32_t state, const unsigned char *bytes, size_t count) {
  uint64_t wide = state;
  while (count >= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    wide = __builtin_ia32_crc32di(wide, word);
    bytes += 8;
    count -= 8;
  }
  uint32_t narrow = (uint32_t)wide;
  while (count > 0) {
    narrow = __builtin_ia32_crc32qi(narrow, *bytes);
    bytes += 1;
    count -= 1;
  }
  return narrow;
}

#else

static inline int albumen_crc32c_in_hardware(void) { return 0; }

static inline uint32_t albumen_crc32c_feed(
    uint32_t state, const unsigned char *bytes, size_t count) {
  (void)bytes;
  (void)count;
  return state;
}

#endif
