#pragma once
// libinotifytools, and the few things about its events that Swift cannot see: bit masks of one type,
// the name behind an event's header, and a flag on the one descriptor that the library keeps.
#include <fcntl.h>
#include <inotifytools/inotify.h>
#include <inotifytools/inotifytools.h>
#include <stdint.h>

static const uint32_t INOTIFY_MODIFY = IN_MODIFY;
static const uint32_t INOTIFY_ATTRIB = IN_ATTRIB;
static const uint32_t INOTIFY_CLOSE_WRITE = IN_CLOSE_WRITE;
static const uint32_t INOTIFY_MOVED_FROM = IN_MOVED_FROM;
static const uint32_t INOTIFY_MOVED_TO = IN_MOVED_TO;
static const uint32_t INOTIFY_CREATE = IN_CREATE;
static const uint32_t INOTIFY_DELETE = IN_DELETE;
static const uint32_t INOTIFY_DELETE_SELF = IN_DELETE_SELF;
static const uint32_t INOTIFY_MOVE_SELF = IN_MOVE_SELF;
static const uint32_t INOTIFY_UNMOUNT = IN_UNMOUNT;
static const uint32_t INOTIFY_Q_OVERFLOW = IN_Q_OVERFLOW;
static const uint32_t INOTIFY_IGNORED = IN_IGNORED;
static const uint32_t INOTIFY_ISDIR = IN_ISDIR;
static const uint32_t INOTIFY_ONLYDIR = IN_ONLYDIR;
static const uint32_t INOTIFY_EXCL_UNLINK = IN_EXCL_UNLINK;
// Since Linux 4.18; fails with EEXIST instead of changing the watch that is there.
static const uint32_t INOTIFY_MASK_CREATE = 0x10000000u;

// Where the name of an event starts; it is padded with NULs to `len` bytes.
static inline const uint8_t *inotify_event_name(const struct inotify_event *event) {
  return (const uint8_t *)event + sizeof(struct inotify_event);
}

static inline void inotify_close_on_exec(int descriptor) {
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

// Ends a watch, silently if the kernel has ended it already. The library's own call would free its
// record of about 250 bytes, but writes to standard error when the directory was just deleted.
static inline void inotify_end_watch(int descriptor, int watch) {
  inotify_rm_watch(descriptor, watch);
}
