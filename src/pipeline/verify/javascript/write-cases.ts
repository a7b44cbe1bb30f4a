import type { TestKind, TestReport } from '../../../contract/test-report.ts'
import type { Callable } from './callable.ts'
import { titleOf } from './case-title.ts'
import type { FoundCases } from './found-cases.ts'
import type { ProgramReading } from './read-program.ts'
import { writeCase } from './write-case.ts'
import { writeMainCase } from './write-main-case.ts'
import { writeProperty } from './write-property.ts'
import type { WrittenCase } from './written-case.ts'

interface Cases {
  cases: WrittenCase[]
  dropped: TestReport['dropped']
  skipped: TestReport['skipped']
}

/** Test cases out of what was seen, and what became of functions that have none. */
export function writeCases(program: ProgramReading, found: FoundCases | undefined, kinds: readonly TestKind[]): Cases {
  const { callables } = program
  if (!found || found.failed !== undefined) {
    const reason = firstLine(found?.failed) ?? 'nothing came back from the box'
    return { cases: [], dropped: [], skipped: callables.map(({ name }) => ({ function: name, reason })) }
  }
  const written = found.cases.flatMap((each) => {
    const callable = callables[each.target]
    const one = callable && writeCase(callable, each)
    return one && kinds.includes(one.kind) ? [one] : []
  })
  const properties = kinds.includes('property')
    ? found.properties.flatMap((each) => writeProperty(callables, each) ?? [])
    : []
  const main = found.main?.isSteady ? [writeMainCase(program, found.main.stdout)] : []
  const dropped = found.flaky.flatMap(({ target, scene }): TestReport['dropped'] => {
    const callable = callables[target]
    return callable ? [{ name: titleOf(callable, scene, []).replace(/ yields.*$/, ''), reason: 'flaky' }] : []
  })
  const cases = distinctTitles([...written, ...properties, ...main])
  const skipped = callables
    .filter(({ name }) => !cases.some((each) => each.function === name))
    .map((each) => ({ function: each.name, reason: reasonFor(each, found) }))
  return { cases, dropped, skipped }
}

function reasonFor({ id }: Callable, { flaky, tried }: FoundCases): string {
  if (flaky.some(({ target }) => target === id)) return 'what it does is different each time'
  return tried?.[id] ? 'nothing of what it does can be written down' : 'no call of it came to an end in time'
}

const firstLine = (text: string | undefined): string | undefined => text?.split('\n')[0]?.slice(0, 300)

/** Titles are cut short and may become the same; the runner tells cases apart by them. */
function distinctTitles(cases: readonly WrittenCase[]): WrittenCase[] {
  const seen = new Map<string, number>()
  return cases.map((each) => {
    const key = `${each.function} ${each.title}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? each : { ...each, title: `${each.title} (${count})` }
  })
}
