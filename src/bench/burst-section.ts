import type { BenchSection } from '../contract/bench.ts'
import type { Parts } from './open-parts.ts'
import { type BenchProgram, findPrograms } from './programs.ts'
import { assertPrinted } from './run-section.ts'
import { rowsOf, timed } from './take-turns.ts'

const AT_ONCE = 100
const BURSTS = 3

/** Measures a hundred runs of a hundred users at the same moment; every one must succeed. Times are from that moment. */
export async function* measureBurst(parts: Parts): AsyncGenerator<BenchSection> {
  const { engine, bare, signal } = parts
  const [program] = await findPrograms()
  if (!program) return
  const request = { code: program.code, language: program.language.id }
  const library = (user: number) =>
    timed(async () => assertPrinted(await (await engine.run(request, { userId: `bench${user}`, signal })).result))
  const times = new Map<string, number[]>()
  const ways = { ...(bare && { 'bare bwrap': () => runBare(bare, program) }), library }
  for (let burst = 0; burst < BURSTS; burst++) {
    for (const [way, once] of Object.entries(ways)) {
      const took = await Promise.all(Array.from({ length: AT_ONCE }, (_, user) => once(user)))
      times.set(way, [...(times.get(way) ?? []), ...took])
    }
  }
  const against = bare ? 'bare bwrap' : 'library'
  const title = `Burst: ${AT_ONCE} lines of ${program.title} at once`
  yield { id: 'burst', title, against, rows: rowsOf(times, against) }
}

const runBare = (bare: NonNullable<Parts['bare']>, program: BenchProgram): Promise<number> => bare.run(program)
