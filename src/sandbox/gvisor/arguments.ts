import { dirname } from 'node:path'
import { SHARED_ETC } from '../host/etc.ts'
import { VOLUMES, WORKSPACE } from '../sandbox.ts'
import { NODE_DIRECTORY, packageMountsOf } from '../sandbox-environment.ts'
import { SANDBOX_ROOT } from './config.ts'

/**
 * Descriptors of bubblewrap; from `files` on there is one for each file it makes. Only stdin, stdout and stderr reach a gVisor
 * sandbox: stdout, a socket, is the wire.
 */
export const DESCRIPTOR = { wire: 1, arguments: 3, status: 4, files: 5 } as const

export const SHIM_PATH = '/etc/anneal/statx.so'
const RUNSC = '/runsc'

/** Directories, each by name: those that bubblewrap makes on the way to another are closed to all but their owner. */
const DIRECTORIES = [
  ...['', '/dev', '/proc', '/sys', '/tmp', WORKSPACE, VOLUMES, '/etc', '/etc/ssl', dirname(SHIM_PATH)],
  ...['/opt', '/opt/node', NODE_DIRECTORY],
]

export interface RoomPlan {
  runsc: string
  node: string
  packages?: string | undefined
  /** Paths of the files that get their content through the descriptors. */
  files: string[]
}

/**
 * The room in which `runsc` works: its own namespaces, and only those files of the host that the sandbox may see. The kernel
 * ends all of it with its first process, and nothing of it is ever on a disk: bundle, state and root are in its memory.
 */
export function roomArguments({ runsc, node, packages, files }: RoomPlan): string[] {
  const inSandbox = (path: string) => `${SANDBOX_ROOT}${path}`
  return [
    ...'--unshare-user --unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup'.split(' '),
    // Capabilities over these namespaces only; with them runsc need not make another set of namespaces.
    ...'--uid 0 --gid 0 --cap-add ALL --hostname sandbox'.split(' '),
    ...['--ro-bind', runsc, RUNSC, '--proc', '/proc', '--dev', '/dev'],
    ...['--size', '1048576', '--tmpfs', '/state', '--size', '1048576', '--tmpfs', '/tmp'],
    ...DIRECTORIES.flatMap((path) => ['--dir', inSandbox(path)]),
    ...['bin', 'sbin', 'lib', 'lib64'].flatMap((name) => ['--symlink', `usr/${name}`, inSandbox(`/${name}`)]),
    ...['--ro-bind', '/usr', inSandbox('/usr'), '--ro-bind', node, inSandbox(`${NODE_DIRECTORY}/node`)],
    ...packageMountsOf(packages).flatMap(({ source, target }) => ['--ro-bind', source, inSandbox(target)]),
    ...SHARED_ETC.flatMap((name) => ['--ro-bind-try', `/etc/${name}`, inSandbox(`/etc/${name}`)]),
    ...files.flatMap((path, index) => ['--perms', '0444', '--file', String(DESCRIPTOR.files + index), path]),
    ...'--clearenv --chdir / --die-with-parent --new-session --remount-ro /dev --remount-ro /'.split(' '),
    ...['--json-status-fd', String(DESCRIPTOR.status)],
  ]
}

/** The command of runsc. It gives no network but loopback; limits are set around the room, not by runsc. */
export const RUNSC_COMMAND = [
  RUNSC,
  ...'--rootless --root=/state --platform=ptrace --network=none --ignore-cgroups --oci-seccomp'.split(' '),
  ...'run --bundle /bundle sandbox'.split(' '),
]
