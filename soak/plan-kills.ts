/**
 * Engines at work on random plans are killed at random moments, on SQLite and on PostgreSQL: each plan must end as it does undisturbed, every
 * effect inside once, every effect outside once at most.
 *
 * node soak/plan-kills.ts [--graphs N] [--kills N] [--most-ms N] [--minutes N] [--first-seed N]
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
    kills: { type: 'string', default: '6' },
    'most-ms': { type: 'string', default: '250' },
    minutes: { type: 'string', default: '600' },
    'first-seed': { type: 'string', default: '1' },
  },
})
const graphs = Number(values.graphs)
const plan = { killsEach: Number(values.kills), mostMs: Number(values['most-ms']) }
/** Graphs of one database before it is the turn of the other. */
const TURN = 5
const facts = machineFacts()
const startedAt = performance.now()
const seconds = () => Math.round((performance.now() - startedAt) / 1000)
const none = () => ({ graphs: 0, kills: 0, wrong: [] as string[] })
const told = { sqlite: none(), postgres: none() }
mkdirSync('soak/results', { recursive: true })

function note(database: keyof typeof told, { graphs, kills, wrong }: ReturnType<typeof none>): void {
  const known = told[database]
  told[database] = {
    graphs: known.graphs + graphs,
    kills: known.kills + kills,
    wrong: [...known.wrong, ...wrong],
  }
  const report = { soak: 'plan-kills', facts, seconds: seconds(), ...told }
  writeFileSync('soak/results/plan-kills.json', `${JSON.stringify(report, null, 2)}\n`)
}

const server = await startPostgres()
await withHome(async (home) => {
  const places = { sqlite: join(home, 'anneal.db'), postgres: await server.createDatabase() }
  for (let first = 1; first <= graphs && seconds() < Number(values.minutes) * 60; first += TURN) {
    for (const database of ['sqlite', 'postgres'] as const) {
      const firstSeed = Number(values['first-seed']) - 1 + first + (database === 'sqlite' ? 0 : graphs)
      const some = { ...plan, graphs: Math.min(TURN, graphs + 1 - first), firstSeed }
      note(database, await killPlans({ ...some, directory: join(home, database), place: places[database] }))
    }
  }
}).finally(() => server.stop())
console.log(JSON.stringify(told, null, 2))
process.exit(told.sqlite.wrong.length + told.postgres.wrong.length === 0 ? 0 : 1)
