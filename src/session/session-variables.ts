import type { SessionVariable } from '../contract/session.ts'
import { findKernelProgram, type KernelProgram, unknownKernel } from '../kernel/kernel-program.ts'
import type { Sessions } from './create-sessions.ts'
import { type LoadedSession, withContext } from './loaded-session.ts'
import type { SessionsApi } from './sessions-api.ts'
import type { States } from './state/states.ts'
import { spoilWayBack } from './way-back.ts'

export interface VariablesParts {
  sessions: Sessions
  states: States
  programs: readonly KernelProgram[]
}

/** Reads and sets variables of a session from outside of its sandbox. */
export function createSessionVariables({ sessions, states, programs }: VariablesParts): SessionsApi['variables'] {
  const named = (asked: string): string => {
    const found = findKernelProgram(programs, asked)
    if (found) return found.language
    throw unknownKernel(programs, asked)
  }
  return {
    list: (id, owner, language) =>
      sessions.use(id, owner, async (session) => {
        const wanted = language === undefined ? languagesOf(session) : [named(language)]
        const lists = []
        for (const each of wanted) lists.push(await variablesOf(states, session, each))
        return lists.flat()
      }),
    get: (id, owner, { language, name }) =>
      sessions.use(id, owner, async (session) => {
        const known = named(language)
        const { data, json } = await withContext(session, { states, language: known }, (context) =>
          session.live.contexts.getVariable(context, name),
        )
        const text = String(data['text/plain'] ?? '')
        return { name, language: known, text, ...(json !== undefined && { value: json }) }
      }),
    attributes: (id, owner, { language, of }) =>
      sessions.use(id, owner, (session) =>
        withContext(session, { states, language: named(language) }, (context) =>
          session.live.contexts.attributes(context, of),
        ),
      ),
    set: (id, owner, { language, name, value }) =>
      sessions.change(id, owner, async (session) => {
        const known = named(language)
        await withContext(session, { states, language: known }, (context) =>
          session.live.contexts.setVariable(context, name, value),
        )
        session.touched.add(known)
        spoilWayBack(session, known)
      }),
  }
}

/** Languages of a session's interpreters, alive or saved. */
export const languagesOf = ({ contexts, saved }: LoadedSession): string[] =>
  [...new Set([...contexts.keys(), ...(saved?.manifest.kernels ?? []).map(({ language }) => language)])].sort()

export async function variablesOf(
  states: States,
  session: LoadedSession,
  language: string,
): Promise<SessionVariable[]> {
  const variables = await withContext(session, { states, language }, (context) =>
    session.live.contexts.variables(context),
  )
  return variables.map((variable) => ({ ...variable, language }))
}
