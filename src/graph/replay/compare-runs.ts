import type { ReplayDifference } from '../../contract/graph.ts'
import type { Attempt, RunBlock } from '../../contract/run.ts'
import type { ToldRun } from './replay-needs.ts'

const MOST_SHOWN = 200
const MOST_DIFFERENCES = 50

/** Differences in outcome, output and files; times and ids are never equal and are not looked at. */
export function compareRuns(was: ToldRun, is: ToldRun): ReplayDifference[] {
  const blocks = Array.from(
    { length: Math.max(was.result.blocks.length, is.result.blocks.length) },
    (_, index) => index,
  )
  const several = blocks.length > 1
  return [
    ...compareTexts('outcome', was.result.outcome ?? 'none', is.result.outcome ?? 'none'),
    ...blocks.flatMap((index) =>
      compareBlocks(was.result.blocks[index], is.result.blocks[index]).map((difference) => ({
        ...difference,
        place: several ? `block ${index}, ${difference.place}` : difference.place,
      })),
    ),
    ...compareFiles(filesOf(was), filesOf(is)),
  ].slice(0, MOST_DIFFERENCES)
}

function compareBlocks(was: RunBlock | undefined, is: RunBlock | undefined): ReplayDifference[] {
  const [before, after] = [was?.attempts.at(-1), is?.attempts.at(-1)]
  const told = (attempt: Attempt | undefined, name: 'endedBy' | 'exitCode') => String(attempt?.[name] ?? 'none')
  return [
    ...compareTexts('attempts', String(was?.attempts.length ?? 0), String(is?.attempts.length ?? 0)),
    ...compareTexts('endedBy', told(before, 'endedBy'), told(after, 'endedBy')),
    ...compareTexts('exitCode', told(before, 'exitCode'), told(after, 'exitCode')),
    ...compareTexts('code', before?.code ?? '', after?.code ?? ''),
    ...compareTexts('stdout', before?.stdout ?? '', after?.stdout ?? ''),
    ...compareTexts('stderr', before?.stderr ?? '', after?.stderr ?? ''),
    ...compareTexts('results', shown(before), shown(after)),
  ]
}

const shown = (attempt: Attempt | undefined): string =>
  (attempt?.results ?? []).map(({ data }) => JSON.stringify(data)).join('\n')

/** The first line that differs. */
export function compareTexts(place: string, was: string, is: string): ReplayDifference[] {
  if (was === is) return []
  const [before, after] = [was.split('\n'), is.split('\n')]
  const line = before.findIndex((text, index) => text !== after[index])
  const at = line === -1 ? before.length : line
  const isLong = before.length > 1 || after.length > 1
  return [{ place: isLong ? `${place} line ${at + 1}` : place, was: cut(before[at]), is: cut(after[at]) }]
}

const cut = (text: string | undefined): string | null =>
  text === undefined ? null : text.length <= MOST_SHOWN ? text : `${text.slice(0, MOST_SHOWN).toWellFormed()}…`

/** Files by path, each with something that is equal for equal content. */
export type Files = Map<string, string>

export function compareFiles(was: Files, is: Files): ReplayDifference[] {
  const paths = new Set([...was.keys(), ...is.keys()])
  return [...paths].flatMap((path) => {
    const [before, after] = [was.get(path) ?? null, is.get(path) ?? null]
    return before === after ? [] : [{ place: `files ${cut(path)}`, was: before, is: after }]
  })
}

const filesOf = ({ events }: ToldRun): Files =>
  new Map(events.flatMap((event) => (event.type === 'file.written' ? [[event.path, event.blob] as const] : [])))
