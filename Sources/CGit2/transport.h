#pragma once

// Remotes, and what libgit2 asks and tells while it talks to one.

/// A connection of ours: it begins as libgit2's own does (src/libgit2/streams/socket.h), because the
/// transport over SSH takes the socket from there.
typedef struct {
  git_stream parent;
  char *host;
  char *port;
  int socket;
  void *session;
} albumen_git2_stream;

/// Makes a stream whose functions are set by the caller; NULL where there is no memory.
static inline albumen_git2_stream *albumen_git2_stream_new(const char *host, const char *port) {
  albumen_git2_stream *stream = calloc(1, sizeof *stream);
  if (!stream) return NULL;
  stream->parent.version = GIT_STREAM_VERSION;
  stream->host = strdup(host);
  stream->port = strdup(port);
  stream->socket = -1;
  return stream;
}

static inline void albumen_git2_stream_free(albumen_git2_stream *stream) {
  free(stream->host);
  free(stream->port);
  free(stream);
}

/// Makes a remote of an address; without a repository it can only be asked what it holds.
static inline int albumen_git2_remote_new(
    git_remote **out, git_repository *repository, const char *address) {
  return repository ? ALBUMEN_GIT2(git_remote_create_anonymous)(out, repository, address)
                    : ALBUMEN_GIT2(git_remote_create_detached)(out, address);
}

static inline void albumen_git2_remote_free(git_remote *remote) {
  ALBUMEN_GIT2(git_remote_free)(remote);
}

/// The functions that libgit2 calls while it talks to a remote; each gets the payload.
typedef struct {
  git_credential_acquire_cb credentials;
  git_transport_certificate_check_cb certificate;
  git_transport_message_cb message;
  git_indexer_progress_cb received;
  git_push_transfer_progress_cb sent;
  git_packbuilder_progress packed;
  git_push_update_reference_cb updated;
  void *payload;
} albumen_git2_callbacks;

static inline git_remote_callbacks albumen_git2_remote_callbacks(
    const albumen_git2_callbacks *callbacks) {
  git_remote_callbacks result = GIT_REMOTE_CALLBACKS_INIT;
  result.credentials = callbacks->credentials;
  result.certificate_check = callbacks->certificate;
  result.sideband_progress = callbacks->message;
  result.transfer_progress = callbacks->received;
  result.push_transfer_progress = callbacks->sent;
  result.pack_progress = callbacks->packed;
  result.push_update_reference = callbacks->updated;
  result.payload = callbacks->payload;
  return result;
}

/// Connects to a remote and asks what it holds. Redirections are not followed: libgit2 would hand the
/// password on to wherever they lead.
static inline int albumen_git2_remote_connect(
    git_remote *remote, const albumen_git2_callbacks *callbacks) {
  git_remote_connect_options options = GIT_REMOTE_CONNECT_OPTIONS_INIT;
  options.callbacks = albumen_git2_remote_callbacks(callbacks);
  options.follow_redirects = GIT_REMOTE_REDIRECT_NONE;
  return ALBUMEN_GIT2(git_remote_connect_ext)(remote, GIT_DIRECTION_FETCH, &options);
}

/// What a connected remote holds; the heads live until it is disconnected.
static inline int albumen_git2_remote_ls(
    const git_remote_head ***heads, size_t *count, git_remote *remote) {
  return ALBUMEN_GIT2(git_remote_ls)(heads, count, remote);
}

static inline int albumen_git2_remote_disconnect(git_remote *remote) {
  return ALBUMEN_GIT2(git_remote_disconnect)(remote);
}

static inline int albumen_git2_remote_fetch(
    git_remote *remote, const char *refspec, const albumen_git2_callbacks *callbacks) {
  git_fetch_options options = GIT_FETCH_OPTIONS_INIT;
  options.callbacks = albumen_git2_remote_callbacks(callbacks);
  options.follow_redirects = GIT_REMOTE_REDIRECT_NONE;
  options.prune = GIT_FETCH_NO_PRUNE;
  options.update_fetchhead = 0;
  options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE;
  char *strings[] = {(char *)refspec};
  git_strarray refspecs = {strings, 1};
  return ALBUMEN_GIT2(git_remote_fetch)(remote, &refspecs, &options, NULL);
}

static inline int albumen_git2_remote_push(
    git_remote *remote, const char *refspec, const albumen_git2_callbacks *callbacks) {
  git_push_options options = GIT_PUSH_OPTIONS_INIT;
  options.callbacks = albumen_git2_remote_callbacks(callbacks);
  options.follow_redirects = GIT_REMOTE_REDIRECT_NONE;
  options.pb_parallelism = 1;
  char *strings[] = {(char *)refspec};
  git_strarray refspecs = {strings, 1};
  return ALBUMEN_GIT2(git_remote_push)(remote, &refspecs, &options);
}

static inline int albumen_git2_credential_password(
    git_credential **out, const char *user, const char *password) {
  return ALBUMEN_GIT2(git_credential_userpass_plaintext_new)(out, user, password);
}

static inline int albumen_git2_credential_user(git_credential **out, const char *user) {
  return ALBUMEN_GIT2(git_credential_username_new)(out, user);
}

static inline int albumen_git2_credential_agent(git_credential **out, const char *user) {
  return ALBUMEN_GIT2(git_credential_ssh_key_from_agent)(out, user);
}

static inline int albumen_git2_credential_key(
    git_credential **out, const char *user, const char *key) {
  return ALBUMEN_GIT2(git_credential_ssh_key_new)(out, user, NULL, key, NULL);
}

/// The bytes of a server's key over SSH; NULL for any other certificate.
static inline const void *albumen_git2_host_key(const git_cert *certificate, size_t *count) {
  if (certificate->cert_type != GIT_CERT_HOSTKEY_LIBSSH2) return NULL;
  const git_cert_hostkey *key = (const git_cert_hostkey *)certificate;
  if (!(key->type & GIT_CERT_SSH_RAW)) return NULL;
  *count = key->hostkey_len;
  return key->hostkey;
}

/// Trusts the authorities in a file besides those of the system; for the whole process.
static inline int albumen_git2_trust(const char *file) {
  return ALBUMEN_GIT2(git_libgit2_opts)(GIT_OPT_SET_SSL_CERT_LOCATIONS, file, NULL);
}
