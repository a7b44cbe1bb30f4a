import type { Attempt, RunResult } from '../../src/contract/run.ts'
import type { SessionRequest } from '../../src/contract/session.ts'
import type { Engine } from '../../src/engine.ts'
import { withEngine } from './engine.ts'

export const ADA = { userId: 'ada' }

/** The result of one execution in a session; `shown` is the value of its last line. */
export type Cell = Attempt & { outcome: RunResult['outcome']; shown: unknown }

/** Runs code in a session, as its owner. */
export function cellsIn(
  engine: Engine,
  session: string,
  { attempts = 1, owner = ADA }: { attempts?: number; owner?: typeof ADA } = {},
) {
  return async (code: string, language = 'python'): Promise<Cell> => {
    const started = await engine.run({ code, language, session, options: { attempts } }, owner)
    const { outcome, blocks, error } = await started.result
    const attempt = blocks[0]?.attempts.at(-1)
    if (!attempt) throw new Error(`nothing ran: ${JSON.stringify(error)}`)
    return { ...attempt, outcome, shown: attempt.results.at(-1)?.data['text/plain'] }
  }
}

export interface InSession {
  engine: Engine
  id: string
  cell: ReturnType<typeof cellsIn>
}

/** One session in an engine of its own. */
export const inSession = (
  use: (tools: InSession) => Promise<void>,
  { env = {}, request = {} }: { env?: Record<string, string>; request?: SessionRequest } = {},
): Promise<void> =>
  withEngine({ env }, async ({ engine }) => {
    const { id } = await engine.sessions.create(request, ADA.userId)
    await use({ engine, id, cell: cellsIn(engine, id) })
  })
