import { VOLUMES, WORKSPACE } from '../../sandbox.ts'
import { NODE_DIRECTORY, SANDBOX_ENVIRONMENT } from '../../sandbox-environment.ts'
import { DESCRIPTOR, hostFiles } from '../arguments.ts'

/** Descriptors of the zygote's bubblewrap; `control` takes the place of a sandbox's wire. */
export const ZYGOTE_DESCRIPTOR = { control: DESCRIPTOR.wire, arguments: 4, users: 5, info: 6 } as const

export interface ZygotePlan {
  node: string
  etc: string
  packages: string | undefined
  /** Directory of the host with the socket that new sandboxes connect to. */
  door: string
  /** The server maps users itself, which only root may do: then each sandbox gets one of its own. */
  mapsUsers: boolean
}

/** Directory that a library looks for when it is imported; every sandbox has this one. */
const PRELOAD_ENVIRONMENT = { MPLCONFIGDIR: '/tmp/matplotlib' }

/**
 * The room in which sandboxes are forked. Only our own code ever runs here, so it keeps rights over its own namespaces: it
 * needs them to build the walls of each sandbox, which then has none. It shares the host's process numbers, by which the server
 * knows a sandbox; programs of a sandbox see only its own.
 */
export function zygoteWalls({ node, etc, packages, door, mapsUsers }: ZygotePlan): string[] {
  return [
    ...'--unshare-user --unshare-net --unshare-ipc --unshare-uts --uid 0 --gid 0 --cap-add ALL'.split(' '),
    ...(mapsUsers ? ['--userns-block-fd', String(ZYGOTE_DESCRIPTOR.users)] : []),
    // Directories that bubblewrap makes on the way would be closed to the users of sandboxes.
    ...['/opt', '/opt/node', NODE_DIRECTORY].flatMap((directory) => ['--perms', '0755', '--dir', directory]),
    ...hostFiles({ node, etc, packages }),
    // The kernel gives a sandbox a /proc of its own only where one is visible; the sandbox's replaces it.
    ...['--ro-bind', '/proc', '/proc', '--dev', '/dev'],
    ...['--dir', WORKSPACE, '--dir', VOLUMES, '--tmpfs', '/tmp'],
    ...['--tmpfs', '/run', '--dir', '/run/proc', '--ro-bind', door, '/run/anneal'],
    ...'--clearenv --die-with-parent --new-session'.split(' '),
    ...Object.entries({ ...SANDBOX_ENVIRONMENT, ...PRELOAD_ENVIRONMENT }).flatMap(([name, value]) => [
      '--setenv',
      name,
      value,
    ]),
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--info-fd', String(ZYGOTE_DESCRIPTOR.info)],
  ]
}
