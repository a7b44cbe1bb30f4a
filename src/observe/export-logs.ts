import { setImmediate as otherWork } from 'node:timers/promises'
import type { LogLine, LogQuery } from '../contract/api.ts'
import type { EventRows } from '../store/event/event-rows.ts'
import { isAtLeast, logLineOf } from './log-line.ts'

/** Logs are read in pages, so that a rare level among many events neither loses lines nor fills the memory. */
const PAGE = 1000

/** The newest lines that fit, oldest first. */
export async function exportLogs(
  rows: Pick<EventRows, 'readEnds'>,
  query: Omit<LogQuery, 'format'> & { userId: string },
): Promise<LogLine[]> {
  const { userId, level, limit } = query
  const range = {
    ...(query.from && { fromMs: Date.parse(query.from) }),
    ...(query.to && { toMs: Date.parse(query.to) }),
  }
  const lines: LogLine[] = []
  for (let before: number | undefined; ; ) {
    const page = await rows.readEnds({ userId, limit: PAGE, ...range, ...(before !== undefined && { before }) })
    for (const { event, userId: owner, position } of page) {
      before = position
      const line = logLineOf(event, owner)
      if (line && isAtLeast(line.level, level)) lines.push(line)
      if (lines.length === limit) return lines.reverse()
    }
    if (page.length < PAGE) return lines.reverse()
    // A page is read in one turn; other work has a turn before the next page.
    await otherWork()
  }
}
