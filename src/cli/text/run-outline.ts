import type { DetectedBlock } from '../../contract/detect.ts'
import type { EventOf, RunEvent } from '../../contract/event.ts'
import { endingOf } from '../ending.ts'
import type { ProgramChange } from './repair-lines.ts'
import { createStageText } from './stage-text.ts'
import { durationText } from './time-text.ts'
import { visibleText } from './visible-text.ts'

export type RunOutline = ReturnType<typeof createRunOutline>

/** The memory of a view between events: everything but the output. `paths`: the files that are run. */
export function createRunOutline(paths: string[] = []) {
  const blocks: DetectedBlock[] = []
  const started = new Set<number>()
  const ends: EventOf<'attempt.end'>[] = []
  const starts: EventOf<'attempt.start'>[] = []
  const stages = createStageText(blocks)
  let kind: EventOf<'run.start'>['kind'] = 'code'
  let told = 0
  let current: number | undefined

  /** One line for each block before `until` that was not run and not mentioned yet. */
  function passOver(until: number): string[] {
    const lines = blocks
      .slice(told, until)
      .flatMap((block, index) => (started.has(told + index) ? [] : [notRun(block, nameOf(told + index))]))
    told = Math.max(told, until)
    return lines
  }

  /** With several blocks, each has a heading before its first output. */
  function enter(index: number): string[] {
    if (index === current || blocks.length < 2) return []
    current = index
    return [...passOver(index), `── ${headingOf(index)}`]
  }

  /** The name of a block among others: its language, and its file or line. */
  function nameOf(index: number): string {
    const { language, line } = blocks[index] ?? { language: null, line: 0 }
    const path = kind === 'programs' && paths[index] !== undefined ? [visibleText(paths[index])] : []
    return [...path, ...(language ? [language] : []), ...(kind === 'programs' ? [] : [`line ${line}`])].join(' · ')
  }

  function headingOf(index: number): string {
    if (kind === 'programs' && paths[index] !== undefined) return nameOf(index)
    return `${kind === 'programs' ? 'program' : 'block'} ${index + 1} of ${blocks.length} · ${nameOf(index)}`
  }

  /** The run is done again, from its request. */
  function forget(): string[] {
    for (const list of [blocks, ends, starts]) list.length = 0
    started.clear()
    told = 0
    current = undefined
    return ['── begun again: the server that it ran on is gone']
  }

  const outline = {
    /** Code of the latest attempt. */
    code: '',
    /** Remembers the event; gives the lines that belong before it. */
    take(event: RunEvent): string[] {
      stages.take(event)
      if (event.type === 'run.start') kind = event.kind
      if (event.type === 'run.resumed') return forget()
      if (event.type === 'block.found') blocks[event.block] = event.found
      if (event.type === 'attempt.end') ends.push(event)
      if (event.type === 'run.end') return passOver(blocks.length)
      if (event.type === 'output.delta') return enter(event.block)
      if (event.type !== 'attempt.start') return []
      outline.code = event.code
      starts.push(event)
      started.add(event.block)
      return enter(event.block)
    },
    /** The file of a block, and the number of its lines above the block. */
    sourceOf(block: number): { path: string; linesAbove: number } | undefined {
      const path = paths[kind === 'programs' ? block : 0]
      const linesAbove = kind === 'text' ? (blocks[block]?.line ?? 1) - 1 : 0
      return path === undefined ? undefined : { path, linesAbove }
    },
    /** The programs that ran well in the end, but not as they came. */
    changes: (): ProgramChange[] =>
      blocks.flatMap((_, block) => {
        const made = starts.filter((each) => each.block === block && each.attempt > 1)
        const last = ends.findLast((each) => each.block === block)
        if (made.length === 0 || !last || endingOf(last)) return []
        return [
          {
            name: blocks.length > 1 ? nameOf(block) : '',
            whys: made.flatMap(({ why, strategy }) => why ?? strategy ?? []),
            assumptions: made.flatMap(({ assumption }) => assumption ?? []),
          },
        ]
      }),
    stageText: stages.text,
    /** The parts of the line that closes a run. */
    summary: () => summaryOf({ ends, blocks, noun: kind === 'programs' ? 'programs' : 'blocks' }),
  }
  return outline
}

function notRun({ executable, reason }: DetectedBlock, name: string): string {
  return `── not run · ${name} · ${executable ? 'the run ended before it' : visibleText(reason)}`
}

function summaryOf(run: { ends: EventOf<'attempt.end'>[]; blocks: DetectedBlock[]; noun: string }): string[] {
  const { ends, blocks, noun } = run
  const last = ends.at(-1)
  if (!last) return [blocks.length === 0 ? 'no code found' : 'nothing was run']
  const languages = [...new Set(ends.map(({ language }) => language))]
  const count = new Set(ends.map(({ block }) => block)).size
  const exit = last.endedBy === 'exit' ? endingOf(last) : undefined
  const finals = ends.filter((end, index) => !ends.slice(index + 1).some((later) => later.block === end.block))
  const cancelled = finals.filter(({ endedBy }) => endedBy === 'cancelled')
  const failed = finals.filter((end) => endingOf(end) && !cancelled.includes(end))
  const waitMs = ends.reduce((sum, end) => sum + end.waitMs, 0)
  return [
    languages.join(', '),
    ...(count > 1 ? [`${count} ${noun}`] : []),
    ...(last.attempt > 1 && !endingOf(last) ? ['repaired'] : []),
    ...(last.attempt > 1 ? [`${last.attempt} attempts`] : []),
    ...(failed.some((end) => end !== last) ? [`${failed.length} failed`] : exit ? [exit.what] : []),
    ...(failed.length > 0 && cancelled.length > 0 ? [`${cancelled.length} cancelled`] : []),
    ...(waitMs >= 1000 ? [`waited ${durationText(waitMs)} for a sandbox`] : []),
  ]
}
