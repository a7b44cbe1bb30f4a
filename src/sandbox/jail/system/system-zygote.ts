import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import { agentCode, agentSource, joinParts, withLength } from '../../agent/load-agent.ts'
import { collectComplaint } from '../../host/collect-complaint.ts'
import { exitOf } from '../../host/launched.ts'
import type { Configuration } from '../../host/sandbox-control.ts'
import { SERVER_MARK } from '../../host/sweep-orphans.ts'
import type { Mount, SystemSpec } from '../../sandbox.ts'
import { MEGABYTE } from '../arguments.ts'
import type { Hull } from '../hull.ts'
import { type JailHost, pipesOf } from '../launch.ts'
import { converse } from '../zygote/conversation.ts'
import { openDoor } from '../zygote/door.ts'
import { openForkedHull } from '../zygote/forked-hull.ts'
import { ZYGOTE_DESCRIPTOR } from '../zygote/walls.ts'
import { BOOT_MS, planOf, within, ZYGOTE_PARTS, zygoteLoader } from '../zygote/zygote.ts'
import type { SystemUsers } from './system-users.ts'
import type { TreeEntry } from './tree-entry.ts'

export interface SystemFork {
  sandboxId: string
  system: SystemSpec
  diskMb: number
  mounts: Mount[]
  /** The file in which the kernel tells how the control group's memory is used. */
  memoryStat: string | null
  configuration: Configuration
}

export interface SystemZygote {
  fork(request: SystemFork): Promise<Hull>
  /** Hides a directory, which is about to be removed, from sandboxes that are made from now on. */
  forget(directory: string): void
  retire(): Promise<void>
  readonly ended: Promise<void>
}

const PARTS = new URL('./python/', import.meta.url)

/** Ingredients of all systems, beside the host's own programs. */
export interface SystemParts {
  users: SystemUsers
  skeleton: TreeEntry[]
  addition: TreeEntry[]
  hidden: string[]
}

/** Forks systems. It has all rights over their users, outside of any sandbox, and runs only our own code. */
export async function startSystemZygote(host: JailHost, { users, ...parts }: SystemParts): Promise<SystemZygote> {
  const source = [agentSource(), joinParts(ZYGOTE_PARTS), joinParts(PARTS)].join('\n')
  const code = await agentCode(host.python, source)
  const door = await openDoor({ user: undefined, serverMark: host.serverMark })
  const room = join(door.directory, 'room')
  await mkdir(room)
  const { process: child, begun } = users.start([host.python, '-uB', '-c', zygoteLoader('hatch_systems')], {
    env: { [SERVER_MARK]: host.serverMark, LANG: 'C.UTF-8' },
  })
  const complaint = collectComplaint(child)
  const control = pipesOf(child)[ZYGOTE_DESCRIPTOR.control] as unknown as Duplex
  const exited = exitOf({ process: child })
  const conversation = converse(control)
  const ended = exited.then(() => {
    conversation.finish()
    return door.close()
  })
  try {
    control.write(withLength(code))
    const files = { usr: '/usr', etc: dirname(host.etc), node: host.node }
    const places = { door: join(door.directory, 'door'), room, ...files }
    const { first: firstUser, changesOwners } = users
    const plan = { ...planOf(host, []), ...places, ...parts, firstUser, changesOwners }
    control.write(withLength(Buffer.from(JSON.stringify(plan))))
    await begun
    await within(BOOT_MS, conversation.ready, exited)
  } catch (error) {
    child.kill('SIGKILL')
    await ended
    throw new Error(`the zygote of systems did not start: ${complaint() || String(error)}`, { cause: error })
  }
  return {
    ended,
    fork: ({ sandboxId, system, diskMb, mounts, memoryStat, configuration }) => {
      const { layers, root = null } = system
      const place = { sandbox: sandboxId, layers, root, mounts, diskBytes: diskMb * MEGABYTE, bootId: randomUUID() }
      const request = { ...place, memoryStat, ...configuration }
      return openForkedHull({ conversation, door, complaint, sandboxId, request })
    },
    forget: (directory) => void control.write(`${JSON.stringify({ forget: directory })}\n`),
    async retire() {
      conversation.close()
      await ended
    },
  }
}
