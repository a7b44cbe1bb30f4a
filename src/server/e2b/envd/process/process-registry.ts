import type { LiveMachine } from '../../../../engine.ts'
import { ConnectError } from '../connect/connect-error.ts'
import type { ProcessConfig, Selector } from './process-message.ts'

type Sandbox = LiveMachine['sandbox']
export type Process = Awaited<ReturnType<Sandbox['start']>>

/** A process that callers may name, with its tag and settings. */
export interface KnownProcess {
  process: Process
  config: ProcessConfig
  tag?: string
  input: 'none' | 'pipe' | 'terminal'
}

/** A caller who lost the connection shortly before the end can still learn the result. */
const REMEMBERED_MS = 30_000

export interface ProcessRegistry {
  add(known: KnownProcess): void
  /** The living processes: started here, or elsewhere under a name. */
  list(): Promise<KnownProcess[]>
  /** Throws when no living process matches. */
  find(selector: Selector): Promise<KnownProcess>
  /** Finds a living process, or one that ended a moment ago. */
  recall(selector: Selector): Promise<KnownProcess>
}

const registries = new WeakMap<Sandbox, ProcessRegistry>()

/** The processes of a machine for the life of its sandbox: a pause does not end them. */
export function processesOf({ sandbox }: LiveMachine): ProcessRegistry {
  const registry = registries.get(sandbox) ?? createProcessRegistry(sandbox)
  registries.set(sandbox, registry)
  return registry
}

function createProcessRegistry(sandbox: Sandbox): ProcessRegistry {
  const alive = new Map<number, KnownProcess>()
  const ended = new Map<number, KnownProcess>()
  const forget = (known: KnownProcess) => {
    if (ended.get(known.process.pid) === known) ended.delete(known.process.pid)
  }
  const list = async () => {
    const others = (await sandbox.processes()).filter(({ pid, tag }) => tag !== undefined && !alive.has(pid))
    const joined = await Promise.all(others.map((info) => joinOther(sandbox, info)))
    return [...alive.values(), ...joined.filter((known) => known !== undefined)]
  }
  const find: ProcessRegistry['find'] = async (selector) => {
    const near = 'pid' in selector ? alive.get(selector.pid) : newest(alive, selector.tag)
    const known = near ?? (await list()).findLast((one) => isMeant(one, selector))
    if (known) return known
    const name = 'pid' in selector ? `pid ${selector.pid}` : `tag ${selector.tag}`
    throw new ConnectError('not_found', `process with ${name} not found`)
  }
  return {
    add(known) {
      const { pid, exited } = known.process
      alive.set(pid, known)
      ended.delete(pid)
      void exited.then(() => {
        if (alive.get(pid) === known) alive.delete(pid)
        ended.set(pid, known)
        setTimeout(forget, REMEMBERED_MS, known).unref()
      })
    },
    list,
    find,
    async recall(selector) {
      const lost = 'pid' in selector ? ended.get(selector.pid) : newest(ended, selector.tag)
      const living = 'pid' in selector ? alive.get(selector.pid) : newest(alive, selector.tag)
      return living ?? lost ?? find(selector)
    },
  }
}

function newest(known: Map<number, KnownProcess>, tag: string): KnownProcess | undefined {
  return [...known.values()].findLast((one) => one.tag === tag)
}

function isMeant({ process, tag }: KnownProcess, selector: Selector): boolean {
  return 'pid' in selector ? process.pid === selector.pid : tag === selector.tag
}

type ProcessInfo = Awaited<ReturnType<Sandbox['processes']>>[number]

/** Undefined when the process has ended since it was listed. */
async function joinOther(sandbox: Sandbox, info: ProcessInfo): Promise<KnownProcess | undefined> {
  const { pid, command, cwd, tag } = info
  const [cmd = '', ...args] = command
  const process = await sandbox.connect(pid).catch(() => undefined)
  return process && { process, config: { cmd, args, envs: {}, cwd }, input: 'none', ...(tag !== undefined && { tag }) }
}
