import type { Limits } from '../../contract/limits.ts'
import type { CgroupLimits } from '../cgroup/cgroup.ts'
import { type Mount, VOLUMES, WORKSPACE } from '../sandbox.ts'
import { NODE_DIRECTORY, packageMountsOf } from '../sandbox-environment.ts'

export const MEGABYTE = 1_048_576
export const TMP_BYTES = 64 * MEGABYTE
export const SHARED_MEMORY_BYTES = 16 * MEGABYTE
/** The agent counts as a process of the sandbox. */
const AGENT = 1
/** Memory of the agent itself; the rest is the program's. */
const AGENT_BYTES = 24 * MEGABYTE
/** A file with a byte in it takes a page: the number of files bounds only files, links and directories without content. */
const PAGE_BYTES = 4096
const MORE_FILES = 1024

/** Descriptors that bubblewrap inherits beside stdin, stdout and stderr. The agent keeps only the wire. */
export const DESCRIPTOR = { wire: 3, arguments: 4, filter: 5, status: 6 } as const

export interface SandboxPlan {
  limits: Pick<Limits, 'diskMb'>
  node: string
  /** Directory shown as /etc. */
  etc: string
  /** Directory with the set of added packages. */
  packages?: string | undefined
  mounts: Mount[]
  /** Whether programs may make namespaces of their own. */
  nested?: boolean | undefined
}

/** The walls, as arguments of bubblewrap. They reach it through a descriptor, so that nothing inside can read them from /proc. */
export function sandboxArguments({ limits, node, etc, packages, mounts, nested }: SandboxPlan): string[] {
  return [
    ...'--unshare-user --unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup'.split(' '),
    ...'--uid 1000 --gid 1000 --hostname sandbox --as-pid-1'.split(' '),
    ...(nested ? [] : ['--disable-userns']),
    ...hostFiles({ node, etc, packages }),
    ...['--proc', '/proc', '--dev', '/dev'],
    // The sandbox's user counts as the owner of some settings of its own namespaces.
    ...['--ro-bind', '/proc/sys', '/proc/sys'],
    // The command line of the host's kernel names its disks, and on rented hosts more than that.
    ...['--dev-bind', '/dev/null', '/proc/cmdline'],
    ...['--size', String(TMP_BYTES), '--perms', '1777', '--tmpfs', '/tmp'],
    ...['--size', String(SHARED_MEMORY_BYTES), '--perms', '1777', '--tmpfs', '/dev/shm'],
    // The workspace is in memory and of fixed size: the limit needs no quota, and a dead sandbox leaves nothing on the disk.
    ...[VOLUMES, WORKSPACE].flatMap((directory) => [
      ...['--size', String(limits.diskMb * MEGABYTE), '--perms', '0755', '--tmpfs', directory],
    ]),
    ...mounts.flatMap(({ source, target, readOnly }) => [readOnly ? '--ro-bind' : '--bind', source, target]),
    ...['--chdir', WORKSPACE, '--clearenv'],
    ...'--die-with-parent --new-session --cap-drop ALL'.split(' '),
    // Bubblewrap's own root and /dev are writable and unlimited otherwise: a file in them would eat the host's memory.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--seccomp', String(DESCRIPTOR.filter), '--json-status-fd', String(DESCRIPTOR.status)],
  ]
}

/** Files of the host that every sandbox sees. */
export function hostFiles({ node, etc, packages }: Pick<SandboxPlan, 'node' | 'etc' | 'packages'>): string[] {
  return [
    ...['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...['--ro-bind', '/usr', '/usr'],
    ...['--ro-bind', etc, '/etc'],
    ...['--ro-bind', node, `${NODE_DIRECTORY}/node`],
    ...packageMountsOf(packages).flatMap(({ source, target }) => ['--ro-bind', source, target]),
  ]
}

/** Number of files, links and directories that a file system of this size may hold; the zygote computes the same. */
export const filesIn = (bytes: number): number => Math.floor(bytes / PAGE_BYTES) + MORE_FILES

/** Limits of each process. Memory is limited per process only where no control group counts it. */
export function resourceLimits(limits: Limits, isCounted: boolean): Record<string, number> {
  return {
    RLIMIT_CORE: 0,
    RLIMIT_NOFILE: limits.openFiles,
    // A control group must refuse first: only its refusals are counted.
    RLIMIT_NPROC: limits.processes + AGENT + (isCounted ? 1 : 0),
    RLIMIT_FSIZE: limits.diskMb * MEGABYTE,
    ...(isCounted ? {} : { RLIMIT_DATA: limits.memoryMb * MEGABYTE }),
  }
}

/**
 * Memory limit that the agent enforces on all processes, and files in memory with them, where no control group does. The agent
 * of a system enforces it too: its group bounds the sum of memory and disk, and counts the agent.
 */
export function watchedBytes({ memoryMb }: Limits, { isCounted, isSystem }: Kept): number | undefined {
  if (isCounted) return isSystem ? memoryMb * MEGABYTE + AGENT_BYTES : undefined
  return memoryMb * MEGABYTE
}

interface Kept {
  isCounted: boolean
  isSystem: boolean
}

/** Limits of the sandbox as a whole. The disk of a system lies in memory, beside the memory of its programs. */
export const groupLimits = (limits: Limits, isSystem: boolean): CgroupLimits => ({
  memoryBytes: (limits.memoryMb + (isSystem ? limits.diskMb : 0)) * MEGABYTE + AGENT_BYTES,
  processes: limits.processes + AGENT,
  cpuPercent: limits.cpuPercent,
})
