#pragma once

// Files in the syntax of git-config(1).

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
