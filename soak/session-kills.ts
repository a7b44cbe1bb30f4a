/**
 * The server, sandboxes and writers of checkpoints are killed at random moments while sessions are at work: everything
 * acknowledged must exist, nothing may be half done, and nothing may be left when all was removed.
 *
 * node soak/session-kills.ts [--kills N] [--minutes N]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { withHome } from '../test/support/temporary-home.ts'
import { killSessions } from './kill-sessions.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '300' }, minutes: { type: 'string', default: '60' } },
})
const facts = machineFacts()
const startedAt = performance.now()
const story = await withHome((home) =>
  killSessions({ home, kills: Number(values.kills), mostMs: 1500, forMs: Number(values.minutes) * 60_000 }),
)
const seconds = Math.round((performance.now() - startedAt) / 1000)
const report = { soak: 'session-kills', facts, seconds, ...story }
mkdirSync('soak/results', { recursive: true })
writeFileSync('soak/results/session-kills.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(JSON.stringify(report, null, 2))
const { kept, removed, left } = story
const rest = [...Object.values(left), kept.withoutRow, kept.withoutFile, removed.withoutRow, removed.withoutFile]
const isClean = rest.every((names) => names.length === 0) && removed.states === 0
process.exit(isClean && story.failures.length === 0 && story.missing.length === 0 ? 0 : 1)
