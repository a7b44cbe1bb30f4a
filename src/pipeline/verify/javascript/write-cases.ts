import type { TestKind } from '../../../contract/test-report.ts'
import type { AskedCase } from './ask-for-cases.ts'
import type { Callable } from './callable.ts'
import { callTitle, titleOf } from './case-title.ts'
import type { FoundCases } from './found-cases.ts'
import type { MadeCases } from './made-cases.ts'
import type { ProgramReading } from './read-program.ts'
import { writeCase } from './write-case.ts'
import { writeGrowth } from './write-growth.ts'
import { writeMainCase } from './write-main-case.ts'
import { writeProperty } from './write-property.ts'
import type { WrittenCase } from './written-case.ts'

export interface Findings {
  program: ProgramReading
  found: FoundCases | undefined
  kinds: readonly TestKind[]
  asked: readonly AskedCase[]
}

/** Test cases from observations, and the reasons for functions without any. */
export function writeCases({ program, found, kinds, asked }: Findings): MadeCases {
  const { callables } = program
  if (!found || found.failed !== undefined) {
    const reason = firstLine(found?.failed) ?? 'nothing came back from the sandbox'
    return { cases: [], dropped: [], skipped: callables.map(({ name }) => ({ function: name, reason })) }
  }
  const agreed = found.cases.filter(({ agrees }) => agrees !== false)
  const written = agreed.flatMap((each) => {
    const callable = callables[each.target]
    const one = callable && writeCase(callable, each)
    return one && kinds.includes(one.kind) ? [one] : []
  })
  const properties = kinds.includes('property')
    ? found.properties.flatMap((each) => writeProperty(callables, each) ?? [])
    : []
  const growths = (found.growths ?? []).flatMap((each) => writeGrowth(callables, each) ?? [])
  const main = found.main?.isSteady ? [writeMainCase(program, found.main.stdout)] : []
  const cases = distinctTitles([...written, ...properties, ...growths, ...main])
  const skipped = callables
    .filter(({ name }) => !cases.some((each) => each.function === name))
    .map((each) => ({ function: each.name, reason: reasonFor(each, found) }))
  return { cases, dropped: [...flakyIn(found, callables), ...disagreeingIn(found, { callables, asked })], skipped }
}

function flakyIn({ flaky }: FoundCases, callables: readonly Callable[]): MadeCases['dropped'] {
  return flaky.flatMap(({ target, scene }) => {
    const callable = callables[target]
    return callable ? [{ name: callTitle(callable, scene), reason: 'flaky' as const }] : []
  })
}

/** Expectations of a model that the program does not meet. */
function disagreeingIn(
  { cases }: FoundCases,
  { callables, asked }: { callables: readonly Callable[]; asked: readonly AskedCase[] },
): MadeCases['dropped'] {
  return cases.flatMap(({ target, scene, outcomes, agrees, asked: number }) => {
    const callable = callables[target]
    if (!callable || agrees !== false) return []
    const wanted = asked.find((each) => each.asked === number)
    const said = wanted?.throws === undefined ? wanted?.expected : `${wanted.throws} thrown`
    return [
      { name: `${titleOf(callable, scene, outcomes)}, not ${said} as the model expected`, reason: 'failing' as const },
    ]
  })
}

function reasonFor({ id }: Callable, { flaky, tried }: FoundCases): string {
  if (flaky.some(({ target }) => target === id)) return 'what it does is different each time'
  return tried?.[id] ? 'nothing of what it does can be written down' : 'no call of it came to an end in time'
}

const firstLine = (text: string | undefined): string | undefined => text?.split('\n')[0]?.slice(0, 300)

/** Titles are cut short and may become equal; the runner identifies cases by them. */
function distinctTitles(cases: readonly WrittenCase[]): WrittenCase[] {
  const seen = new Map<string, number>()
  const once = [
    ...new Map(cases.toReversed().map((each) => [`${each.function} ${each.lines.join('\n')}`, each])).values(),
  ]
  return once.toReversed().map((each) => {
    const key = `${each.function} ${each.title}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? each : { ...each, title: `${each.title} (${count})` }
  })
}
