import type { SessionRequest } from '../contract/session.ts'
import type { Parts } from './open-parts.ts'

const OWNER = { userId: 'bench' }

/** A session with a Python, in which the next cell is measured. */
export async function openSessionCells({ engine, signal }: Parts, request: SessionRequest) {
  const { sessions } = engine
  const { id } = await sessions.create(request, OWNER.userId)
  const run = async (code: string) => {
    // Other stages of a run are measured elsewhere.
    const options = { attempts: 1, analysis: false, securityCheck: false }
    const started = await engine.run({ code, language: 'python', session: id, options }, { ...OWNER, signal })
    const { outcome, blocks } = await started.result
    if (outcome !== 'ok') throw new Error(`a cell ended as ${outcome}: ${blocks[0]?.attempts[0]?.stderr}`)
  }
  await run('x = 41')
  return {
    next: () => run('assert x + 1 == 42'),
    /** Wakes the session and uses it for nothing. */
    lend: () => sessions.use(id, OWNER, async () => {}),
    /** Saves the session as after a cell. */
    save: () =>
      sessions.change(id, OWNER, async ({ touched }) => {
        touched.add('python')
      }),
    freeze: () => sessions.memory.freeze(id),
    unload: () => sessions.memory.unload(id),
    isFrozen: () => sessions.memory.loaded(id)?.isFrozen ?? false,
    close: () => sessions.remove(id, OWNER.userId),
  }
}
