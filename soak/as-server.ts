import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Flags that bin/anneal.js sets before anything is compiled. */
const WEBASSEMBLY = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']
const MARK = 'ANNEAL_SOAK_AS_SERVER'

/**
 * Starts this program again with the settings of memory that `npm start` gives a server, unless it has them: the number of malloc's
 * arenas can only be told to a new process, and without it the soak measures what no server does.
 */
export function runAsServer(): void {
  if (process.env[MARK]) return
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const [, arenas = '', flags = ''] = /MALLOC_ARENA_MAX=(\d+) node (.+) bin/.exec(scripts.start) ?? []
  if (!arenas || !flags) throw new Error('npm start names no arenas and flags any more')
  const program = [...flags.split(' '), ...WEBASSEMBLY, ...process.argv.slice(1)]
  const env = { ...process.env, MALLOC_ARENA_MAX: arenas, [MARK]: '1' }
  process.exit(spawnSync(process.execPath, program, { env, stdio: 'inherit' }).status ?? 1)
}
