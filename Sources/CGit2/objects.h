#pragma once

// Repositories, their objects, and their branches.

/// Opens a repository: PATH itself, or its .git; nothing above it is looked at.
static inline int albumen_git2_repository_open(git_repository **out, const char *path) {
  return ALBUMEN_GIT2(git_repository_open_ext)(out, path, GIT_REPOSITORY_OPEN_NO_SEARCH, NULL);
}

static inline int albumen_git2_repository_init_bare(git_repository **out, const char *path) {
  git_repository_init_options options = GIT_REPOSITORY_INIT_OPTIONS_INIT;
  options.flags = GIT_REPOSITORY_INIT_BARE | GIT_REPOSITORY_INIT_MKDIR | GIT_REPOSITORY_INIT_NO_DOTGIT_DIR;
  options.initial_head = "tip";
  return ALBUMEN_GIT2(git_repository_init_ext)(out, path, &options);
}

/// Lets the settings in a file count before all others for a repository.
static inline int albumen_git2_repository_configure(git_repository *repository, const char *file) {
  git_config *config = NULL;
  int result = ALBUMEN_GIT2(git_repository_config)(&config, repository);
  if (result == 0)
    result = ALBUMEN_GIT2(git_config_add_file_ondisk)(
        config, file, GIT_CONFIG_LEVEL_APP, repository, 1);
  ALBUMEN_GIT2(git_config_free)(config);
  return result;
}

static inline const char *albumen_git2_repository_common_path(const git_repository *repository) {
  return ALBUMEN_GIT2(git_repository_commondir)(repository);
}

static inline void albumen_git2_repository_free(git_repository *repository) {
  ALBUMEN_GIT2(git_repository_free)(repository);
}

static inline int albumen_git2_repository_odb(git_odb **out, git_repository *repository) {
  return ALBUMEN_GIT2(git_repository_odb)(out, repository);
}

static inline void albumen_git2_odb_free(git_odb *odb) { ALBUMEN_GIT2(git_odb_free)(odb); }

/// Lets what is written to a database stay in memory, to be packed.
static inline int albumen_git2_odb_add_mempack(git_odb *odb, git_odb_backend **out) {
  int result = ALBUMEN_GIT2(git_mempack_new)(out);
  return result < 0 ? result : ALBUMEN_GIT2(git_odb_add_backend)(odb, *out, 999);
}

static inline int albumen_git2_mempack_reset(git_odb_backend *mempack) {
  return ALBUMEN_GIT2(git_mempack_reset)(mempack);
}

/// Opens a database that holds the objects of one pack.
static inline int albumen_git2_odb_open_pack(git_odb **out, const char *index) {
  git_odb_backend *pack;
  int result = ALBUMEN_GIT2(git_odb_new)(out);
  if (result < 0) return result;
  result = ALBUMEN_GIT2(git_odb_backend_one_pack)(&pack, index);
  if (result == 0) result = ALBUMEN_GIT2(git_odb_add_backend)(*out, pack, 1);
  if (result < 0) ALBUMEN_GIT2(git_odb_free)(*out);
  return result;
}

static inline int albumen_git2_odb_foreach(
    git_odb *odb, git_odb_foreach_cb callback, void *payload) {
  return ALBUMEN_GIT2(git_odb_foreach)(odb, callback, payload);
}

static inline int albumen_git2_odb_refresh(git_odb *odb) {
  return ALBUMEN_GIT2(git_odb_refresh)(odb);
}

static inline int albumen_git2_odb_exists(git_odb *odb, const git_oid *id) {
  return ALBUMEN_GIT2(git_odb_exists)(odb, id);
}

static inline int albumen_git2_odb_read_header(
    size_t *size, git_object_t *type, git_odb *odb, const git_oid *id) {
  return ALBUMEN_GIT2(git_odb_read_header)(size, type, odb, id);
}

