/**
 * A server and its sandboxes are killed at random moments; in the end nothing may be left of any of them, and every
 * acknowledged run must exist.
 *
 * node soak/random-kills.ts [--minutes N]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { withHome } from '../test/support/temporary-home.ts'
import { killAtRandom } from './kill-at-random.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } })
const minutes = Number(values.minutes)
const facts = machineFacts()
const story = await withHome((home) => killAtRandom({ home, forMs: minutes * 60_000, mostMs: 1500 }))
const report = { soak: 'random-kills', facts, minutes, ...story }
mkdirSync('soak/results', { recursive: true })
writeFileSync('soak/results/random-kills.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(JSON.stringify(report, null, 2))
const isClean = Object.values(story.left).every((names) => names.length === 0)
process.exit(isClean && story.lost === 0 && story.mixedUp === 0 ? 0 : 1)
