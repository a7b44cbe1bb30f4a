/*
 * The walls of a sandbox, built by the shortest way that C offers: the same namespaces, mounts, limits, rights and filter that
 * src/sandbox/jail gives to bubblewrap. A test compares the two from inside.
 */
#define _GNU_SOURCE
#include "walls.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

const unsigned long SANDBOX_NAMESPACES =
    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

#define SANDBOX_ID 1000
#define LAST_CAPABILITY 63

static void must(long result, const char *what) {
  if (result >= 0) return;
  perror(what);
  _exit(1);
}

static void write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  must(file, path);
  must(write(file, text, strlen(text)), path);
  close(file);
}

static void map_ids(unsigned inside, uid_t outer_uid, gid_t outer_gid) {
  char line[64];
  snprintf(line, sizeof line, "%u %u 1", inside, outer_uid);
  write_file("/proc/self/uid_map", line);
  snprintf(line, sizeof line, "%u %u 1", inside, outer_gid);
  write_file("/proc/self/gid_map", line);
}

static void restrict_mount(const char *path, unsigned long attributes, unsigned flags) {
  struct mount_attr change = {.attr_set = attributes};
  must(mount_setattr(AT_FDCWD, path, flags, &change, sizeof change), path);
}

static void bind_read_only(const char *source, const char *target) {
  must(mount(source, target, NULL, MS_BIND | MS_REC, NULL), target);
  restrict_mount(target, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV, AT_RECURSIVE);
}

static void mount_memory(const char *target, const char *options) {
  must(mkdir(target, 0755), target);
  must(mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV, options), target);
}

static void bind_device(const char *source, const char *target) {
  int file = open(target, O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
  must(file, target);
  close(file);
  must(mount(source, target, NULL, MS_BIND, NULL), target);
  restrict_mount(target, MOUNT_ATTR_NOSUID, 0);
}

static void make_devices(void) {
  mount_memory("dev", "mode=0755");
  static const char *const devices[][2] = {
      {"/dev/null", "dev/null"},     {"/dev/zero", "dev/zero"},       {"/dev/full", "dev/full"},
      {"/dev/random", "dev/random"}, {"/dev/urandom", "dev/urandom"}, {"/dev/tty", "dev/tty"},
  };
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) bind_device(devices[i][0], devices[i][1]);
  must(mkdir("dev/pts", 0755), "dev/pts");
  must(mount("devpts", "dev/pts", "devpts", MS_NOSUID | MS_NOEXEC, "newinstance,ptmxmode=0666,mode=620"), "dev/pts");
  static const char *const links[][2] = {
      {"/proc/self/fd", "dev/fd"},       {"/proc/self/fd/0", "dev/stdin"}, {"/proc/self/fd/1", "dev/stdout"},
      {"/proc/self/fd/2", "dev/stderr"}, {"/proc/kcore", "dev/core"},      {"pts/ptmx", "dev/ptmx"},
  };
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) must(symlink(links[i][0], links[i][1]), links[i][1]);
}

/* Relative paths are those of the new root, absolute ones of the host, until the roots are exchanged. */
static void build_root(const struct plan *plan) {
  must(mount(NULL, "/", NULL, MS_SLAVE | MS_REC, NULL), "slave mounts");
  must(mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, NULL), "root");
  must(chdir("/tmp"), "chdir");
  must(chmod(".", 0755), "chmod");
  static const char *const links[][2] = {
      {"usr/bin", "bin"}, {"usr/sbin", "sbin"}, {"usr/lib", "lib"}, {"usr/lib64", "lib64"}};
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) must(symlink(links[i][0], links[i][1]), links[i][1]);
  static const char *const directories[] = {"usr", "etc", "proc", "opt", "opt/node", "opt/node/bin"};
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++) must(mkdir(directories[i], 0755), directories[i]);
  bind_read_only("/usr", "usr");
  bind_read_only(plan->etc, "etc");
  close(open("opt/node/bin/node", O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
  bind_read_only(plan->node, "opt/node/bin/node");
  must(mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL), "proc");
  make_devices();
  bind_read_only("/proc/sys", "proc/sys");
  must(mount("/dev/null", "proc/cmdline", NULL, MS_BIND, NULL), "proc/cmdline");
  restrict_mount("proc/cmdline", MOUNT_ATTR_NOSUID, 0);
  mount_memory("tmp", "size=67108864,nr_inodes=17408,mode=1777");
  mount_memory("dev/shm", "size=16777216,nr_inodes=5120,mode=1777");
  mount_memory("volumes", plan->disk_option);
  mount_memory("workspace", plan->disk_option);
  must(syscall(SYS_pivot_root, ".", "."), "pivot_root");
  must(umount2(".", MNT_DETACH), "old root");
  restrict_mount("/dev", MOUNT_ATTR_RDONLY, 0);
  restrict_mount("/", MOUNT_ATTR_RDONLY, 0);
  must(chdir("/workspace"), "workspace");
}

static void raise_loopback(void) {
  int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  must(handle, "socket");
  struct ifreq request = {.ifr_name = "lo", .ifr_flags = IFF_UP | IFF_RUNNING};
  must(ioctl(handle, SIOCSIFFLAGS, &request), "loopback");
  close(handle);
}

static void limit_resources(const struct plan *plan) {
  const struct { int what; rlim_t most; } limits[] = {
      {RLIMIT_CORE, 0}, {RLIMIT_NOFILE, 1024}, {RLIMIT_NPROC, 66}, {RLIMIT_FSIZE, plan->disk_bytes}};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    struct rlimit limit = {limits[i].most, limits[i].most};
    must(setrlimit(limits[i].what, &limit), "rlimit");
  }
}

static void drop_rights(void) {
  for (int capability = 0; capability <= LAST_CAPABILITY; capability++)
    if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) < 0) break;
  must(prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "ambient capabilities");
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {0};
  must(syscall(SYS_capset, &header, none), "capabilities");
}

void build_walls(const struct plan *plan) {
  must(prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), "death with the parent");
  write_file("/proc/self/setgroups", "deny");
  /* As root of its own namespace, since terminals belong to that root. */
  map_ids(0, plan->host_uid, plan->host_gid);
  must(sethostname("sandbox", 7), "hostname");
  raise_loopback();
  /* One more user namespace, from which the mounts cannot be undone; it is the last that the kernel grants here. */
  write_file("/proc/sys/user/max_user_namespaces", "1");
  build_root(plan);
  must(unshare(CLONE_NEWUSER), "second user namespace");
  map_ids(SANDBOX_ID, 0, 0);
  must(setsid(), "session");
  limit_resources(plan);
  drop_rights();
  must(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges");
  must(close_range(3, ~0U, 0), "descriptors");
  must(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &plan->filter), "filter");
}