static inline int albumen_git2_odb_read(git_odb_object **out, git_odb *odb, const git_oid *id) {
  return ALBUMEN_GIT2(git_odb_read)(out, odb, id);
}

static inline const void *albumen_git2_odb_object_data(git_odb_object *object) {
  return ALBUMEN_GIT2(git_odb_object_data)(object);
}

static inline size_t albumen_git2_odb_object_size(git_odb_object *object) {
  return ALBUMEN_GIT2(git_odb_object_size)(object);
}

static inline void albumen_git2_odb_object_free(git_odb_object *object) {
  ALBUMEN_GIT2(git_odb_object_free)(object);
}

static inline int albumen_git2_odb_write(
    git_oid *out, git_odb *odb, const void *bytes, size_t count, git_object_t type) {
  return ALBUMEN_GIT2(git_odb_write)(out, odb, bytes, count, type);
}

static inline int albumen_git2_odb_hash(
    git_oid *out, const void *bytes, size_t count, git_object_t type) {
  return ALBUMEN_GIT2(git_odb_hash)(out, bytes, count, type);
}

static inline int albumen_git2_packbuilder_new(git_packbuilder **out, git_repository *repository) {
  int result = ALBUMEN_GIT2(git_packbuilder_new)(out, repository);
  if (result == 0) ALBUMEN_GIT2(git_packbuilder_set_threads)(*out, 1);
  return result;
}

static inline int albumen_git2_packbuilder_insert(git_packbuilder *builder, const git_oid *id) {
  return ALBUMEN_GIT2(git_packbuilder_insert)(builder, id, NULL);
}

/// Writes the pack and its index to the repository's directory of packs.
static inline int albumen_git2_packbuilder_write(git_packbuilder *builder) {
  return ALBUMEN_GIT2(git_packbuilder_write)(builder, NULL, 0444, NULL, NULL);
}

/// The hexadecimal digits in the pack's name.
static inline const char *albumen_git2_packbuilder_name(git_packbuilder *builder) {
  return ALBUMEN_GIT2(git_packbuilder_name)(builder);
}

static inline void albumen_git2_packbuilder_free(git_packbuilder *builder) {
  ALBUMEN_GIT2(git_packbuilder_free)(builder);
}

static inline int albumen_git2_tree_lookup(
    git_tree **out, git_repository *repository, const git_oid *id) {
  return ALBUMEN_GIT2(git_tree_lookup)(out, repository, id);
}

static inline void albumen_git2_tree_free(git_tree *tree) { ALBUMEN_GIT2(git_tree_free)(tree); }

static inline size_t albumen_git2_tree_entrycount(const git_tree *tree) {
  return ALBUMEN_GIT2(git_tree_entrycount)(tree);
}

static inline size_t albumen_git2_length(const char *text) { return strlen(text); }

/// The entry at an index below the count; its name lives as long as the tree.
static inline void albumen_git2_tree_entry(
    const git_tree *tree, size_t index, const char **name, git_oid *id, uint32_t *mode) {
  const git_tree_entry *entry = ALBUMEN_GIT2(git_tree_entry_byindex)(tree, index);
  *name = ALBUMEN_GIT2(git_tree_entry_name)(entry);
  *id = *ALBUMEN_GIT2(git_tree_entry_id)(entry);
  *mode = (uint32_t)ALBUMEN_GIT2(git_tree_entry_filemode_raw)(entry);
}

static inline int albumen_git2_treebuilder_new(git_treebuilder **out, git_repository *repository) {
  return ALBUMEN_GIT2(git_treebuilder_new)(out, repository, NULL);
}

static inline int albumen_git2_treebuilder_insert(
    git_treebuilder *builder, const char *name, const git_oid *id, int is_directory) {
  return ALBUMEN_GIT2(git_treebuilder_insert)(
      NULL, builder, name, id, is_directory ? GIT_FILEMODE_TREE : GIT_FILEMODE_BLOB);
}

