import type { TestReport } from '../../../contract/test-report.ts'
import type { MadeCases } from './made-cases.ts'
import type { Work } from './make-cases.ts'
import { keyOf } from './needed-cases.ts'
import type { PlayedCase, PlayedTests } from './played-tests.ts'
import { reportOf } from './report-of.ts'
import { runFiles } from './run-files.ts'
import { writeTestFile } from './write-test-file.ts'
import type { WrittenCase } from './written-case.ts'

const UNLOADABLE = 'the program ends or waits when a test loads it: let it start only when it is the main module'

/** Runs the request's test files and then the generated ones; a case that fails after all is not kept. */
export async function runMade(work: Work, { made, began }: { made: MadeCases; began: number }): Promise<TestReport> {
  const { plan, program } = work
  const own = plan.options.files ?? {}
  const file = writeTestFile(program, made.cases, Object.keys(own))
  const played = await play(work, { own, file, cases: made.cases })
  const written = new Map(made.cases.map((each) => [nameOf(each), each]))
  const writtenAs = (each: PlayedCase) => (each.file === file.name ? written.get(each.name) : undefined)
  const all = played?.cases.filter((each) => each.file !== file.name || writtenAs(each)) ?? []
  const isLoaded = made.cases.length === 0 || all.some(writtenAs)
  const bad = played ? unkeptIn({ ...played, cases: all }, writtenAs) : []
  const isBad = (name: string) => bad.some((each) => each.name === name)
  const isPlayed = (name: string) => all.some((each) => each.file === file.name && each.name === name)
  const left = made.cases.filter((each) => isPlayed(nameOf(each)) && !isBad(nameOf(each)))
  const known = made.skipped.map((each) => each.function)
  const unloaded = isLoaded ? [] : program.callables.filter(({ name }) => !known.includes(name))
  return reportOf({
    ...{ plan, program, played, writtenAs, began },
    kept: all.filter((each) => !writtenAs(each) || !isBad(each.name)),
    file: { ...writeTestFile(program, left), name: file.name },
    dropped: [...made.dropped, ...bad],
    skipped: [
      ...program.skipped,
      ...made.skipped,
      ...unloaded.map(({ name }) => ({ function: name, reason: UNLOADABLE })),
    ],
  })
}

interface Playing {
  own: Readonly<Record<string, string>>
  file: { name: string; content: string }
  cases: readonly WrittenCase[]
}

async function play(work: Work, { own, file, cases }: Playing): Promise<PlayedTests | undefined> {
  const files = { ...own, ...(cases.length > 0 && { [file.name]: file.content }) }
  if (Object.keys(files).length === 0) return undefined
  const outside = cases.filter(({ kind }) => kind === 'integration' || kind === 'performance')
  const keyIn = (each: WrittenCase) => `${file.name} ${nameOf(each)}`
  return runFiles(work, {
    files,
    outside: outside.map(keyIn),
    mainCase: outside.filter(({ kind }) => kind === 'integration').map(keyIn)[0],
    hasForeign: Object.keys(own).length > 0,
    isMatrix: cases.some(({ from }) => from === 'model'),
    runs: 1,
  })
}

const nameOf = (each: WrittenCase): string => `${each.function} > ${each.title}`

/** Generated cases that fail after all, and those of a model that add nothing. */
function unkeptIn(
  { cases, mutants }: PlayedTests,
  writtenAs: (each: PlayedCase) => WrittenCase | undefined,
): TestReport['dropped'] {
  const isModel = (each: PlayedCase) => writtenAs(each)?.from === 'model'
  const models = new Set(cases.filter(isModel).map(keyOf))
  const reached = new Set(cases.filter((each) => !isModel(each)).flatMap(({ places }) => places))
  const found = new Set(
    mutants.filter(({ by }) => by.length > 0 && by.every((key) => models.has(key))).flatMap(({ by }) => by),
  )
  return cases.flatMap((each): TestReport['dropped'] => {
    if (!writtenAs(each)) return []
    if (!each.passed) return [{ name: each.name, reason: 'failing' }]
    const adds = !isModel(each) || found.has(keyOf(each)) || each.places.some((place) => !reached.has(place))
    return adds ? [] : [{ name: each.name, reason: 'redundant' }]
  })
}
