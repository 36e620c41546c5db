#pragma once
#include <dlfcn.h>
#include <git2.h>
#include <git2/sys/alloc.h>
#include <git2/sys/mempack.h>
#include <git2/sys/odb_backend.h>
#include <git2/sys/stream.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

// libgit2 brings 15 further libraries along (Kerberos, two of TLS, SSH), and most commands need none of
// it. So nothing links it: it is loaded when it is first called (dlopen(3)), with the functions' types
// from its own header. Why and what that saves: docs/design/0010-settings.md.

/// Loads the library that the header is of; NULL where it is not installed.
static inline void *albumen_git2_library(void) {
  static void *library;
  void *loaded = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
  if (!loaded) {
    // Two threads may both come here: they get the same handle.
    loaded = dlopen("libgit2.so." LIBGIT2_SOVERSION, RTLD_NOW | RTLD_LOCAL);
    __atomic_store_n(&library, loaded, __ATOMIC_RELEASE);
  }
  return loaded;
}

// A function of the loaded library, looked up once. A header of this version promises that it is there.
#define ALBUMEN_GIT2(function)                                              \
  ({                                                                        \
    static __typeof__(&function) found;                                     \
    __typeof__(&function) known = __atomic_load_n(&found, __ATOMIC_RELAXED); \
    if (!known) {                                                           \
      known = (__typeof__(&function))dlsym(albumen_git2_library(), #function); \
      __atomic_store_n(&found, known, __ATOMIC_RELAXED);                    \
    }                                                                       \
    known;                                                                  \
  })

#include "memory.h"

/// Loads and initialises the library; negative where that fails. The other functions may be called only
/// after it has succeeded, and this one from one thread.
///
/// Written files are synced. Repositories of other users are opened: nothing in their settings makes
/// libgit2 run anything, and a disk or a share often has another owner. Connections are made by `stream`.
static inline int albumen_git2_initialize(
    int (*stream)(git_stream **, const char *host, const char *port)) {
  if (!albumen_git2_library() || !ALBUMEN_GIT2(git_libgit2_init)) return -1;
  git_allocator allocator = albumen_git2_allocator();
  // Before the library is initialised: what it has allocated by then would not have been counted.
  if (ALBUMEN_GIT2(git_libgit2_opts)(GIT_OPT_SET_ALLOCATOR, &allocator) < 0) return -1;
  int result = ALBUMEN_GIT2(git_libgit2_init)();
  if (result < 0) return result;
  if (ALBUMEN_GIT2(git_libgit2_opts)(GIT_OPT_ENABLE_FSYNC_GITDIR, 1) < 0) return -1;
  if (ALBUMEN_GIT2(git_libgit2_opts)(GIT_OPT_SET_OWNER_VALIDATION, 0) < 0) return -1;
  git_stream_registration registration = {GIT_STREAM_VERSION, stream, NULL};
  return ALBUMEN_GIT2(git_stream_register)(GIT_STREAM_STANDARD, &registration);
}

static inline void albumen_git2_version(int *major, int *minor, int *revision) {
  ALBUMEN_GIT2(git_libgit2_version)(major, minor, revision);
}

static inline const git_error *albumen_git2_error_last(void) {
  return ALBUMEN_GIT2(git_error_last)();
}

static inline void albumen_git2_error_clear(void) {
  ALBUMEN_GIT2(git_error_clear)();
}

static inline void albumen_git2_error_set(int class, const char *message) {
  ALBUMEN_GIT2(git_error_set_str)(class, message);
}

#include "config.h"
#include "objects.h"
#include "transport.h"
