import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeKey } from '../../src/engine.ts'
import { startServe } from '../../test/support/serve-child.ts'
import type { WatchLine } from './watch-line.ts'

const WATCH = fileURLToPath(new URL('watch-main-thread.ts', import.meta.url))
const MEMORY_WAIT_MS = 30_000
export const DOMAIN = 'box.localhost'

export interface WatchedServer {
  pid: number
  url: string
  port: number
  adminKey: string
  home: string
  temporary: string
  /** All lines of the watch so far. */
  watched(): WatchLine[]
  memory(): Promise<Extract<WatchLine, { kind: 'memory' }>>
  /** Log lines of the server that report a bug. */
  bugs: string[]
  hasEnded(): string | undefined
  stop(): Promise<void>
}

/** A real server as a process of its own, with the watch of its main thread inside. */
export async function startWatchedServer(home: string): Promise<WatchedServer> {
  const adminKey = makeKey(randomBytes)
  const temporary = join(home, 'tmp')
  const watchFile = join(home, 'watch.jsonl')
  mkdirSync(temporary)
  // Sandboxes are built by users of their own, who must reach the files laid there for them.
  chmodSync(home, 0o711)
  writeFileSync(watchFile, '')
  const env = {
    ...{ TMPDIR: temporary, ANNEAL_API_KEY: adminKey, ANNEAL_FUZZ_WATCH: watchFile, ANNEAL_LOG_LEVEL: 'error' },
    ...{ ANNEAL_RATE_PER_SECOND: '100000', ANNEAL_E2B_DOMAIN: DOMAIN, ANNEAL_MACHINE_INTERNET: 'false' },
    ...{ ANNEAL_TIMEOUT_MS: '2000', ANNEAL_MAX_TIMEOUT_MS: '4000', ANNEAL_COMMAND_TIMEOUT_MS: '2000' },
    ...{ ANNEAL_SESSION_FREEZE_MS: '2000', ANNEAL_SESSION_UNLOAD_MS: '10000', ANNEAL_SESSION_IDLE_MS: '60000' },
    ...{ ANNEAL_WARM_SANDBOXES: '1', ANNEAL_MAX_WARM_SANDBOXES: '2' },
    ...{ ANNEAL_MAX_MEMORY_MB: '1024', ANNEAL_SHUTDOWN_GRACE_MS: '1000', ANNEAL_LIVE_SANDBOXES_PER_USER: '6' },
  }
  const { child, started, ended } = startServe({
    home,
    env,
    nodeFlags: ['--trace-warnings', '--import', WATCH],
    flags: ['--port', '0'],
  })
  const bugs: string[] = []
  child.stderr?.on('data', (text: string) => {
    // Log lines are JSON; any other text, such as a warning with its stack, belongs together.
    const told = text.startsWith('{') ? text.split('\n').filter(Boolean) : [text]
    bugs.push(...told.map((one) => one.slice(0, 4000)))
  })
  let end: string | undefined
  void ended.then(({ exitCode, signal, stderr }) => {
    end = `exit code ${exitCode}, signal ${signal}: ${stderr.slice(-3000)}`
  })
  const url = await Promise.race([
    started,
    ended.then(({ stderr }) => Promise.reject(new Error(`no start: ${stderr}`))),
  ])
  const watched = () => linesOf(watchFile)
  return {
    ...{ pid: child.pid ?? 0, url, port: Number(new URL(url).port), adminKey, home, temporary, watched, bugs },
    hasEnded: () => end,
    async memory() {
      const count = () => watched().filter(({ kind }) => kind === 'memory')
      const before = count().length
      child.kill('SIGUSR2')
      for (let waitedMs = 0; waitedMs < MEMORY_WAIT_MS; waitedMs += 100) {
        const told = count()
        if (told.length > before) return told.at(-1) as never
        await wait(100)
      }
      throw new Error('the server does not tell its memory')
    },
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), MEMORY_WAIT_MS)
      await ended
      clearTimeout(late)
    },
  }
}

function linesOf(file: string): WatchLine[] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as WatchLine)
}
