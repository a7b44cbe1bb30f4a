import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { loadConfig } from '../../src/config/load-config.ts'
import { restoreHome } from '../../src/home/restore-home.ts'

/** Restores a backup, and reports each step: the test kills it at one of them. */
// The cache is flushed now: this process may be killed before its end.
flushCompileCache()
const [home = '', file = ''] = process.argv.slice(2)
const tell = () => void writeSync(1, '.')
const { config } = loadConfig({ env: { ANNEAL_HOME: home }, userHome: home, readFile: () => undefined })
await restoreHome(config, { file, onProgress: tell, signal: new AbortController().signal })
writeSync(1, '!')
