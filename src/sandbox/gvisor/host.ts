import { access, constants } from 'node:fs/promises'
import { EngineError } from '../../contract/errors.ts'
import { agentCode } from '../agent/load-agent.ts'
import { ownServerId } from '../cgroup/server-id.ts'
import { cacheDirectory } from '../host/cache.ts'
import { reachableNode } from '../host/node-binary.ts'
import { statxShim } from './statx-shim.ts'

/** Facts that stay the same for all sandboxes of one server. */
export interface GvisorHost {
  bubblewrap: string
  runsc: string
  python: string
  node: string
  /** Directory with the set of added packages that new sandboxes are shown. */
  packages?: string | undefined
  agent: Buffer
  /** Tells the bubblewraps of this server from those of others. */
  serverMark: string
  /** Undefined where the shim is not needed or not built: see `statx-shim.ts`. */
  shim: Buffer | undefined
  /** Host user and group of the next sandbox; undefined when the server has no right to choose. */
  nextUser(): { uid: number; gid: number } | undefined
}

const PROGRAMS = {
  bubblewrap: ['/usr/bin/bwrap'],
  python3: ['/usr/bin/python3'],
  runsc: ['/usr/bin/runsc', '/usr/local/bin/runsc'],
}
/** Users of sandboxes when the server is root: far from real accounts and from those of the jail. */
const FIRST_SANDBOX_USER = 1_920_000_000
const SANDBOX_USERS = 60_000

export async function findGvisor(execPath: string): Promise<GvisorHost> {
  if (process.platform !== 'linux') throw unavailable(`gVisor needs Linux, this is ${process.platform}`)
  const [bubblewrap, python, runsc] = [await find('bubblewrap'), await find('python3'), await find('runsc')]
  const isRoot = process.getuid?.() === 0
  let sandboxes = 0
  return {
    bubblewrap,
    python,
    runsc,
    agent: await agentCode(python),
    serverMark: `${await ownServerId()}-box`,
    node: await reachableNode(execPath, await cacheDirectory(isRoot)),
    shim: process.arch === 'x64' ? statxShim() : undefined,
    nextUser: () => {
      if (!isRoot) return undefined
      const id = FIRST_SANDBOX_USER + (sandboxes++ % SANDBOX_USERS)
      return { uid: id, gid: id }
    },
  }
}

async function find(name: keyof typeof PROGRAMS): Promise<string> {
  for (const path of PROGRAMS[name]) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isThere) return path
  }
  throw unavailable(`${name} is not installed`, `Install it: apt-get install -y --no-install-recommends ${name}`)
}

const unavailable = (reason: string, remedy = 'Use another sandbox.') =>
  new EngineError('SANDBOX_UNAVAILABLE', { reason, remedy })
