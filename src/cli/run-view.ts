import type { EngineEvent, EventOf } from '../contract/event.ts'
import type { DetectedBlock } from '../contract/run.ts'
import { endingOf } from './ending.ts'
import { failedAttemptLines } from './failed-attempt.ts'
import type { Host } from './host.ts'
import { outcomeLook } from './outcome-text.ts'
import { createPage } from './page.ts'
import { failureText } from './report-failure.ts'
import { createPaint } from './screen.ts'
import { durationText, elapsedText } from './time-text.ts'
import { visibleLines, visibleText } from './visible-text.ts'

/** Something that shows a run while it happens. */
export interface RunView {
  show(event: EngineEvent): Promise<void>
  /** The run was asked to stop and will end soon. */
  stopping(): void
  close(): void
}

export interface RunViewOptions {
  host: Host
  /** Executions at most, for "attempt 1/3". */
  attempts: number
  /** The file that was run, to name places in it. */
  path?: string | undefined
  /** The program's own output and nothing else. */
  quiet?: boolean | undefined
}

/** For people: the program's output as it comes, a live status, and what came of it. */
export function createRunView({ host, attempts, path, quiet }: RunViewOptions): RunView {
  const paint = createPaint(host.stderr)
  const startedAt = host.now()
  const story = createStory()
  let isStopping = false
  const status = () =>
    isStopping
      ? 'cancelling · Ctrl-C again to leave at once'
      : `${story.stageText(attempts)} · ${elapsedText(host.now() - startedAt)}`
  const page = createPage(host, quiet ? () => undefined : status)
  const say = async (lines: string[]) => {
    if (!quiet && lines.length > 0) await page.say(lines)
  }

  async function startAttempt(event: EventOf<'attempt.start'>) {
    if (event.attempt === 1) return
    const strategy = event.strategy ? ` · ${visibleText(event.strategy)}` : ''
    const diff = event.diff ? visibleLines(event.diff).map((line) => paint(diffStyle(line), `  ${line}`)) : []
    await say([paint('yellow', `↻ attempt ${event.attempt} of ${attempts}${strategy}`), ...diff])
  }

  async function endAttempt(event: EventOf<'attempt.end'>) {
    const linesAbove = story.kind === 'text' ? (story.blocks[event.block]?.line ?? 1) - 1 : 0
    const source = path === undefined ? undefined : { path, linesAbove }
    await say(failedAttemptLines({ end: event, code: story.code, source }, host.stderr))
    if (event.invalidUtf8) await say([paint('dim', '  Bytes that are not UTF-8 were replaced in the output.')])
  }

  async function endRun(event: EventOf<'run.end'>) {
    await say(story.passOver(story.blocks.length).map((line) => paint('dim', line)))
    if (event.error) await page.say([failureText(event.error, host).trimEnd()])
    const look = outcomeLook[event.outcome]
    const details = [...story.summary(), event.runId].map((text) => paint('dim', ` · ${text}`)).join('')
    await say([`${paint(look.style, look.mark)} ${look.lasted} ${durationText(event.durationMs)}${details}`])
  }

  return {
    async show(event) {
      const heading = story.take(event)
      await say(heading.map((line) => paint('dim', line)))
      if (event.type === 'attempt.start') await startAttempt(event)
      if (event.type === 'output.delta') await page.program(event.stream, event.text)
      if (event.type === 'attempt.end') await endAttempt(event)
      if (event.type === 'run.end') await endRun(event)
    },
    stopping: () => {
      isStopping = true
    },
    close: () => page.close(),
  }
}

const diffStyle = (line: string) => (line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim')

/** What the view has to remember; output is not kept. */
function createStory() {
  const blocks: DetectedBlock[] = []
  const ends: EventOf<'attempt.end'>[] = []
  let stage: EventOf<'stage.start'> | undefined
  let told = 0
  let current = -1

  /** One line for each block before `until` that is not run and was not told of yet. */
  function passOver(until: number): string[] {
    const lines = blocks
      .slice(told, until)
      .filter(({ executable }) => !executable)
      .map(
        (block) =>
          `── not run · ${block.language ?? 'unknown language'} · line ${block.line} · ${visibleText(block.reason)}`,
      )
    told = Math.max(told, until)
    return lines
  }

  function enter(index: number): string[] {
    if (index === current || blocks.length < 2) return []
    current = index
    const lines = passOver(index)
    told = Math.max(told, index + 1)
    const { language, line } = blocks[index] ?? { language: null, line: 0 }
    return [...lines, `── block ${index + 1} of ${blocks.length} · ${language} · line ${line}`]
  }

  const story = {
    blocks,
    kind: 'code' as 'text' | 'code',
    code: '',
    passOver,
    /** Remembers the event; gives the heading that belongs before it. */
    take(event: EngineEvent): string[] {
      if (event.type === 'run.start') story.kind = event.kind
      if (event.type === 'stage.start') stage = event
      if (event.type === 'block.found') blocks[event.block] = event.found
      if (event.type === 'attempt.start') story.code = event.code
      if (event.type === 'attempt.end') ends.push(event)
      return event.type === 'attempt.start' || event.type === 'output.delta' ? enter(event.block) : []
    },
    stageText(attempts: number): string {
      if (!stage) return 'starting'
      const block = stage.block !== undefined && blocks.length > 1 ? [`block ${stage.block + 1}/${blocks.length}`] : []
      const attempt = stage.attempt === undefined ? [] : [`attempt ${stage.attempt}/${attempts}`]
      return [stage.stage, ...block, ...attempt].join(' · ')
    },
    summary: () => summaryOf(ends, blocks),
  }
  return story
}

function summaryOf(ends: EventOf<'attempt.end'>[], blocks: DetectedBlock[]): string[] {
  const languages = [...new Set(ends.map(({ language }) => language))]
  const count = new Set(ends.map(({ block }) => block)).size
  const last = ends.at(-1)
  const ending = last && endingOf(last)
  const waitMs = ends.reduce((sum, end) => sum + end.waitMs, 0)
  if (!last) return [blocks.length === 0 ? 'no code found' : 'nothing to run']
  return [
    languages.join(', '),
    ...(count > 1 ? [`${count} blocks`] : []),
    ...(last.attempt > 1 ? [`${last.attempt} attempts`] : []),
    ...(ending ? [ending.what] : []),
    ...(waitMs >= 1000 ? [`waited ${durationText(waitMs)} for a sandbox`] : []),
  ]
}
