import type { EngineEvent, EventOf } from '../contract/event.ts'
import type { DetectedBlock } from '../contract/run.ts'
import { endingOf } from './ending.ts'
import { durationText } from './time-text.ts'
import { visibleText } from './visible-text.ts'

export type RunOutline = ReturnType<typeof createRunOutline>

/** What a view of a run has to remember between events: everything but the output. */
export function createRunOutline() {
  const blocks: DetectedBlock[] = []
  const started = new Set<number>()
  const ends: EventOf<'attempt.end'>[] = []
  let stage: EventOf<'stage.start'> | undefined
  let told = 0
  let current: number | undefined

  /** One line for each block before `until` that was not run and not told of yet. */
  function passOver(until: number): string[] {
    const lines = blocks
      .slice(told, until)
      .flatMap((block, index) => (started.has(told + index) ? [] : [notRun(block)]))
    told = Math.max(told, until)
    return lines
  }

  /** With several blocks, each gets a heading before its first output. */
  function enter(index: number): string[] {
    if (index === current || blocks.length < 2) return []
    current = index
    const { language, line } = blocks[index] ?? { language: null, line: 0 }
    return [...passOver(index), `── block ${index + 1} of ${blocks.length} · ${language} · line ${line}`]
  }

  const outline = {
    kind: 'code' as EventOf<'run.start'>['kind'],
    /** Of the latest attempt. */
    code: '',
    /** Remembers the event; gives the lines that belong before it. */
    take(event: EngineEvent): string[] {
      if (event.type === 'run.start') outline.kind = event.kind
      if (event.type === 'stage.start') stage = event
      if (event.type === 'block.found') blocks[event.block] = event.found
      if (event.type === 'attempt.end') ends.push(event)
      if (event.type === 'run.end') return passOver(blocks.length)
      if (event.type === 'output.delta') return enter(event.block)
      if (event.type !== 'attempt.start') return []
      outline.code = event.code
      started.add(event.block)
      return enter(event.block)
    },
    /** How many lines of the whole text stand above a block. */
    linesAbove: (block: number) => (outline.kind === 'text' ? (blocks[block]?.line ?? 1) - 1 : 0),
    stageText(attempts: number): string {
      if (!stage) return 'starting'
      const block = stage.block !== undefined && blocks.length > 1 ? [`block ${stage.block + 1}/${blocks.length}`] : []
      const attempt = stage.attempt === undefined ? [] : [`attempt ${stage.attempt}/${attempts}`]
      return [stage.stage, ...block, ...attempt].join(' · ')
    },
    /** The parts of the line that closes a run. */
    summary: () => summaryOf(ends, blocks),
  }
  return outline
}

function notRun({ executable, language, line, reason }: DetectedBlock): string {
  const name = language === null ? '' : ` · ${language}`
  return `── not run${name} · line ${line} · ${executable ? 'the run ended before it' : visibleText(reason)}`
}

function summaryOf(ends: EventOf<'attempt.end'>[], blocks: DetectedBlock[]): string[] {
  const last = ends.at(-1)
  if (!last) return [blocks.length === 0 ? 'no code found' : 'nothing was run']
  const languages = [...new Set(ends.map(({ language }) => language))]
  const count = new Set(ends.map(({ block }) => block)).size
  const exit = last.endedBy === 'exit' ? endingOf(last) : undefined
  const waitMs = ends.reduce((sum, end) => sum + end.waitMs, 0)
  return [
    languages.join(', '),
    ...(count > 1 ? [`${count} blocks`] : []),
    ...(last.attempt > 1 ? [`${last.attempt} attempts`] : []),
    ...(exit ? [exit.what] : []),
    ...(waitMs >= 1000 ? [`waited ${durationText(waitMs)} for a sandbox`] : []),
  ]
}
