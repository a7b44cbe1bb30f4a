import { setImmediate as otherWork } from 'node:timers/promises'
import type { EngineEvent } from '../contract/event.ts'
import type { EventRows } from '../store/event/event-rows.ts'
import { createProjection, type WholeGraph } from './projection.ts'

/** Entries read at once: some milliseconds of the thread that serves everybody. */
const PAGE_ENTRIES = 500

/** Large events without a fact of the graph: they are not even read. */
const LEFT_OUT = [
  ...['output.segment', 'stage.start', 'stage.end', 'block.found', 'block.end', 'value.shown', 'files.left'],
  ...[
    'code.guarded',
    'code.analyzed',
    'code.measured',
    'code.tested',
    'repair.searched',
    'thinking.delta',
    'model.asked',
  ],
  ...['test.end', 'state.settled'],
]

/** The whole graph of a user, from the journal, a page at a time. */
export async function readGraph(rows: Pick<EventRows, 'readUser'>, userId: string): Promise<WholeGraph> {
  const projection = createProjection()
  for (let after = { writtenIn: 0, position: 0 }; ; await otherWork()) {
    const page = await rows.readUser(userId, { after, limit: PAGE_ENTRIES, except: LEFT_OUT })
    for (const { entry } of page) if (entry.type !== 'output.segment') projection.add(entry satisfies EngineEvent)
    const last = page.at(-1)
    if (!last || page.length < PAGE_ENTRIES) return projection.graph()
    after = last.place
  }
}
