import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { EngineError } from '../../contract/errors.ts'

export interface Installer {
  tool: 'pip' | 'npm'
  command: string
  args: string[]
  cwd: string
  signal: AbortSignal
}

const KEPT_CHARACTERS = 20_000

/** Runs pip or npm with the host's own configuration; their last words become the error. */
export async function runInstaller({ tool, command, args, cwd, signal }: Installer): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], signal, killSignal: 'SIGKILL' })
  let said = ''
  const keep = (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-KEPT_CHARACTERS)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const [code] = await once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw failed(tool, `${tool} is not installed on this host`, INSTALL[tool])
    if (signal.aborted) throw failed(tool, 'it took too long', 'Try again, or raise ANNEAL_PACKAGES_TIMEOUT_MS.')
    throw error
  })
  if (code === 0) return
  if (/No module named pip\b/.test(said)) throw failed(tool, 'pip is not installed on this host', INSTALL.pip)
  throw failed(tool, reasonIn(said) || `it ended with status ${code}`, REMEDY[tool])
}

const failed = (tool: string, reason: string, remedy: string) =>
  new EngineError('PACKAGES_FAILED', { tool, reason, remedy })

const INSTALL = { pip: 'Install it: apt-get install -y python3-pip', npm: 'Install it: apt-get install -y npm' }
const REMEDY = {
  pip: 'Check the name and version, and that the index of "pip config list" can be reached, or give a directory of wheels with --from. Only wheels are installed, since building a package would run its code on this host.',
  npm: 'Check the name and version, and that the registry of "npm config get registry" can be reached, or name one with --index.',
}

/** The lines that a tool marks as errors, or its last one. */
function reasonIn(said: string): string {
  const lines = said.split('\n').map((line) => line.trim())
  const marked = lines
    .map((line) => /^(?:ERROR:|npm (?:error|ERR!)(?: code)?)\s+(.+)$/.exec(line)?.[1] ?? '')
    .filter((line) => line !== '' && !/complete log of this run|^\/|_logs/.test(line))
  const told = marked.length > 0 ? marked.slice(0, 2).join('; ') : (lines.filter(Boolean).at(-1) ?? '')
  return told.slice(0, 500).replace(/\.$/, '')
}
