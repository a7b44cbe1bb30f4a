import type { EventOf, RunEvent } from '../../contract/event.ts'
import type { Host } from '../host.ts'
import { failedAttemptLines } from '../text/failed-attempt.ts'
import { createPage } from '../text/page.ts'
import { dangerLines } from '../text/quality-lines.ts'
import { failureText } from '../text/report-failure.ts'
import type { RunView } from '../text/run-view.ts'
import { createPaint } from '../text/screen.ts'
import { createShownValues } from '../text/shown-values.ts'
import { stateLines } from '../text/state-lines.ts'
import { elapsedText } from '../text/time-text.ts'

const QUIET_MS = 500

/** Shows one execution as a prompt does: its output, its value, its error; nothing on success. */
export function createCellView(host: Host): RunView {
  const paint = createPaint(host.stderr)
  const look = { paint, width: host.stderr.columns }
  const startedAt = host.now()
  let isStopping = false
  let hasSpoken = false
  let code = ''
  const page = createPage(host, () => {
    const elapsed = host.now() - startedAt
    if (isStopping) return 'interrupting · Ctrl-C again to leave at once'
    return elapsed < QUIET_MS ? undefined : `running · ${elapsedText(elapsed)} · Ctrl-C interrupts`
  })
  const values = createShownValues(page)
  const say = async (lines: string[]) => {
    if (lines.length > 0) await page.say(lines)
  }
  const endLines = (end: EventOf<'attempt.end'>): string[] => {
    if (end.endedBy === 'cancelled') return [paint('yellow', '■ interrupted')]
    const { error: _, ...rest } = end
    // The interpreter's own error text has the line already.
    return failedAttemptLines({ end: hasSpoken ? rest : end, code }, host.stderr)
  }

  async function show(event: RunEvent): Promise<void> {
    if (event.type === 'attempt.start') code = event.code
    if (event.type === 'output.delta') {
      hasSpoken ||= event.stream === 'stderr'
      const isError = event.stream === 'stderr' && host.stderr.isTerminal
      await page.program(event.stream, isError ? inRed(event.text, paint) : event.text)
    }
    if (event.type === 'value.shown') await values.take(event)
    if (event.type === 'code.guarded') await say(dangerLines(event, look))
    if (event.type === 'attempt.end') {
      await values.tell()
      await say(endLines(event))
    }
    if (event.type === 'state.settled') await say(stateLines(event.state, look))
    if (event.type === 'run.end' && event.error) await page.say([failureText(event.error, host).trimEnd()])
    // The next prompt stands at the start of a line.
    if (event.type === 'run.end') await page.say([])
  }

  return {
    show,
    stopping: () => {
      isStopping = true
    },
    close: () => page.close(),
  }
}

/** Paints each line separately: a style that spans a line end would colour text that is written in between. */
const inRed = (text: string, paint: ReturnType<typeof createPaint>): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : paint('red', line)))
    .join('\n')
