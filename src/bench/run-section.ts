import type { BenchSection } from '../contract/bench.ts'
import type { RunResult } from '../contract/run.ts'
import type { Parts } from './open-parts.ts'
import { type BenchProgram, findPrograms } from './programs.ts'
import { takeTurns, timed, type Way } from './take-turns.ts'

/** Podman takes part in every fourth round: a container takes so long that it would eat the time of all others. */
const PODMAN_EVERY = 4

/** Measures a program of one line in each language, from the request to its whole output, with a fresh sandbox each time. */
export async function* measureRun(parts: Parts, rounds: number): AsyncGenerator<BenchSection> {
  for (const program of await findPrograms()) {
    const ways = await waysOf(parts, program)
    const against = ways[0]?.name ?? ''
    const rows = await takeTurns({ ways, rounds, budgetMs: 30_000, against, signal: parts.signal })
    yield { id: 'run', title: `Run: a line of ${program.title}, to its result`, against, rows }
  }
}

async function waysOf(parts: Parts, program: BenchProgram): Promise<Way[]> {
  const { engine, sandboxes, client, bare, floor, podman, signal } = parts
  const { language, code, warm } = program
  const request = { code, language: language.id }
  return [
    ...(floor ? [{ name: 'floor (C)', once: async () => (await floor.once()).toEndMs }] : []),
    ...(bare ? [{ name: 'bare bwrap', once: () => bare.run(program) }] : []),
    { name: 'cold sandbox', once: () => sandboxes.run(program) },
    ...((await sandboxes.isWarm(warm)) ? [{ name: 'warm sandbox', once: () => sandboxes.run(program, warm) }] : []),
    {
      name: 'library',
      once: () => timed(async () => assertPrinted(await (await engine.run(request, { signal })).result, program)),
    },
    ...(client
      ? [{ name: 'HTTP', once: () => timed(async () => assertPrinted(await client.run(request, { signal }), program)) }]
      : []),
    ...(podman && language.id === 'python'
      ? [{ name: 'podman run', every: PODMAN_EVERY, once: () => timed(() => runInContainer(parts, program)) }]
      : []),
  ]
}

async function runInContainer({ podman }: Parts, { code, printed }: BenchProgram): Promise<void> {
  const output = await podman?.run(['/usr/bin/python3', '-uB', '-c', code])
  if (output !== printed) throw new Error(`the container printed ${JSON.stringify(output)}`)
}

export function assertPrinted(result: RunResult, { printed } = { printed: '1\n' }): void {
  const output = result.blocks[0]?.attempts[0]?.stdout
  if (output !== printed) throw new Error(`the run ended as ${result.outcome} and printed ${JSON.stringify(output)}`)
}
