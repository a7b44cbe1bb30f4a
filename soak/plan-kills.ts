/**
 * Engines at work on random plans are killed at random moments, on SQLite and on PostgreSQL: each plan must end as it does undisturbed, every
 * effect inside once, every effect outside once at most.
 *
 * node soak/plan-kills.ts [--graphs N] [--kills N] [--most-ms N]
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { withHome } from '../test/support/temporary-home.ts'
import { killPlans } from './kill-plans.ts'

const { values } = parseArgs({
  options: {
    graphs: { type: 'string', default: '100' },
    kills: { type: 'string', default: '5' },
    'most-ms': { type: 'string', default: '250' },
  },
})
const plan = { graphs: Number(values.graphs), killsEach: Number(values.kills), mostMs: Number(values['most-ms']) }
const startedAt = performance.now()
const server = await startPostgres()
const story = await withHome(async (home) => ({
  sqlite: await killPlans({ ...plan, directory: join(home, 'sqlite'), place: join(home, 'anneal.db') }),
  postgres: await killPlans({
    ...{ ...plan, firstSeed: plan.graphs + 1 },
    ...{ directory: join(home, 'postgres'), place: await server.createDatabase() },
  }),
})).finally(() => server.stop())
const seconds = Math.round((performance.now() - startedAt) / 1000)
const report = { soak: 'plan-kills', facts: machineFacts(), seconds, ...story }
mkdirSync('soak/results', { recursive: true })
writeFileSync('soak/results/plan-kills.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(JSON.stringify(report, null, 2))
process.exit(story.sqlite.wrong.length + story.postgres.wrong.length === 0 ? 0 : 1)
