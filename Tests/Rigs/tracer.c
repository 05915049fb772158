// Runs a program and interferes with one of its write-side system calls, or with all that match. Calls are counted over
// the whole process tree, in the order in which they are made; a seccomp filter stops the tree at these calls alone.
//
//   tracer [options] -- PROGRAM ARGUMENT...
//     --under DIR    only calls on paths below DIR count (nothing else is stopped for)
//     --role ROLE    parent (the first process), worker (those that it starts), or any
//     --calls A,B    only these system calls
//     --path GLOB    only calls whose path matches, as fnmatch(3) has it
//     --at N         interfere with the Nth call that counts; without it with none, or with --every with all
//     --every        interfere with this and all later ones
//     --do ACT       kill  end all processes before the call is made, as a power cut does
//                    end   end only the process that makes the call
//                    skip  leave the call out and say that it succeeded (a lost fsync, a lying write)
//                    ERRNO leave it out and answer with this error: EIO, ENOSPC, ...
//     --log FILE     a line for each call that counts: ROLE CALL PATH; "!" before those interfered with
//
// Ends with the program's code, or 128 and its signal.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the tracer knows the registers of x86-64 alone"
#endif

// Where the path stands among the arguments: a descriptor, a name, or a folder's descriptor and a name.
enum form { FD, NAME, AT };
struct call {
  const char *name;
  long number;
  enum form form;
  int argument;
};
static const struct call calls[] = {
    {"write", SYS_write, FD, 0},         {"pwrite64", SYS_pwrite64, FD, 0},   {"writev", SYS_writev, FD, 0},
    {"pwritev", SYS_pwritev, FD, 0},     {"open", SYS_open, NAME, 0},         {"openat", SYS_openat, AT, 0},
    {"mkdir", SYS_mkdir, NAME, 0},       {"mkdirat", SYS_mkdirat, AT, 0},     {"rmdir", SYS_rmdir, NAME, 0},
    {"unlink", SYS_unlink, NAME, 0},     {"unlinkat", SYS_unlinkat, AT, 0},   {"rename", SYS_rename, NAME, 1},
    {"renameat", SYS_renameat, AT, 2},   {"renameat2", SYS_renameat2, AT, 2}, {"link", SYS_link, NAME, 1},
    {"linkat", SYS_linkat, AT, 2},       {"symlinkat", SYS_symlinkat, AT, 1}, {"truncate", SYS_truncate, NAME, 0},
    {"ftruncate", SYS_ftruncate, FD, 0}, {"fallocate", SYS_fallocate, FD, 0}, {"fsync", SYS_fsync, FD, 0},
    {"fdatasync", SYS_fdatasync, FD, 0}, {"chmod", SYS_chmod, NAME, 0},       {"fchmod", SYS_fchmod, FD, 0},
    {"fchmodat", SYS_fchmodat, AT, 0},   {"copy_file_range", SYS_copy_file_range, FD, 2},
    {"sendfile", SYS_sendfile, FD, 0},   {"utimensat", SYS_utimensat, AT, 0},
};
enum { CALLS = sizeof calls / sizeof calls[0] };

static void fail(const char *what) {
  perror(what);
  exit(125);
}

// The filter runs in the kernel: every other system call goes on at full speed.
static void install_filter(void) {
  struct sock_filter code[2 * CALLS + 4];
  size_t n = 0;
  code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0; i < CALLS; i++) {
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number, 0, 1);
    code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  }
  code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = (unsigned short)n, .filter = code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) fail("seccomp");
}

static pid_t group_of(pid_t thread) {
  char name[64], line[128];
  snprintf(name, sizeof name, "/proc/%d/status", thread);
  FILE *file = fopen(name, "re");
  int group = thread;
  while (file && fgets(line, sizeof line, file))
    if (sscanf(line, "Tgid: %d", &group) == 1) break;
  if (file) fclose(file);
  return group;
}

static void read_text(pid_t pid, unsigned long long address, char *text, size_t size) {
  // Page by page, since the text may end just before one that is not there.
  size_t have = 0;
  text[0] = 0;
  while (have + 1 < size) {
    size_t step = 4096 - (address + have) % 4096;
    if (step > size - 1 - have) step = size - 1 - have;
    struct iovec here = {text + have, step}, there = {(void *)(address + have), step};
    ssize_t got = process_vm_readv(pid, &here, 1, &there, 1, 0);
    if (got <= 0) break;
    text[have + (size_t)got] = 0;
    if (memchr(text + have, 0, (size_t)got)) return;
    have += (size_t)got;
  }
  text[have] = 0;
}

static void path_of_descriptor(pid_t pid, int number, char *path, size_t size) {
  char name[64];
  if (number == AT_FDCWD)
    snprintf(name, sizeof name, "/proc/%d/cwd", pid);
  else
    snprintf(name, sizeof name, "/proc/%d/fd/%d", pid, number);
  ssize_t length = readlink(name, path, size - 1);
  path[length < 0 ? 0 : length] = 0;
}

static void path_of_call(pid_t pid, const struct call *call, const unsigned long long *arguments, char *path, size_t size) {
  if (call->form == FD) {
    path_of_descriptor(pid, (int)arguments[call->argument], path, size);
    return;
  }
  char name[PATH_MAX];
  int is_at = call->form == AT;
  read_text(pid, arguments[call->argument + is_at], name, sizeof name);
  if (name[0] == '/') {
    snprintf(path, size, "%s", name);
    return;
  }
  path_of_descriptor(pid, is_at ? (int)arguments[call->argument] : AT_FDCWD, path, size);
  size_t length = strlen(path);
  snprintf(path + length, size - length, "/%s", name);
}

