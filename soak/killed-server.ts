import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { killOne } from '../src/sandbox/host/kill-one.ts'
import { type ServeOptions, startServe } from '../test/support/serve-child.ts'
import { descendantsOf, statusFields } from './descendants-of.ts'

type Server = ReturnType<typeof startServe>

/** A server on one port and one home that dies often, and remembers all processes that were seen below it. */
export async function startKilledServer(options: ServeOptions) {
  /** Pid and start time of processes: the pid alone is given to others later. */
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
    // The pid of a dead server may belong to another process.
    const found = pid && exitCode === null && signalCode === null ? descendantsOf(pid) : []
    for (const pid of found) seen.set(pid, startOf(pid) ?? '')
    return found
  }
  return {
    /** Pids of all servers so far, this one included. */
    pids,
    async killServer() {
      below()
      current.child.kill('SIGKILL')
      await current.ended
      current = await start()
    },
    /** Kills bubblewrap, an agent or a process that a program started; tells whether there was one. */
    killBelow(): boolean {
      const victims = below()
      const victim = victims[randomInt(victims.length + 1)]
      return victim !== undefined && killOne(victim)
    },
    /** Starts again after `stop`. */
    async start() {
      current = await start()
    },
    async stop() {
      below()
      current.child.kill('SIGTERM')
      await current.ended
    },
    /** Processes that were once seen below a server and still live, described for the investigation. */
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

/** Start time of a process; a dead one that is not yet collected counts as gone. */
function startOf(pid: number): string | undefined {
  const fields = statusFields(pid)
  return fields?.[0] === 'Z' ? undefined : fields?.[19]
}
