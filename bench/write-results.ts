/**
 * Measures everything and writes it to bench/results: node bench/write-results.ts [--rounds 60] [--only event-loop]
 *
 * `npm run docs` then writes the tables of docs/reference/benchmarks.md from it.
 */
import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '60' }, only: { type: 'string' } } })
const root = new URL('..', import.meta.url)
const results: [name: string, command: string[]][] = [
  ['bench', ['bin/anneal.js', 'bench', '--json', '--rounds', values.rounds]],
  ['sandbox', ['bench/sandbox.ts', '--rounds', values.rounds]],
  ['e2b', ['bench/e2b.ts', '--rounds', values.rounds]],
  ['event-loop', ['bench/event-loop.ts']],
  ['plan', ['bench/plan.ts']],
  ['graph', ['bench/graph.ts']],
  ['console', ['bench/console.ts']],
  ['lean', ['bench/lean.ts', '--rounds', values.rounds]],
]

await mkdir(new URL('bench/results', root), { recursive: true })
for (const [name, command] of results.filter(([name]) => name === (values.only ?? name))) {
  console.log(`measuring: node ${command.join(' ')}`)
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const json = JSON.parse(await text(child.stdout))
  await writeFile(new URL(`bench/results/${name}.json`, root), `${JSON.stringify(json, rounded, 2)}\n`)
}

/** Rounds to a thousandth of a millisecond: no clock here is better. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(3)) : value
}
