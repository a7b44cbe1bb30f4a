import type { BenchSection } from '../contract/bench.ts'
import { createContexts } from '../kernel/contexts.ts'
import { kernelPrograms } from '../kernel/kernel-programs.ts'
import { type BarePython, openBarePython } from './bare-python.ts'
import type { Parts } from './open-parts.ts'
import { takeTurns, timed } from './take-turns.ts'

const SIZES_MB = [10, 50, 200]

/** Fills memory, page by page. */
const fill = (megabytes: number) => `data = bytearray(range(256)) * ${4096 * megabytes}`
/** Forks a copy that waits, as that of an interpreter does; ending it is not counted. */
const FORK = '(lambda pid: pid or __import__("signal").pause())(__import__("os").fork())'
const endOf = (pid: string) =>
  `[__import__("os").kill(${Number(pid)}, 9), __import__("os").waitpid(${Number(pid)}, 0)] and 0`

/** Measures a copy of a living Python to return to, against a bare `fork` of as much memory. */
export async function* measureMarks({ sandboxes, signal }: Parts, rounds: number): AsyncGenerator<BenchSection> {
  for (const megabytes of SIZES_MB) {
    const bare = openBarePython()
    const { sandbox, destroy } = await sandboxes.open()
    const contexts = createContexts({ sandbox, programs: kernelPrograms, newId: () => 'bench' })
    try {
      await bare.execute(fill(megabytes))
      const { id } = await contexts.create({ language: 'python' })
      const { status } = await contexts.execute(id, fill(megabytes))
      if (status !== 'ok') throw new Error(`${megabytes} MB could not be filled: ${status}`)
      const against = 'bare os.fork'
      const ways = [
        { name: against, once: () => forkOnce(bare) },
        { name: 'mark', once: () => markOnce(contexts.states(id)) },
      ]
      const rows = await takeTurns({ ways, rounds, budgetMs: 10_000, against, signal })
      yield { id: 'state', title: `Mark: a copy of a living Python of ${megabytes} MB`, against, rows }
    } finally {
      await destroy()
      await bare.close()
    }
  }
}

async function forkOnce(bare: BarePython): Promise<number> {
  let pid = ''
  const tookMs = await timed(async () => {
    pid = await bare.execute(FORK)
  })
  await bare.execute(endOf(pid))
  return tookMs
}

type KernelStates = ReturnType<ReturnType<typeof createContexts>['states']>

async function markOnce(states: KernelStates): Promise<number> {
  let mark = ''
  const tookMs = await timed(async () => {
    const made = await states.mark()
    if ('unsafe' in made) throw new Error(`no mark: ${made.unsafe}`)
    mark = made.mark
  })
  await states.forget(mark)
  return tookMs
}
