import { access, constants } from 'node:fs/promises'
import { EngineError } from '../../contract/errors.ts'
import type { JailHost } from './launch.ts'
import { reachableNode } from './node-binary.ts'
import { assembleFilter } from './seccomp.ts'

const BUBBLEWRAP = '/usr/bin/bwrap'
/** Users of boxes when the server is root: far from real accounts, and enough that two live boxes never share one. */
const FIRST_BOX_USER = 1_910_000_000
const BOX_USERS = 60_000

export async function findHost(execPath: string): Promise<JailHost> {
  const architecture = process.arch
  if (process.platform !== 'linux' || (architecture !== 'x64' && architecture !== 'arm64')) {
    throw unavailable(
      `the jail needs Linux on x64 or arm64, this is ${process.platform} on ${architecture}`,
      'Run Anneal on such a machine.',
    )
  }
  await access(BUBBLEWRAP, constants.X_OK).catch(() => {
    throw unavailable('bubblewrap is not installed', 'Install it: apt-get install -y bubblewrap')
  })
  const isRoot = process.getuid?.() === 0
  let boxes = 0
  return {
    bubblewrap: BUBBLEWRAP,
    node: await reachableNode(execPath, isRoot),
    filter: assembleFilter(architecture),
    nextUser: () => {
      if (!isRoot) return undefined
      // As host root a box could read root's files that are bound into it, and process limits would not bind.
      const id = FIRST_BOX_USER + (boxes++ % BOX_USERS)
      return { uid: id, gid: id }
    },
  }
}

/** What bubblewrap complained about, with the remedy for the causes that are known. */
export function describeSetupFailure(complaint: string): { reason: string; remedy: string } {
  const reason = complaint.trim().split('\n')[0] || 'bubblewrap ended without a word'
  const knownCause = KNOWN_CAUSES.find(([pattern]) => pattern.test(reason))
  return { reason, remedy: knownCause?.[1] ?? 'Run "anneal doctor" for what this host lacks.' }
}

const KNOWN_CAUSES: [RegExp, string][] = [
  [
    /setting up uid map|No permissions to creat\w+ new namespace|creating new namespace/i,
    'This host forbids user namespaces. Allow them: sysctl -w kernel.unprivileged_userns_clone=1 ' +
      'kernel.apparmor_restrict_unprivileged_userns=0 (the second on Ubuntu), or run the server as root.',
  ],
  [/max_user_namespaces|No space left on device/i, 'Raise the limit: sysctl -w user.max_user_namespaces=15000'],
]

const unavailable = (reason: string, remedy: string) => new EngineError('SANDBOX_UNAVAILABLE', { reason, remedy })
