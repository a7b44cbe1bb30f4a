/*
 * The floor: the time that the kernel itself takes for a sandbox with these walls, from the request to the first byte of its
 * program.
 *
 *   floor UID ETC NODE FILTER DISK_BYTES               answers the commands below, one line each
 *   floor UID ETC NODE FILTER DISK_BYTES PROGRAM ...   runs a program behind the walls, to look at them
 *
 *   once             -> nanoseconds to the first byte, and to the end of the sandbox
 *   rate LANES MS    -> finished sandboxes, nanoseconds for all of them, and of one: least, p50, p95, most
 */
#define _GNU_SOURCE
#include "walls.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_INSTRUCTIONS 4096
#define MOST_LANES 64
#define MOST_SANDBOXES 1000000

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static long long now(void) {
  struct timespec moment;
  clock_gettime(CLOCK_MONOTONIC, &moment);
  return moment.tv_sec * 1000000000LL + moment.tv_nsec;
}

static struct sock_fprog read_filter(const char *path) {
  static struct sock_filter program[MOST_INSTRUCTIONS];
  int file = open(path, O_RDONLY);
  ssize_t size = read(file, program, sizeof program);
  if (size <= 0) fail(path);
  close(file);
  return (struct sock_fprog){.len = size / sizeof *program, .filter = program};
}

/* Like fork, but the child is the first process of fresh namespaces. */
static pid_t fork_into_namespaces(void) {
  pid_t pid = syscall(SYS_clone, SANDBOX_NAMESPACES | SIGCHLD, NULL, NULL, NULL, NULL);
  if (pid < 0) fail("clone");
  return pid;
}

static int wait_for(pid_t pid) {
  int status;
  if (waitpid(pid, &status, 0) < 0) fail("wait");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct times {
  long long to_byte;
  long long to_end;
};

static struct times one_sandbox(const struct plan *plan) {
  int ends[2];
  char byte;
  if (pipe(ends) < 0) fail("pipe");
  long long started = now();
  pid_t pid = fork_into_namespaces();
  if (pid == 0) {
    /* The output is a program's stdout: the walls close all higher descriptors. */
    if (ends[1] != STDOUT_FILENO && dup2(ends[1], STDOUT_FILENO) < 0) _exit(1);
    build_walls(plan);
    _exit(write(STDOUT_FILENO, "!", 1) == 1 ? 0 : 1);
  }
  close(ends[1]);
  struct times times = {0};
  if (read(ends[0], &byte, 1) == 1) times.to_byte = now() - started;
  if (wait_for(pid) != 0) exit(1);
  times.to_end = now() - started;
  close(ends[0]);
  return times;
}

/* Writes each time as it comes: the starter of the lane empties the pipe. */
static void lane(const struct plan *plan, long long until, int tell) {
  while (now() < until) {
    long long to_end = one_sandbox(plan).to_end;
    if (write(tell, &to_end, sizeof to_end) != sizeof to_end) _exit(1);
  }
  _exit(0);
}

static int by_size(const void *left, const void *right) {
  long long a = *(const long long *)left, b = *(const long long *)right;
  return (a > b) - (a < b);
}

static void measure_rate(const struct plan *plan, int lanes, long long duration) {
  static long long times[MOST_SANDBOXES];
  int ends[2];
  if (lanes < 1 || lanes > MOST_LANES || pipe(ends) < 0) fail("lanes");
  long long started = now();
  for (int i = 0; i < lanes; i++) {
    if (fork() != 0) continue;
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    lane(plan, started + duration, ends[1]);
  }
  close(ends[1]);
  size_t sandboxes = 0;
  while (sandboxes < MOST_SANDBOXES && read(ends[0], &times[sandboxes], sizeof *times) == sizeof *times) sandboxes++;
  close(ends[0]);
  for (int i = 0; i < lanes; i++)
    if (wait_for(-1) != 0) exit(1);
  long long elapsed = now() - started;
  if (sandboxes == 0) exit(1);
  qsort(times, sandboxes, sizeof *times, by_size);
  printf("%zu %lld %lld %lld %lld %lld\n", sandboxes, elapsed, times[0], times[sandboxes / 2], times[sandboxes * 95 / 100],
         times[sandboxes - 1]);
}

static void answer_commands(const struct plan *plan) {
  char line[128];
  int lanes;
  long long milliseconds;
  while (fgets(line, sizeof line, stdin)) {
    if (strcmp(line, "once\n") == 0) {
      struct times times = one_sandbox(plan);
      printf("%lld %lld\n", times.to_byte, times.to_end);
    } else if (sscanf(line, "rate %d %lld", &lanes, &milliseconds) == 2) {
      measure_rate(plan, lanes, milliseconds * 1000000LL);
    }
    fflush(stdout);
  }
}

static int run_program(const struct plan *plan, char **command) {
  pid_t pid = fork_into_namespaces();
  if (pid != 0) return wait_for(pid);
  build_walls(plan);
  /* Forks a child, as in every sandbox: the first process is not the program. */
  pid_t program = fork();
  if (program != 0) _exit(wait_for(program));
  execve(command[0], command, (char *[]){NULL});
  _exit(127);
}

int main(int count, char **arguments) {
  if (count < 6) return 2;
  uid_t uid = strtoul(arguments[1], NULL, 10);
  static char disk_option[96];
  const unsigned long disk_files = strtoul(arguments[5], NULL, 10) / 4096 + 1024;
  snprintf(disk_option, sizeof disk_option, "size=%s,nr_inodes=%lu,mode=0755", arguments[5], disk_files);
  struct plan plan = {
      .etc = arguments[2],
      .node = arguments[3],
      .filter = read_filter(arguments[4]),
      .disk_option = disk_option,
      .disk_bytes = strtoul(arguments[5], NULL, 10),
  };
  /* Sandboxes never belong to root of the host. A process that has changed its user is undumpable, and could not map ids. */
  if (getuid() == 0 && (setgid(uid) < 0 || setuid(uid) < 0)) fail("setuid");
  prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  plan.host_uid = getuid();
  plan.host_gid = getgid();
  if (count > 6) return run_program(&plan, arguments + 6);
  answer_commands(&plan);
  return 0;
}
