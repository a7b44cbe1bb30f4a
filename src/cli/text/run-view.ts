import type { EventOf, RunEvent } from '../../contract/event.ts'
import { applyEvent, emptyRun } from '../../contract/reduce-run.ts'
import type { Host } from '../host.ts'
import { createBlockOrder } from './block-order.ts'
import { failedAttemptLines } from './failed-attempt.ts'
import { fileLines } from './file-lines.ts'
import { createFinalOutput } from './final-output.ts'
import { outcomeLook } from './outcome-text.ts'
import { createPage } from './page.ts'
import { dangerLines, measureLines } from './quality-lines.ts'
import { changeLines, correctionLines, diagnosisLines, stoppedLines } from './repair-lines.ts'
import { failureText } from './report-failure.ts'
import { createRunOutline, type RunOutline } from './run-outline.ts'
import { createPaint, type Paint } from './screen.ts'
import { createShownValues } from './shown-values.ts'
import { stateLines } from './state-lines.ts'
import { testLines } from './test-lines.ts'
import { durationText, elapsedText } from './time-text.ts'
import { visibleText } from './visible-text.ts'

/** A view of a run while it happens. */
export interface RunView {
  show(event: RunEvent): Promise<void>
  /** The run was asked to stop and will end soon. */
  stopping(): void
  close(): void
}

export interface RunViewOptions {
  host: Host
  /** Most executions, for "attempt 1/3". */
  attempts: number
  /** The files that are run, to name places in them. */
  paths?: string[] | undefined
  /** Shows only the program's own output. */
  quiet?: boolean | undefined
}

/** Events that the list of files is made of; output is not gathered. */
const TELL_FILES = new Set<RunEvent['type']>([
  'run.start',
  'run.resumed',
  'block.found',
  'attempt.start',
  'file.written',
  'files.left',
])

/** The view for people: the program's output as it comes, a live status, and the result. */
export function createRunView({ host, attempts, paths, quiet }: RunViewOptions): RunView {
  const paint = createPaint(host.stderr)
  const look = { paint, width: host.stderr.columns }
  const startedAt = host.now()
  const outline = createRunOutline(paths)
  let isStopping = false
  const status = () =>
    isStopping
      ? 'cancelling · Ctrl-C again to leave at once'
      : `${outline.stageText(attempts)} · ${elapsedText(host.now() - startedAt)}`
  const page = createPage(host, quiet ? () => undefined : status)
  const say = async (lines: string[]) => {
    if (!quiet && lines.length > 0) await page.say(lines)
  }

  const values = createShownValues(page)
  const story = emptyRun()
  const show = async (event: RunEvent) => {
    await say(outline.take(event).map((line) => paint('dim', line)))
    if (TELL_FILES.has(event.type)) applyEvent(story, event)
    if (event.type === 'output.delta') await page.program(event.stream, event.text)
    if (event.type === 'value.shown') await values.take(event)
    if (event.type === 'attempt.start') await say(correctionLines(event, { ...look, attempts }))
    if (event.type === 'approval.wait') await say(questionLines(event, WAITS, paint))
    if (event.type === 'approval.suggested') await say(questionLines(event, REFUSED, paint))
    if (event.type === 'code.guarded') await say(dangerLines(event, look))
    if (event.type === 'code.measured') await say(measureLines(event, look))
    if (event.type === 'code.tested') await say(testLines(event.report, look))
    if (event.type === 'error.diagnosed') await say(diagnosisLines(event, look))
    if (event.type === 'block.end' && attempts > 1) await say(stoppedLines(event, look))
    if (event.type === 'attempt.end') await values.tell()
    if (event.type === 'attempt.end') await say(endLines(event, host, outline))
    if (event.type === 'state.settled') await say(stateLines(event.state, look))
    if (event.type !== 'run.end') return
    if (event.error) await page.say([failureText(event.error, host).trimEnd()])
    await say(outline.changes().flatMap((change) => changeLines(change, paint)))
    await say([...fileLines(story, paint), summaryLine(event, { outline, paint })])
  }

  // A first attempt that may be repaired has said nothing final yet.
  const told = createBlockOrder(show)
  return {
    show: quiet && attempts > 1 ? createFinalOutput(told) : told,
    stopping: () => {
      isStopping = true
    },
    close: () => page.close(),
  }
}

const [WAITS, REFUSED] = ['⏸ waits for a person', '⊘ refused, and a person may open it'] as const
type Question = EventOf<'approval.wait' | 'approval.suggested'>
const questionLines = ({ approvalId, title, reason }: Question, state: string, paint: Paint): string[] => [
  `${paint('yellow', state)} · ${visibleText(title)} · ${visibleText(reason)}`,
  paint('dim', `  anneal approvals approve ${approvalId}, or deny`),
]

function endLines(end: EventOf<'attempt.end'>, host: Host, outline: RunOutline): string[] {
  const source = outline.sourceOf(end.block)
  const replaced = createPaint(host.stderr)('dim', '  Bytes that are not UTF-8 were replaced in the output.')
  return [
    ...failedAttemptLines({ end, code: outline.code, source }, host.stderr),
    ...(end.invalidUtf8 ? [replaced] : []),
  ]
}

function summaryLine(end: EventOf<'run.end'>, { outline, paint }: { outline: RunOutline; paint: Paint }): string {
  const { mark, style, lasted } = outcomeLook[end.outcome]
  const details = [...outline.summary(), end.runId].map((text) => paint('dim', ` · ${text}`))
  return `${paint(style, mark)} ${lasted} ${durationText(end.durationMs)}${details.join('')}`
}
