/**
 * Numbers of the system calls that the filters of all sandboxes name, by processor. A call that a processor lacks is left out.
 */
export type Architecture = 'x64' | 'arm64'

/** [x86-64, arm64] */
type Numbers = readonly [x64: number | null, arm64: number | null]

/** Calls that a program in a sandbox has no honest use for: they answer EPERM. */
export const DENIED_CALLS: Record<string, Numbers> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  perf_event_open: [298, 241],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  personality: [135, 92],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  create_module: [174, null],
  query_module: [178, null],
  get_kernel_syms: [177, null],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  syslog: [103, 116],
  lookup_dcookie: [212, 18],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  get_mempolicy: [239, 236],
  nfsservctl: [180, 42],
  _sysctl: [156, null],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  vhangup: [153, 58],
  memfd_secret: [447, 447],
}

/** Calls that a browser makes to build the sandboxes of its own pages; refused everywhere else. `unshare` is judged by its flags. */
const NESTING_CALLS = ['chroot', 'unshare']

/**
 * Namespaces that a browser does not make: mounts, control groups, host names, messages, time. It makes users, processes and networks.
 */
export const NEVER_NESTED_FLAGS = 0x0e020080
/** Unix, IPv4, IPv6: the owner of a network of its own could change the kernel's rules by netlink. */
export const NESTED_FAMILIES = [1, 2, 10]
export const SOCK_TYPE_MASK = 0xf
export const SOCK_RAW = 3
/** Levels IP and IPv6, and the options that read and replace tables of packet filters. */
export const PACKET_FILTER_LEVELS = [0, 41]
export const PACKET_FILTER_OPTIONS = [64, 65, 96, 97, 128, 129]
/** First and end of the requests that make VLANs, bonds, bridges and tunnels. */
export const NETWORK_DEVICE_REQUESTS = [0x8980, 0x8a00] as const

/** Calls that answer ENOSYS, so that libraries fall back to the older call, which can be filtered by argument. */
export const ABSENT_CALLS: Record<string, Numbers> = {
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  clone3: [435, 435],
}

/** Calls that are absent where no control group counts memory: a file without a path counts for no process and no file system. */
export const UNCOUNTED_CALLS: Record<string, Numbers> = {
  memfd_create: [319, 279],
}

/** Every CLONE_NEW* flag: a sandbox may fork, but not make namespaces. */
export const NAMESPACE_FLAGS = 0x7e020000
/** Unix, IPv4, IPv6, netlink. Others (vsock above all) are not confined by a network namespace. */
export const SOCKET_FAMILIES = [1, 2, 10, 16]
export const TIOCSTI = 0x5412
export const TIOCLINUX = 0x541c

/** Error numbers that refused calls return. */
export const EPERM = 1
export const ENOSYS = 38
export const EAFNOSUPPORT = 97

/** The agent runs as the programs' own user: they could starve it by its pid, or all of the user's processes at once. */
export const AGENT_PID = 1
export const PRIORITY_OF_USER = 2
export const IO_PRIORITY_OF_USER = 3

/** Calls that change the scheduling or limits of another process; its pid is their first argument. */
export const STEERING_CALLS: Record<string, Numbers> = {
  prlimit64: [302, 261],
  sched_setparam: [142, 118],
  sched_setscheduler: [144, 119],
  sched_setaffinity: [203, 122],
  sched_setattr: [314, 274],
}

/** Calls that the filter judges by their arguments. */
const inspected = {
  clone: [56, 220],
  socket: [41, 198],
  socketpair: [53, 199],
  ioctl: [16, 29],
  setpriority: [141, 140],
  ioprio_set: [251, 30],
  unshare: [272, 97],
  setsockopt: [54, 208],
  getsockopt: [55, 209],
} as const satisfies Record<string, Numbers>

const pick = (table: Record<string, Numbers>, index: 0 | 1): number[] =>
  Object.values(table)
    .map((numbers) => numbers[index])
    .filter((number) => number !== null)

const omit = (table: Record<string, Numbers>, names: string[]): Record<string, Numbers> =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)))

export function syscallsOf(architecture: Architecture) {
  const index = architecture === 'x64' ? 0 : 1
  return {
    denied: pick(DENIED_CALLS, index),
    deniedNested: pick(omit(DENIED_CALLS, NESTING_CALLS), index),
    absent: pick(ABSENT_CALLS, index),
    uncounted: pick(UNCOUNTED_CALLS, index),
    steering: pick(STEERING_CALLS, index),
    clone: inspected.clone[index],
    socket: inspected.socket[index],
    socketpair: inspected.socketpair[index],
    ioctl: inspected.ioctl[index],
    setpriority: inspected.setpriority[index],
    ioprioSet: inspected.ioprio_set[index],
    unshare: inspected.unshare[index],
    sockopts: [inspected.setsockopt[index], inspected.getsockopt[index]],
  }
}
