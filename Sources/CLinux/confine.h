#pragma once
// What a process gives up for good, by landlock(7) and seccomp(2). Both are absent from some kernels
// and containers; each function then returns -1, and the process goes on without that wall.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// From now on nothing can be created, written or removed in any file system; descriptors that are
// open already go on as they are.
static inline int linux_renounce_writing(void) {
  struct landlock_ruleset_attr rules = {
      .handled_access_fs = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                           LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                           LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                           LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
                           LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                           LANDLOCK_ACCESS_FS_MAKE_SYM};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  int set = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
  if (set < 0) return -1;
  int result = (int)syscall(SYS_landlock_restrict_self, set, 0);
  close(set);
  return result;
}

// Which version of landlock(7) the kernel has; -1 where it has none, or it is switched off.
static inline int linux_landlock_version(void) {
  return (int)syscall(
      SYS_landlock_create_ruleset, (void *)0, (size_t)0, LANDLOCK_CREATE_RULESET_VERSION);
}

#if defined(__x86_64__)
#define LINUX_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define LINUX_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

// From now on no socket can be made and no other program run: both fail with EACCES.
static inline int linux_renounce_network(void) {
#ifdef LINUX_AUDIT_ARCH
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, LINUX_AUDIT_ARCH, 0, 5),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execve, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_execveat, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
  };
  struct sock_fprog filter = {.len = sizeof program / sizeof *program, .filter = program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
#else
  errno = ENOSYS;
  return -1;
#endif
}
