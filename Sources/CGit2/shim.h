#pragma once
#include <dlfcn.h>
#include <git2.h>

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

// A function of the loaded library. A header of this version promises that it is there.
#define ALBUMEN_GIT2(function) \
  ((__typeof__(&function))dlsym(albumen_git2_library(), #function))

/// Loads and initialises the library; negative where that fails. The other functions may be called only
/// after it has succeeded.
static inline int albumen_git2_initialize(void) {
  if (!albumen_git2_library() || !ALBUMEN_GIT2(git_libgit2_init)) return -1;
  return ALBUMEN_GIT2(git_libgit2_init)();
}

static inline void albumen_git2_version(int *major, int *minor, int *revision) {
  ALBUMEN_GIT2(git_libgit2_version)(major, minor, revision);
}

static inline const git_error *albumen_git2_error_last(void) {
  return ALBUMEN_GIT2(git_error_last)();
}

static inline int albumen_git2_config_open_ondisk(git_config **out, const char *path) {
  return ALBUMEN_GIT2(git_config_open_ondisk)(out, path);
}

static inline void albumen_git2_config_free(git_config *config) {
  ALBUMEN_GIT2(git_config_free)(config);
}

static inline int albumen_git2_config_set_string(
    git_config *config, const char *name, const char *value) {
  return ALBUMEN_GIT2(git_config_set_string)(config, name, value);
}

static inline int albumen_git2_config_delete_entry(git_config *config, const char *name) {
  return ALBUMEN_GIT2(git_config_delete_entry)(config, name);
}

static inline int albumen_git2_config_iterator_new(
    git_config_iterator **out, const git_config *config) {
  return ALBUMEN_GIT2(git_config_iterator_new)(out, config);
}

static inline int albumen_git2_config_next(git_config_entry **entry, git_config_iterator *iterator) {
  return ALBUMEN_GIT2(git_config_next)(entry, iterator);
}

static inline void albumen_git2_config_iterator_free(git_config_iterator *iterator) {
  ALBUMEN_GIT2(git_config_iterator_free)(iterator);
}