static inline int albumen_git2_treebuilder_write(git_oid *out, git_treebuilder *builder) {
  return ALBUMEN_GIT2(git_treebuilder_write)(out, builder);
}

static inline void albumen_git2_treebuilder_free(git_treebuilder *builder) {
  ALBUMEN_GIT2(git_treebuilder_free)(builder);
}

/// Finds the tree of a commit.
static inline int albumen_git2_commit_tree(
    git_oid *tree, git_repository *repository, const git_oid *id) {
  git_commit *commit;
  int result = ALBUMEN_GIT2(git_commit_lookup)(&commit, repository, id);
  if (result < 0) return result;
  *tree = *ALBUMEN_GIT2(git_commit_tree_id)(commit);
  ALBUMEN_GIT2(git_commit_free)(commit);
  return 0;
}

/// Makes a commit with at most one parent (NULL for none), and moves no branch.
static inline int albumen_git2_commit_create(
    git_oid *out, git_repository *repository, const char *name, const char *address, int64_t time,
    const char *message, const git_oid *tree_id, const git_oid *parent_id) {
  git_signature *author = NULL;
  git_tree *tree = NULL;
  git_commit *parent = NULL;
  int result = ALBUMEN_GIT2(git_signature_new)(&author, name, address, time, 0);
  if (result == 0) result = ALBUMEN_GIT2(git_tree_lookup)(&tree, repository, tree_id);
  if (result == 0 && parent_id)
    result = ALBUMEN_GIT2(git_commit_lookup)(&parent, repository, parent_id);
  const git_commit *parents[] = {parent};
  if (result == 0)
    result = ALBUMEN_GIT2(git_commit_create)(
        out, repository, NULL, author, author, NULL, message, tree, parent ? 1 : 0, parents);
  ALBUMEN_GIT2(git_commit_free)(parent);
  ALBUMEN_GIT2(git_tree_free)(tree);
  ALBUMEN_GIT2(git_signature_free)(author);
  return result;
}

static inline int albumen_git2_reference_iterator(
    git_reference_iterator **out, git_repository *repository, const char *glob) {
  return ALBUMEN_GIT2(git_reference_iterator_glob_new)(out, repository, glob);
}

static inline int albumen_git2_reference_next(
    git_reference **out, git_reference_iterator *iterator) {
  return ALBUMEN_GIT2(git_reference_next)(out, iterator);
}

static inline void albumen_git2_reference_iterator_free(git_reference_iterator *iterator) {
  ALBUMEN_GIT2(git_reference_iterator_free)(iterator);
}

/// What a reference points to; NULL for a symbolic one.
static inline const git_oid *albumen_git2_reference_target(const git_reference *reference) {
  return ALBUMEN_GIT2(git_reference_target)(reference);
}

static inline const char *albumen_git2_reference_name(const git_reference *reference) {
  return ALBUMEN_GIT2(git_reference_name)(reference);
}

static inline void albumen_git2_reference_free(git_reference *reference) {
  ALBUMEN_GIT2(git_reference_free)(reference);
}

static inline int albumen_git2_reference_lookup(
    git_reference **out, git_repository *repository, const char *name) {
  return ALBUMEN_GIT2(git_reference_lookup)(out, repository, name);
}

/// Makes a reference (expected NULL), or moves it from where it is expected to be.
static inline int albumen_git2_reference_move(
    git_repository *repository, const char *name, const git_oid *id, const git_oid *expected) {
  git_reference *made = NULL;
  int result =
      expected ? ALBUMEN_GIT2(git_reference_create_matching)(
                     &made, repository, name, id, 1, expected, NULL)
               : ALBUMEN_GIT2(git_reference_create)(&made, repository, name, id, 0, NULL);
  ALBUMEN_GIT2(git_reference_free)(made);
  return result;
}

static inline int albumen_git2_reference_remove(git_repository *repository, const char *name) {
  return ALBUMEN_GIT2(git_reference_remove)(repository, name);
}