static int is_listed(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : 0)
    if (!strncmp(at, word, length) && (at[length] == ',' || !at[length])) return 1;
  return 0;
}

static int error_named(const char *name) {
  static const struct { const char *name; int code; } errors[] = {
      {"EIO", EIO},     {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EINTR", EINTR},
      {"EACCES", EACCES}, {"EROFS", EROFS}, {"EMFILE", EMFILE},
  };
  for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++)
    if (!strcmp(errors[i].name, name)) return errors[i].code;
  fprintf(stderr, "tracer: no act %s\n", name);
  exit(125);
}

int main(int argc, char **argv) {
  const char *under = "/", *role = "any", *wanted = 0, *glob = 0, *act = "kill", *log_name = 0;
  long at = 0, seen = 0;
  int every = 0, first = 1;
  for (; first < argc && strcmp(argv[first], "--"); first++) {
    const char *option = argv[first];
    if (!strcmp(option, "--every")) { every = 1; continue; }
    if (first + 1 >= argc) { fprintf(stderr, "tracer: %s?\n", option); return 125; }
    const char *value = argv[++first];
    if (!strcmp(option, "--under")) under = value;
    else if (!strcmp(option, "--role")) role = value;
    else if (!strcmp(option, "--calls")) wanted = value;
    else if (!strcmp(option, "--path")) glob = value;
    else if (!strcmp(option, "--at")) at = atol(value);
    else if (!strcmp(option, "--do")) act = value;
    else if (!strcmp(option, "--log")) log_name = value;
    else { fprintf(stderr, "tracer: %s?\n", option); return 125; }
  }
  if (first + 1 >= argc) { fprintf(stderr, "tracer: no program\n"); return 125; }
  int is_kill = !strcmp(act, "kill"), is_end = !strcmp(act, "end"), is_skip = !strcmp(act, "skip");
  int error = is_kill || is_end || is_skip ? 0 : error_named(act);
  FILE *log = log_name ? fopen(log_name, "we") : 0;
  if (log_name && !log) fail(log_name);

  pid_t root = fork();
  if (root < 0) fail("fork");
  if (!root) {
    ptrace(PTRACE_TRACEME, 0, 0, 0);
    raise(SIGSTOP);
    install_filter();
    execvp(argv[first + 1], argv + first + 1);
    fail(argv[first + 1]);
  }
  int status;
  if (waitpid(root, &status, 0) != root) fail("wait");
  long options = PTRACE_O_EXITKILL | PTRACE_O_TRACESECCOMP | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE;
  if (ptrace(PTRACE_SETOPTIONS, root, 0, options)) fail("ptrace");
  ptrace(PTRACE_CONT, root, 0, 0);

  int code = 0;
  size_t under_length = strlen(under);
  for (;;) {
    pid_t pid = waitpid(-1, &status, __WALL);
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0) break;
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (pid == root) {
        code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        // The workers end with their parent, and are waited for: nothing may write after this program has ended.
      }
      continue;
    }
    int event = status >> 16, signal = WSTOPSIG(status);
    if (event != PTRACE_EVENT_SECCOMP) {
      // A new thread or process begins with SIGSTOP; its first stop is not the program's business.
      ptrace(PTRACE_CONT, pid, 0, event || signal == SIGSTOP || signal == SIGTRAP ? 0 : signal);
      continue;
    }
    struct user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, pid, 0, &registers)) continue;
    const struct call *call = 0;
    for (int i = 0; i < CALLS; i++)
      if (calls[i].number == (long)registers.orig_rax) call = &calls[i];
    unsigned long long arguments[] = {registers.rdi, registers.rsi, registers.rdx, registers.r10, registers.r8};
    int is_counted = call && (!wanted || is_listed(wanted, call->name));
    if (is_counted && (call->number == SYS_open || call->number == SYS_openat))
      is_counted = (arguments[call->number == SYS_openat ? 2 : 1] & (O_CREAT | O_TRUNC)) != 0;
    char path[2 * PATH_MAX] = "";
    const char *who = "";
    if (is_counted) {
      path_of_call(pid, call, arguments, path, sizeof path);
      who = group_of(pid) == root ? "parent" : "worker";
      is_counted = !strncmp(path, under, under_length) && (!strcmp(role, "any") || !strcmp(role, who)) &&
                   (!glob || !fnmatch(glob, path, 0));
    }
    if (is_counted) {
      seen++;
      int is_hit = at ? seen == at || (every && seen > at) : every;
      if (log) fprintf(log, "%s%s %s %s\n", is_hit ? "!" : "", who, call->name, path);
      if (is_hit && is_kill) {
        if (log) fclose(log);
        // EXITKILL ends all tracees with this process; the first one is killed and waited for before.
        kill(root, SIGKILL);
        kill(pid, SIGKILL);
        while (waitpid(-1, &status, __WALL) > 0)
          if (!WIFEXITED(status) && !WIFSIGNALED(status)) ptrace(PTRACE_CONT, pid, 0, SIGKILL);
        return 128 + SIGKILL;
      }
      if (is_hit && is_end) {
        kill(group_of(pid), SIGKILL);
        continue;
      }
      if (is_hit) {
        int is_write = call->number == SYS_write || call->number == SYS_pwrite64;
        registers.orig_rax = (unsigned long long)-1;
        registers.rax = error ? (unsigned long long)(long long)-error : is_write ? arguments[2] : 0;
        ptrace(PTRACE_SETREGS, pid, 0, &registers);
      }
    }
    ptrace(PTRACE_CONT, pid, 0, 0);
  }
  if (log) fclose(log);
  return code;
}
