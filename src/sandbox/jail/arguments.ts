import type { Limits } from '../../contract/limits.ts'
import { type Program, WORKSPACE } from '../sandbox.ts'

const MEGABYTE = 1_048_576
const TMP_BYTES = 64 * MEGABYTE
const SHARED_MEMORY_BYTES = 16 * MEGABYTE
const OPEN_FILES = 1024
const NODE_DIRECTORY = '/opt/node/bin'

/** Descriptors bubblewrap inherits beside stdin, stdout and stderr; files of the workspace follow in order. */
export const DESCRIPTOR = { arguments: 3, filter: 4, status: 5, firstFile: 6 } as const

/** The walls. They go to bubblewrap through a descriptor, so that nothing inside can read them from /proc. */
export function boxArguments(box: { limits: Limits; files: Iterable<string>; node: string }): string[] {
  return [
    ...'--unshare-user --unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup'.split(' '),
    ...'--uid 1000 --gid 1000 --hostname sandbox --disable-userns'.split(' '),
    ...['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...['--ro-bind', '/usr', '/usr', '--dir', '/etc'],
    ...['ld.so.cache', 'alternatives', 'ssl/certs'].flatMap((name) => [
      '--ro-bind-try',
      `/etc/${name}`,
      `/etc/${name}`,
    ]),
    ...['--ro-bind', box.node, `${NODE_DIRECTORY}/node`],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', String(TMP_BYTES), '--perms', '1777', '--tmpfs', '/tmp'],
    ...['--size', String(SHARED_MEMORY_BYTES), '--perms', '1777', '--tmpfs', '/dev/shm'],
    // In memory and of fixed size: the limit needs no quota, and a dead box leaves nothing on the disk.
    ...['--size', String(box.limits.diskMb * MEGABYTE), '--perms', '0755', '--tmpfs', WORKSPACE],
    ...fileArguments(box.files),
    ...['--chdir', WORKSPACE, '--clearenv'],
    ...Object.entries(boxEnvironment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...'--die-with-parent --new-session --cap-drop ALL'.split(' '),
    // Bubblewrap's own root and /dev are writable and unlimited otherwise: a file in them would eat the host's memory.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--seccomp', String(DESCRIPTOR.filter), '--json-status-fd', String(DESCRIPTOR.status)],
  ]
}

const boxEnvironment = {
  PATH: `${NODE_DIRECTORY}:/usr/local/bin:/usr/bin:/bin`,
  HOME: WORKSPACE,
  LANG: 'C.UTF-8',
  TMPDIR: '/tmp',
  // One thread each: these libraries otherwise start one per host core, and hang when the process limit stops them.
  OPENBLAS_NUM_THREADS: '1',
  OMP_NUM_THREADS: '1',
}

function fileArguments(files: Iterable<string>): string[] {
  return [...files].flatMap((path, index) => [
    ...['--perms', '0644', '--file', String(DESCRIPTOR.firstFile + index)],
    `${WORKSPACE}/${path}`,
  ])
}

/**
 * First in the box, before any byte of the caller's: sets limits from inside the user namespace (there they count
 * for this box alone) and closes every descriptor that bubblewrap or our own parents let through.
 */
const SHIM = `
ulimit -c 0 -n ${OPEN_FILES} -u "$1" -d "$2" || exit 125
for fd in /proc/self/fd/*; do fd=\${fd##*/}; ((fd > 2)) && exec {fd}>&-; done
shift 2
exec -- "$@"`

export function boxCommand({ command, reservedMb }: Program, limits: Limits): string[] {
  const numbers = [String(limits.processes), String((limits.memoryMb + reservedMb) * 1024)]
  return ['/usr/bin/bash', '--noprofile', '--norc', '-c', SHIM, 'box', ...numbers, ...command]
}
