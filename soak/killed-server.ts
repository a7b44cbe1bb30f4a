import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { killOne } from '../src/sandbox/host/kill-one.ts'
import { type ServeOptions, startServe } from '../test/support/serve-child.ts'
import { descendantsOf, statusFields } from './descendants-of.ts'

type Server = ReturnType<typeof startServe>

/** A server on one port and one home that dies often, and remembers whatever was seen to run below it. */
export async function startKilledServer(options: ServeOptions) {
  /** Number and start of a process: the number alone is given to others later. */
  const seen = new Map<number, string>()
  const pids: number[] = []
  let current = await start()

  async function start(): Promise<Server> {
    const server = startServe(options)
    const failed = server.ended.then(({ stderr }) => Promise.reject(new Error(`no start: ${stderr}`)))
    await Promise.race([server.started, failed])
    failed.catch(() => {})
    pids.push(server.child.pid ?? 0)
    return server
  }
  const below = (): number[] => {
    const { pid, exitCode, signalCode } = current.child
    // The number of a server that is dead may be a stranger's.
    const found = pid && exitCode === null && signalCode === null ? descendantsOf(pid) : []
    for (const pid of found) seen.set(pid, startOf(pid) ?? '')
    return found
  }
  return {
    /** Of all servers there were, this one included. */
    pids,
    async killServer() {
      below()
      current.child.kill('SIGKILL')
      await current.ended
      current = await start()
    },
    /** Ends bubblewrap, an agent or something that a program started, if there is any of them; tells whether there was. */
    killBelow(): boolean {
      const victims = below()
      const victim = victims[randomInt(victims.length + 1)]
      return victim !== undefined && killOne(victim)
    },
    /** After `stop`. */
    async start() {
      current = await start()
    },
    async stop() {
      below()
      current.child.kill('SIGTERM')
      await current.ended
    },
    /** What was once seen below a server and is still there, described for whoever has to find out why. */
    survivors: () =>
      [...seen]
        .filter(([pid, startedAt]) => startedAt !== '' && startOf(pid) === startedAt)
        .map(([pid]) => describe(pid)),
  }
}
export type KilledServer = Awaited<ReturnType<typeof startKilledServer>>

function describe(pid: number): string {
  const [state, parent] = statusFields(pid) ?? []
  const told = ['cmdline', 'cgroup', 'wchan'].map((name) => textOf(`/proc/${pid}/${name}`).slice(0, 500))
  return [`${pid}, ${state}, child of ${parent}`, ...told].join(' | ')
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
      .replaceAll(/[\0\n]/g, ' ')
      .trim()
  } catch {
    return ''
  }
}

/** A dead process that nobody has asked about yet counts as gone. */
function startOf(pid: number): string | undefined {
  const fields = statusFields(pid)
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}
