import type { LoadedSession } from '../loaded-session.ts'

/** Each copy of an interpreter is a process of its sandbox. */
const MOST_IN_MEMORY = 3

/**
 * Copies all living interpreters, for the life of the sandbox; one that cannot be copied is loaded from its saved
 * state.
 */
export async function markAll(session: LoadedSession, checkpointId: string): Promise<void> {
  const marks = new Map<string, string>()
  for (const [language, id] of session.contexts) {
    const made = await session.live.contexts.states(id).mark()
    if ('mark' in made) marks.set(language, made.mark)
  }
  session.marks.set(checkpointId, marks)
  const surplus = [...session.marks.keys()].slice(0, -MOST_IN_MEMORY)
  await forgetMarks(session, [...surplus, ...session.doomedMarks.splice(0)])
}

async function forgetMarks(session: LoadedSession, checkpointIds: readonly string[]): Promise<void> {
  for (const checkpointId of checkpointIds) {
    for (const [language, mark] of session.marks.get(checkpointId) ?? []) {
      const id = session.contexts.get(language)
      if (id !== undefined)
        await session.live.contexts
          .states(id)
          .forget(mark)
          .catch(() => {})
    }
    session.marks.delete(checkpointId)
  }
}
