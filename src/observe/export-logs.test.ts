import { describe, expect, it } from 'vitest'
import type { EventRows, OwnedEvent } from '../store/event/event-rows.ts'
import { exportLogs } from './export-logs.ts'

/** Many ordinary ends and one rare failure, which is found only by reading more than one page. */
function rowsOf(count: number, failedAt: number): { rows: Pick<EventRows, 'readEnds'>; pages: () => number } {
  let pages = 0
  const events = Array.from({ length: count }, (_, index): OwnedEvent => {
    const envelope = {
      id: '',
      subject: `run:run${index}` as const,
      runId: `run${index}`,
      sessionId: null,
      seq: 1,
      at: index,
      cause: null,
    }
    const outcome = index === failedAt ? 'error' : 'ok'
    return {
      position: index,
      userId: 'ada',
      event: { type: 'run.end', ...envelope, userId: 'ada', outcome, durationMs: 1 },
    }
  }).reverse()
  const readEnds: EventRows['readEnds'] = async ({ before = Number.POSITIVE_INFINITY, limit, fromMs = 0 }) => {
    pages++
    return events.filter(({ position, event }) => position < before && event.at >= fromMs).slice(0, limit)
  }
  return { rows: { readEnds }, pages: () => pages }
}

const query = { userId: 'ada', level: 'info' as const, limit: 10 }

describe('exported logs', () => {
  it('are the newest that fit, oldest first', async () => {
    const { rows } = rowsOf(50, -1)
    const lines = await exportLogs(rows, query)
    expect(lines.map(({ at }) => at)).toEqual([40, 41, 42, 43, 44, 45, 46, 47, 48, 49])
  })

  it('find a rare line behind many others', async () => {
    const { rows } = rowsOf(2500, 3)
    expect(await exportLogs(rows, { ...query, level: 'error' })).toMatchObject([{ runId: 'run3', level: 'error' }])
  })

  it('let others have their turn between two pages', async () => {
    const { rows } = rowsOf(5000, 3)
    let turns = 0
    const other = setInterval(() => turns++, 0)
    await exportLogs(rows, { ...query, level: 'error' })
    clearInterval(other)
    expect(turns).toBeGreaterThan(0)
  })

  it('read no more pages than needed', async () => {
    const { rows, pages } = rowsOf(5000, -1)
    await exportLogs(rows, query)
    expect(pages()).toBe(1)
  })

  it('end when there is nothing more, even at the edge of a page', async () => {
    const { rows, pages } = rowsOf(1000, -1)
    expect((await exportLogs(rows, { ...query, limit: 5000 })).length).toBe(1000)
    expect(pages()).toBe(2)
  })
})
