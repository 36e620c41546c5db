#pragma once
// Linux calls that Swift's Glibc module does not show, because it is built without _GNU_SOURCE or
// because they are macros or variadic. Everything here has the prefix linux_ (LINUX_ for constants).
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/stat.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

// Declared by glibc only under _GNU_SOURCE.
extern int statx(int, const char *, int, unsigned int, struct statx *);
extern int renameat2(int, const char *, int, const char *, unsigned int);
extern int syncfs(int);
extern ssize_t copy_file_range(int, int64_t *, int, int64_t *, size_t, unsigned int);
extern const char *strerrordesc_np(int);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
extern int pidfd_open(pid_t, unsigned int);
extern int pthread_setname_np(pthread_t, const char *);
extern int pipe2(int[2], int);

#define LINUX_AT_EMPTY_PATH 0x1000
#define LINUX_AT_NO_AUTOMOUNT 0x800
#define LINUX_RENAME_NOREPLACE 1u

// O_TMPFILE is a compound macro; its own bit differs on a few architectures but includes O_DIRECTORY.
static const int LINUX_O_TMPFILE = 020000000 | O_DIRECTORY;

// Defined by glibc only under _GNU_SOURCE; the same on every architecture that Swift runs on.
static const int LINUX_O_PATH = 010000000;

static inline int linux_statx(int directory, const char *path, int flags, struct statx *status) {
  return statx(directory, path, flags, STATX_BASIC_STATS | STATX_BTIME, status);
}

static inline int linux_renameat2(
    int from_directory, const char *from, int to_directory, const char *to, unsigned int flags) {
  return renameat2(from_directory, from, to_directory, to, flags);
}

static inline int linux_syncfs(int descriptor) { return syncfs(descriptor); }

static inline int linux_clone_file(int to, int from) { return ioctl(to, FICLONE, from); }

static inline ssize_t linux_copy_file_range(int from, int to, size_t count) {
  return copy_file_range(from, 0, to, 0, count, 0);
}

static inline const char *linux_error_description(int number) { return strerrordesc_np(number); }

static inline int linux_spawn_close_from(posix_spawn_file_actions_t *actions, int lowest) {
  return posix_spawn_file_actions_addclosefrom_np(actions, lowest);
}

static inline int linux_spawn_change_directory(
    posix_spawn_file_actions_t *actions, const char *path) {
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

/// How long ago anything came from the other side of a TCP connection, data or a confirmation of ours,
/// in milliseconds; negative where the kernel does not tell.
static inline int64_t linux_tcp_silence(int descriptor) {
  struct tcp_info info;
  socklen_t size = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return -1;
  return info.tcpi_last_data_recv < info.tcpi_last_ack_recv ? info.tcpi_last_data_recv
                                                            : info.tcpi_last_ack_recv;
}

static inline int linux_pidfd_open(pid_t process) { return pidfd_open(process, 0); }

static inline int linux_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }

static inline int linux_name_thread(pthread_t thread, const char *name) {
  return pthread_setname_np(thread, name);
}

static inline int linux_exited(int status) { return WIFEXITED(status); }
static inline int linux_exit_code(int status) { return WEXITSTATUS(status); }
static inline int linux_term_signal(int status) { return WTERMSIG(status); }

// Zero for what is no terminal.
static inline int linux_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static inline int linux_datagram_socket(void) {
  return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

// SIG_IGN and SIG_DFL are casts, which the importer does not show.
static inline void linux_ignore_signal(int number) { signal(number, SIG_IGN); }
static inline void linux_default_signal(int number) { signal(number, SIG_DFL); }

#ifdef __cplusplus
}
#endif
