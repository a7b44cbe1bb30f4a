/**
 * Sandboxes are made, used, paused, woken, copied and killed through E2B's own SDK while the server, and processes of
 * sandboxes, are killed at random moments. In the end nothing may be left of any of them, and no answer may be another's.
 *
 * node soak/e2b-churn.ts [--minutes N]      needs root
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { withHome } from '../test/support/temporary-home.ts'
import { churnMachines } from './churn-machines.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } })
const minutes = Number(values.minutes)
const facts = machineFacts()
const story = await withHome((home) => churnMachines({ home, forMs: minutes * 60_000, mostMs: 1500 }))
const report = { soak: 'e2b-churn', facts, minutes, ...story }
mkdirSync('soak/results', { recursive: true })
writeFileSync('soak/results/e2b-churn.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(JSON.stringify(report, null, 2))
const isClean = Object.values(story.left).every((names) => names.length === 0)
process.exit(isClean && story.mixedUp === 0 && story.lost === 0 && story.whole > 0 ? 0 : 1)
