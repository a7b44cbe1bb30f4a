/**
 * Hundreds of sessions and thousands of executions in them, with failures, restores, branches, unloads and kills of their
 * processes: no session sees anything of another, and in the end memory, descriptors and processes are as before.
 *
 * node soak/many-sessions.ts [--sessions N] [--executions N] [--at-once N]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { withHome } from '../test/support/temporary-home.ts'
import { soakSessions } from './soak-sessions.ts'

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '500' },
    executions: { type: 'string', default: '5000' },
    'at-once': { type: 'string', default: '4' },
  },
})
// As in a server (bin/anneal.js): the engine is in this process, and its memory is judged.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
const facts = machineFacts()
const startedAt = performance.now()
const plan = {
  sessions: Number(values.sessions),
  executions: Number(values.executions),
  atOnce: Number(values['at-once']),
}
const story = await withHome((home) => soakSessions({ home, warmUp: { sessions: 50, executions: 500 }, ...plan }))
const seconds = Math.round((performance.now() - startedAt) / 1000)
const report = { soak: 'many-sessions', facts, seconds, ...story }
mkdirSync('soak/results', { recursive: true })
writeFileSync('soak/results/many-sessions.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(JSON.stringify(report, null, 2))
process.exit(story.failures.length === 0 && story.isClean ? 0 : 1)
