/**
 * Sends every kind of request to every route of a real server: hostile bodies, archives, texts, programs and streams, and bytes
 * that are no request. Nothing may stall its main thread, end it, make it report a bug, or be left behind.
 *
 * node soak/fuzz.ts [--minutes N] [--seed N] [--requests N] [--lanes N] [--only N]
 */
import { randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { campaign } from './fuzz/campaign.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    requests: { type: 'string', default: '200000' },
    lanes: { type: 'string', default: '8' },
    only: { type: 'string' },
  },
})
const facts = machineFacts()
const plan = {
  ...{ seed: Number(values.seed), mostRequests: Number(values.requests), lanes: Number(values.lanes) },
  ...{ forMs: Number(values.minutes) * 60_000, settleMs: 30_000 },
  ...{ only: values.only === undefined ? undefined : Number(values.only) },
}
console.log(`seed ${plan.seed}`)
const story = await campaign({ ...plan, onFinding: (text) => console.log(`✖ ${text.slice(0, 2000)}`) })
const report = { soak: 'fuzz', facts, minutes: Number(values.minutes), isClean: story.findings.length === 0, ...story }
mkdirSync('soak/results', { recursive: true })
if (plan.only === undefined) writeFileSync('soak/results/fuzz.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(JSON.stringify(report, null, 2))
process.exit(report.isClean ? 0 : 1)
