// Linux calls that Swift cannot make by itself: variadic ones, and ones without a C library wrapper.
// Adaptation only, never policy. Each function returns what the system call returns and sets errno.
#ifndef POSSESSIONS_CLINUX_SHIM_H
#define POSSESSIONS_CLINUX_SHIM_H

// No _GNU_SOURCE: with it these headers would differ from those that Swift's own Glibc module was made of.
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/openat2.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// openat2(2) has no wrapper in glibc 2.36. `resolve` are RESOLVE_ flags of <linux/openat2.h>.
static inline int clinux_openat2(int folder, const char *path, int flags, mode_t mode,
                                 unsigned long long resolve) {
  struct open_how how = {0};
  how.flags = (unsigned long long)flags;
  how.mode = (flags & (O_CREAT | __O_TMPFILE)) ? (unsigned long long)mode : 0;
  how.resolve = resolve;
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
// O_PATH is a GNU name.
static const int CLINUX_O_PATH = __O_PATH;

static const unsigned long long CLINUX_RESOLVE_BENEATH = RESOLVE_BENEATH;
static const unsigned long long CLINUX_RESOLVE_NO_SYMLINKS = RESOLVE_NO_SYMLINKS;
static const unsigned long long CLINUX_RESOLVE_NO_MAGICLINKS = RESOLVE_NO_MAGICLINKS;

// openat(2) is variadic.
static inline int clinux_openat(int folder, const char *path, int flags, mode_t mode) {
  return openat(folder, path, flags, mode);
}

// pipe2(2) is a GNU name: it is declared here as glibc has it.
extern int pipe2(int pipe_descriptors[2], int flags);
static inline int clinux_pipe(int pipe_descriptors[2]) { return pipe2(pipe_descriptors, O_CLOEXEC); }

// syncfs(2) is a GNU name, too: all that was written to the file system of an open file is made durable.
static inline int clinux_syncfs(int fd) { return (int)syscall(SYS_syncfs, fd); }

// sync_file_range(2) is a GNU name: the kernel begins to write what is dirty of an open file, and nothing waits for it.
static inline int clinux_start_writeback(int fd) {
  const unsigned int write = 2;  // SYNC_FILE_RANGE_WRITE
  return (int)syscall(SYS_sync_file_range, fd, 0L, 0L, write);
}

// fcntl(2) is variadic; these are the forms used.
static inline int clinux_fcntl_int(int fd, int command, int argument) {
  return fcntl(fd, command, argument);
}

// A rename that never replaces (RENAME_NOREPLACE).
static inline int clinux_rename_noreplace(int from_folder, const char *from, int to_folder,
                                          const char *to) {
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, RENAME_NOREPLACE);
}

// ioctl(2) is variadic. Clones `source` into `target` where the file system shares extents.
static inline int clinux_ficlone(int target, int source) { return ioctl(target, FICLONE, source); }

// prctl(2) is variadic. The child gets `signal` when its parent dies.
static inline int clinux_set_parent_death_signal(int signal) {
  return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
}

// No program that this process starts gets more rights than it has.
static inline int clinux_set_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }

// Signals that ask to stop. A handler may only set a flag, which Swift cannot promise of its own code.
// The first one is noticed at the next picture boundary; a second one ends the process at once, which the commit
// protocol survives.
static volatile sig_atomic_t clinux_stop_signals = 0;
static inline void clinux_note_stop(int signal) {
  (void)signal;
  clinux_stop_signals += 1;
  if (clinux_stop_signals > 1) _exit(75);
}
static inline void clinux_catch_stop_signals(void) {
  struct sigaction action = {0};
  action.sa_handler = clinux_note_stop;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTERM, &action, 0);
  sigaction(SIGINT, &action, 0);
  sigaction(SIGHUP, &action, 0);
  // A parent may have started us from a thread that blocks signals, and the mask is inherited.
  sigset_t stop;
  sigemptyset(&stop);
  sigaddset(&stop, SIGTERM);
  sigaddset(&stop, SIGINT);
  sigaddset(&stop, SIGHUP);
  sigprocmask(SIG_UNBLOCK, &stop, 0);
  signal(SIGPIPE, SIG_IGN);
}
static inline int clinux_stop_requested(void) { return clinux_stop_signals > 0; }

#endif
