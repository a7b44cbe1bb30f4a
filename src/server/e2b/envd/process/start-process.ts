import type { Call } from '../connect/procedure.ts'
import { resolvePath } from '../resolve-path.ts'
import type { StartMessage } from './process-message.ts'
import { type KnownProcess, processesOf } from './process-registry.ts'

const LINES = 24
const COLUMNS = 80

/** Starts a program as the requested user; it is killed at the end of the call's timeout, even while somebody listens. */
export async function startProcess(message: StartMessage, call: Call): Promise<KnownProcess> {
  const { machine } = call
  const { process: config, pty, tag, stdin } = message
  const user = await call.user()
  const { envs = {}, cwd = '' } = config
  await machine.mayStart([config.cmd, ...config.args], { envs, cwd, user: user.name, machineId: machine.info.id })
  const own = { HOME: user.home, USER: user.name, LOGNAME: user.name }
  const process = await machine.sandbox.start([config.cmd, ...config.args], {
    user: user.name,
    cwd: resolvePath(config.cwd ?? '', { machine, user }),
    env: { ...own, ...machine.env, ...config.envs },
    ...(pty ? { pty: { columns: pty.size?.cols || COLUMNS, rows: pty.size?.rows || LINES } } : { stdin }),
    ...(tag !== undefined && { tag }),
  })
  if (call.timeoutMs !== undefined) killLate(process, call.timeoutMs)
  const known = { process, config, ...(tag !== undefined && { tag }), input: inputOf(message) }
  processesOf(machine).add(known)
  return known
}

function inputOf({ pty, stdin }: StartMessage): KnownProcess['input'] {
  if (pty) return 'terminal'
  return stdin ? 'pipe' : 'none'
}

function killLate(process: KnownProcess['process'], timeoutMs: number): void {
  // The process, or its sandbox, may end at the same moment.
  const timer = setTimeout(() => process.signal('SIGKILL').catch(() => {}), timeoutMs)
  void process.exited.then(() => clearTimeout(timer))
}
