import { access, constants } from 'node:fs/promises'
import { EngineError } from '../../contract/errors.ts'
import { keptAgentCode } from '../agent/load-agent.ts'
import { ownServerId } from '../cgroup/server-id.ts'
import { cacheDirectory } from '../host/cache.ts'
import { etcCopy } from '../host/etc-copy.ts'
import { reachableNode } from '../host/node-binary.ts'
import { findPlaces } from './bound-places.ts'
import type { JailHost } from './launch.ts'
import { assembleFilter } from './seccomp.ts'

const BUBBLEWRAP = '/usr/bin/bwrap'
const PYTHON = '/usr/bin/python3'
/** Users of sandboxes when the server is root: far from real accounts, and enough that two live sandboxes never share one. */
export const FIRST_SANDBOX_USER = 1_910_000_000
export const SANDBOX_USERS = 60_000
/** The zygote has another user than any sandbox: none may touch its files. */
const ZYGOTE_USER = FIRST_SANDBOX_USER + SANDBOX_USERS

export interface HostWanted {
  execPath: string
  /** Whether a control group counts each sandbox's share of the kernel's memory. */
  isCounted: boolean
}

export async function findHost({ execPath, isCounted }: HostWanted): Promise<JailHost> {
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
  await access(PYTHON, constants.X_OK).catch(() => {
    throw unavailable(
      'python3, which the agent of every sandbox needs, is not installed',
      'Install it: apt-get install -y python3',
    )
  })
  const isRoot = process.getuid?.() === 0
  const cache = await cacheDirectory(isRoot)
  let sandboxes = 0
  return {
    bubblewrap: BUBBLEWRAP,
    python: PYTHON,
    agent: await keptAgentCode(PYTHON, cache),
    serverMark: `${await ownServerId()}-box`,
    node: await reachableNode(execPath, cache),
    etc: await etcCopy(cache),
    places: isCounted ? undefined : await findPlaces(cache),
    filter: assembleFilter(architecture, { isCounted }),
    nestedFilter: assembleFilter(architecture, { isCounted, nested: true }),
    nextUser: () => {
      if (!isRoot) return undefined
      // As host root a sandbox could read root's files that are bound into it, and process limits would not apply.
      const id = FIRST_SANDBOX_USER + (sandboxes++ % SANDBOX_USERS)
      return { uid: id, gid: id }
    },
    zygoteUser: () => (isRoot ? { uid: ZYGOTE_USER, gid: ZYGOTE_USER } : undefined),
  }
}

const unavailable = (reason: string, remedy: string) => new EngineError('SANDBOX_UNAVAILABLE', { reason, remedy })
