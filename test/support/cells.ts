import type { Attempt, RunRequest, RunResult } from '../../src/contract/run.ts'
import type { SessionRequest } from '../../src/contract/session.ts'
import type { Engine } from '../../src/engine.ts'
import { withEngine } from './engine.ts'
import { oneEngine } from './one-engine.ts'

export const ADA = { userId: 'ada' }

/** The result of one execution in a session; `shown` is the value of its last line. */
export type Cell = Attempt & { outcome: RunResult['outcome']; shown: unknown }

/** Runs code in a session, as its owner. */
export function cellsIn(
  engine: Engine,
  session: string,
  { attempts = 1, owner = ADA }: { attempts?: number; owner?: typeof ADA } = {},
) {
  return async (code: string, language = 'python', options: RunRequest['options'] = {}): Promise<Cell> => {
    const started = await engine.run({ code, language, session, options: { attempts, ...options } }, owner)
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

interface SessionOptions {
  /** An engine with these variables, for this session alone. */
  env?: Record<string, string>
  request?: SessionRequest
}

/** One engine for the tests of a file, and a session of its own for each of them. */
export function sessionsOfOneEngine() {
  const tools = oneEngine()
  return (use: (tools: InSession) => Promise<void>, { env, request = {} }: SessionOptions = {}): Promise<void> =>
    env ? withEngine({ env }, ({ engine }) => inSession(engine, request, use)) : inSession(tools().engine, request, use)
}

async function inSession(engine: Engine, request: SessionRequest, use: (tools: InSession) => Promise<void>) {
  const { id } = await engine.sessions.create(request, ADA.userId)
  await use({ engine, id, cell: cellsIn(engine, id) })
  await engine.sessions.remove(id, ADA.userId)
}
