import type { BenchSection } from '../contract/bench.ts'
import { createContexts } from '../kernel/contexts.ts'
import { kernelPrograms } from '../kernel/kernel-programs.ts'
import { openBarePython } from './bare-python.ts'
import type { Parts } from './open-parts.ts'
import { takeTurns, timed, type Way } from './take-turns.ts'

/** For each language: a cell that makes a state, and one that uses it without changing it. */
const CELLS: Record<string, [first: string, next: string]> = {
  python: ['x = 41', 'x + 1'],
  javascript: ['const x = 41', 'x + 1'],
  bash: ['x=41', 'echo $((x + 1))'],
}

/** Measures the next cell in a live interpreter, against a bare Python that gets the same over a pipe. */
export async function* measureCell({ sandboxes, signal }: Parts, rounds: number): AsyncGenerator<BenchSection> {
  const bare = openBarePython()
  const { sandbox, destroy } = await sandboxes.open()
  let names = 0
  const contexts = createContexts({ sandbox, programs: kernelPrograms, newId: () => `bench${names++}` })
  try {
    await bare.execute('x = 41')
    const against = 'bare python3'
    const ways: Way[] = [{ name: against, once: () => timed(() => bare.execute('x + 1')) }]
    for (const { language } of kernelPrograms) {
      const [first, next] = CELLS[language] ?? []
      if (first === undefined || next === undefined) continue
      const { id } = await contexts.create({ language })
      await contexts.execute(id, first)
      ways.push({
        name: `cell, ${language}`,
        once: () => timed(async () => assertOk(await contexts.execute(id, next))),
      })
    }
    const rows = await takeTurns({
      ways,
      rounds: rounds * CELLS_PER_ROUND,
      budgetMs: 10_000,
      against,
      signal,
      pauseMs: 0,
    })
    yield { id: 'cell', title: 'Cell: the next one in a live interpreter', against, rows }
  } finally {
    await destroy()
    await bare.close()
  }
}

/** Cells per round: they are so quick that they can have more turns than a start. */
const CELLS_PER_ROUND = 5

function assertOk({ status, stdout, shown }: { status: string; stdout: string; shown: { data: object }[] }): void {
  if (status !== 'ok' || !`${stdout}${JSON.stringify(shown)}`.includes('42'))
    throw new Error(`a cell ended as ${status}`)
}
