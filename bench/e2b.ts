/**
 * Times of a client with E2B's own SDK, on loopback, against the bare operations of the same machine in the same run.
 *
 * node bench/e2b.ts [--rounds N]      prints JSON, with the aims and whether they were met; needs root
 */
import { parseArgs } from 'node:util'
import { Sandbox } from '@e2b/code-interpreter'
import { type BareBwrap, createBareBwrap } from '../src/bench/bare-bwrap.ts'
import { openBarePython } from '../src/bench/bare-python.ts'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { type BenchProgram, findPrograms } from '../src/bench/programs.ts'
import { findWalls } from '../src/bench/same-walls.ts'
import { rowsOf, takeTurns, timed } from '../src/bench/take-turns.ts'
import type { BenchRow } from '../src/contract/bench.ts'
import { serving } from '../test/support/serve-child.ts'
import { withHome } from '../test/support/temporary-home.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '40' } } })
const rounds = Number(values.rounds)
const signal = new AbortController().signal
const BARE = 'bare bwrap'
const AT_ONCE = 50
const BURSTS = 3
/** Cells per round: they are so quick that they can have more turns than a start. */
const CELLS_PER_ROUND = 5

interface Section {
  title: string
  against: string
  rows: BenchRow[]
}
type Connection = Record<'apiUrl' | 'sandboxUrl' | 'apiKey', string>

const facts = machineFacts()
const bare = createBareBwrap(await findWalls())
const bash = (await findPrograms()).find(({ language }) => language.id === 'bash')
if (!bash) throw new Error('bash is missing: install it')
const sections = await withHome((home) =>
  serving({ home, env: { ANNEAL_LOG_LEVEL: 'silent' } }, async ({ url, key }) => {
    const connection = { apiUrl: url, sandboxUrl: url, apiKey: key }
    return [
      await measureFirstCommand(connection, { bare, program: bash }),
      await measureCell(connection),
      await measureBurst(connection, bare),
    ]
  }),
)
const [command, cell, burst] = sections.map(({ rows }) => rows.at(-1))
const aims = [
  { aim: 'create and a first command: p50 of 25 ms at most', met: (command?.p50 ?? Infinity) <= 25 },
  { aim: 'runCode in a live sandbox: p50 of 5 ms at most', met: (cell?.p50 ?? Infinity) <= 5 },
  { aim: `${AT_ONCE} creates at once: p95 of 500 ms at most`, met: (burst?.p95 ?? Infinity) <= 500 },
]
console.log(JSON.stringify({ bench: 'e2b', rounds, machine: facts, aims, sections }, null, 2))

async function measureFirstCommand(
  connection: Connection,
  floor: { bare: BareBwrap; program: BenchProgram },
): Promise<Section> {
  const throughSdk = async () => {
    const startedAt = performance.now()
    const sandbox = await Sandbox.create('base', connection)
    const { stdout } = await sandbox.commands.run('echo 1')
    const tookMs = performance.now() - startedAt
    if (stdout !== '1\n') throw new Error(`the command printed ${JSON.stringify(stdout)}`)
    await sandbox.kill()
    return tookMs
  }
  const ways = [
    { name: BARE, once: () => floor.bare.run(floor.program) },
    { name: 'Sandbox.create, commands.run', once: throughSdk },
  ]
  const rows = await takeTurns({ ways, rounds, budgetMs: 30_000, against: BARE, signal })
  return { title: "E2B's SDK: a fresh sandbox and the end of its first command", against: BARE, rows }
}

async function measureCell(connection: Connection): Promise<Section> {
  const python = openBarePython()
  const sandbox = await Sandbox.create(connection)
  const against = 'bare python3'
  try {
    const throughSdk = () =>
      timed(async () => {
        const { text } = await sandbox.runCode('1+1')
        if (text !== '2') throw new Error(`1+1 is ${text}`)
      })
    const ways = [
      { name: against, once: () => timed(() => python.execute('1+1')) },
      { name: 'runCode', once: throughSdk },
    ]
    const turns = { rounds: rounds * CELLS_PER_ROUND, budgetMs: 15_000, pauseMs: 0 }
    return {
      title: "E2B's SDK: 1+1 in a live sandbox",
      against,
      rows: await takeTurns({ ways, against, signal, ...turns }),
    }
  } finally {
    await python.close()
    await sandbox.kill()
  }
}

/** Starts all sandboxes at the same moment; a failure fails the bench. Times are from that moment. */
async function measureBurst(connection: Connection, { start }: BareBwrap): Promise<Section> {
  const name = 'Sandbox.create'
  const times = new Map<string, number[]>([
    [BARE, []],
    [name, []],
  ])
  for (let turn = 0; turn < BURSTS; turn++) {
    const all = Array.from({ length: AT_ONCE })
    times.get(BARE)?.push(...(await Promise.all(all.map(start))))
    const made: Sandbox[] = []
    const create = () => timed(async () => void made.push(await Sandbox.create('base', connection)))
    times.get(name)?.push(...(await Promise.all(all.map(create))))
    for (const sandbox of made) await sandbox.kill()
  }
  return { title: `E2B's SDK: ${AT_ONCE} sandboxes at once`, against: BARE, rows: rowsOf(times, BARE) }
}
