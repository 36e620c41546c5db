#pragma once

// What a server sends decides how much libgit2 allocates (a delta says how large its result will be). So
// it allocates through these: one object, and all together, have a limit, and beyond it libgit2 reports
// that there is no memory. zlib, libssh2 and mbedTLS allocate by themselves, with limits of their own.

/// The most bytes of one allocation.
#define ALBUMEN_GIT2_LARGEST ((size_t)256 << 20)
/// The most bytes of all allocations together.
#define ALBUMEN_GIT2_TOTAL ((size_t)1 << 30)

/// How much is allocated. A counter for each file that includes this; only that of the file that
/// initialises the library counts.
static inline size_t *albumen_git2_allocated(void) {
  static size_t bytes;
  return &bytes;
}

static inline void *albumen_git2_counted(void *memory) {
  if (memory)
    __atomic_fetch_add(albumen_git2_allocated(), malloc_usable_size(memory), __ATOMIC_RELAXED);
  return memory;
}

static inline int albumen_git2_fits(size_t size) {
  return size <= ALBUMEN_GIT2_LARGEST
         && size <= ALBUMEN_GIT2_TOTAL - 1
         && __atomic_load_n(albumen_git2_allocated(), __ATOMIC_RELAXED) < ALBUMEN_GIT2_TOTAL - size;
}

static inline void *albumen_git2_refused(void) {
  ALBUMEN_GIT2(git_error_set_oom)();
  return NULL;
}

static inline void *albumen_git2_malloc(size_t size, const char *file, int line) {
  (void)file;
  (void)line;
  // libgit2 takes NULL for a failure, also where nothing was asked for.
  if (!albumen_git2_fits(size)) return albumen_git2_refused();
  return albumen_git2_counted(malloc(size ? size : 1));
}

static inline void *albumen_git2_calloc(size_t count, size_t size, const char *file, int line) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return albumen_git2_refused();
  void *memory = albumen_git2_malloc(bytes, file, line);
  return memory ? memset(memory, 0, bytes) : NULL;
}

static inline void albumen_git2_free(void *memory) {
  if (!memory) return;
  __atomic_fetch_sub(albumen_git2_allocated(), malloc_usable_size(memory), __ATOMIC_RELAXED);
  free(memory);
}

static inline void *albumen_git2_realloc(void *old, size_t size, const char *file, int line) {
  (void)file;
  (void)line;
  if (!albumen_git2_fits(size)) return albumen_git2_refused();
  size_t before = malloc_usable_size(old);
  void *memory = realloc(old, size ? size : 1);
  if (memory) __atomic_fetch_sub(albumen_git2_allocated(), before, __ATOMIC_RELAXED);
  return albumen_git2_counted(memory);
}

static inline void *albumen_git2_reallocarray(
    void *old, size_t count, size_t size, const char *file, int line) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return albumen_git2_refused();
  return albumen_git2_realloc(old, bytes, file, line);
}

static inline void *albumen_git2_mallocarray(
    size_t count, size_t size, const char *file, int line) {
  return albumen_git2_reallocarray(NULL, count, size, file, line);
}

static inline char *albumen_git2_substrdup(
    const char *text, size_t length, const char *file, int line) {
  if (length == SIZE_MAX) return albumen_git2_refused();
  char *copy = albumen_git2_malloc(length + 1, file, line);
  if (!copy) return NULL;
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

static inline char *albumen_git2_strndup(
    const char *text, size_t length, const char *file, int line) {
  return albumen_git2_substrdup(text, strnlen(text, length), file, line);
}

static inline char *albumen_git2_strdup(const char *text, const char *file, int line) {
  return albumen_git2_substrdup(text, strlen(text), file, line);
}

static inline git_allocator albumen_git2_allocator(void) {
  git_allocator allocator = {
      albumen_git2_malloc,    albumen_git2_calloc,  albumen_git2_strdup,
      albumen_git2_strndup,   albumen_git2_substrdup, albumen_git2_realloc,
      albumen_git2_reallocarray, albumen_git2_mallocarray, albumen_git2_free,
  };
  return allocator;
}
