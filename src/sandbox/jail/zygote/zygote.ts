import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { agentCode, agentSource, joinParts, takeFrom, withLength } from '../../agent/load-agent.ts'
import { readStatus } from '../../host/bubblewrap-status.ts'
import { collectComplaint } from '../../host/collect-complaint.ts'
import { exitOf } from '../../host/launched.ts'
import type { Configuration } from '../../host/sandbox-control.ts'
import { SERVER_MARK } from '../../host/sweep-orphans.ts'
import { SANDBOX_ENVIRONMENT } from '../../sandbox-environment.ts'
import { MEGABYTE, SHARED_MEMORY_BYTES, TMP_BYTES } from '../arguments.ts'
import { FIRST_SANDBOX_USER, SANDBOX_USERS } from '../host.ts'
import type { Hull } from '../hull.ts'
import { type JailHost, pipesOf } from '../launch.ts'
import { type Conversation, converse } from './conversation.ts'
import { type Door, openDoor } from './door.ts'
import { openForkedHull } from './forked-hull.ts'
import { ZYGOTE_DESCRIPTOR, zygoteWalls } from './walls.ts'

export interface ZygoteOptions {
  host: JailHost
  /** Modules to import, as far as this host has them. */
  preload: readonly string[]
}

export interface ForkRequest {
  sandboxId: string
  diskMb: number
  /** Configuration that the agent has from the start. */
  configuration: Configuration
  /** A Python that waits beside the agent; one that is made ahead of its use also rehearses. */
  wait: { command: string[]; reservedMb: number; rehearses: boolean } | undefined
}

export interface Zygote {
  /** The modules that were found. */
  readonly preloaded: string[]
  fork(request: ForkRequest): Promise<Hull>
  /** Number of forked sandboxes. */
  readonly forked: number
  /** Stops forking; living sandboxes are not touched. */
  retire(): Promise<void>
  readonly ended: Promise<void>
}

export const ZYGOTE_PARTS = new URL('./python/', import.meta.url)
/** Booting with pandas took half a second; a host under load takes longer. */
export const BOOT_MS = 30_000
const LOADER = zygoteLoader('hatch')

/** Program on the interpreter's command line: takes its real program from the control, length first, and calls `begin` in it. */
export function zygoteLoader(begin: string): string {
  return [
    `import marshal,os${takeFrom(ZYGOTE_DESCRIPTOR.control)}`,
    'g={"__name__":"zygote","take":take}',
    `exec(marshal.loads(take(int.from_bytes(take(4),"big"))),g);g["${begin}"]()`,
  ].join('\n')
}

/** Starts an interpreter with everything loaded, which forks sandboxes that are walled in before anything else happens. */
export async function startZygote({ host, preload }: ZygoteOptions): Promise<Zygote> {
  const user = host.zygoteUser()
  const code = await agentCode(host.python, `${agentSource()}\n${joinParts(ZYGOTE_PARTS)}`)
  const door = await openDoor({ user, serverMark: host.serverMark })
  let launched: Launched | undefined
  try {
    launched = launchZygote(host, door)
    const { control, info, users, exited, complaint } = launched
    const conversation = converse(control)
    void exited.then(() => conversation.finish())
    control.write(withLength(code))
    control.write(withLength(Buffer.from(JSON.stringify(planOf(host, preload)))))
    if (user) await mapUsers(await info.childPid, user)
    users.end('+')
    const preloaded = await within(BOOT_MS, conversation.ready, exited)
    return zygoteOf({ host, door, conversation, complaint, exited, preloaded })
  } catch (error) {
    launched?.kill()
    await door.close()
    throw new Error(`the zygote did not start: ${launched?.complaint() || String(error)}`, { cause: error })
  }
}

type Launched = ReturnType<typeof launchZygote>

function launchZygote(host: JailHost, door: Door) {
  const user = host.zygoteUser()
  const { node, etc, packages } = host
  const walls = zygoteWalls({ node, etc, packages, door: door.directory, mapsUsers: user !== undefined })
  // The flags are those of the command that runs Python programs: a forked program must not be able to tell the difference.
  const command = ['--args', String(ZYGOTE_DESCRIPTOR.arguments), '--', host.python, '-uB', '-c', LOADER]
  const child = spawn(host.bubblewrap, command, {
    env: { [SERVER_MARK]: host.serverMark },
    cwd: '/',
    // Ctrl-C at the terminal is meant for the server, which decides about its sandboxes.
    detached: true,
    // Pipes, as programs have them: an interpreter looks at its streams only when it starts.
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
    ...user,
  })
  const pipes = pipesOf(child)
  const pipe = (name: keyof typeof ZYGOTE_DESCRIPTOR) => pipes[ZYGOTE_DESCRIPTOR[name]] as (typeof pipes)[number]
  pipe('arguments').end(walls.map((argument) => `${argument}\0`).join(''))
  return {
    control: pipe('control') as unknown as Duplex,
    info: readStatus(pipe('info')),
    users: pipe('users'),
    exited: exitOf({ process: child }),
    complaint: collectComplaint(child),
    kill: () => void child.kill('SIGKILL'),
  }
}

export const planOf = (host: JailHost, preload: readonly string[]) => ({
  filter: host.filter.toString('hex'),
  tmpBytes: TMP_BYTES,
  sharedMemoryBytes: SHARED_MEMORY_BYTES,
  env: SANDBOX_ENVIRONMENT,
  preload,
})

interface Parts {
  host: JailHost
  door: Door
  conversation: Conversation
  complaint(): string
  exited: Promise<void>
  preloaded: string[]
}

function zygoteOf({ host, door, conversation, complaint, exited, preloaded }: Parts): Zygote {
  let forked = 0
  const ended = exited.then(() => door.close())
  return {
    preloaded,
    ended,
    get forked() {
      return forked
    },
    async fork({ sandboxId, diskMb, configuration, wait }) {
      forked++
      const user = host.nextUser()
      const inside = user ? user.uid - FIRST_SANDBOX_USER + 1 : 0
      const place = { sandbox: sandboxId, uid: inside, gid: inside, diskBytes: diskMb * MEGABYTE }
      return openForkedHull({ conversation, door, complaint, sandboxId, request: { ...place, ...configuration, wait } })
    },
    async retire() {
      conversation.close()
      await ended
    },
  }
}

/** Maps root of the zygote's room to a user without rights, followed by the users of sandboxes. */
async function mapUsers(pid: number | undefined, { uid }: { uid: number }): Promise<void> {
  if (pid === undefined) throw new Error('bubblewrap made no process')
  const lines = `0 ${uid} 1\n1 ${FIRST_SANDBOX_USER} ${SANDBOX_USERS}\n`
  await writeFile(`/proc/${pid}/gid_map`, lines)
  await writeFile(`/proc/${pid}/uid_map`, lines)
}

/** Waits for a result; fails when it comes too late or its source has ended. */
export async function within<T>(timeoutMs: number, wanted: Promise<T>, exited: Promise<void>): Promise<T> {
  const tooLate = delay(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error(`nothing was heard of it for ${timeoutMs} ms`)
  })
  const died = exited.then(() => {
    throw new Error('it ended')
  })
  died.catch(() => {})
  tooLate.catch(() => {})
  return Promise.race([wanted, tooLate, died])
}
