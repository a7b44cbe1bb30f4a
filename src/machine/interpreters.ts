import type { Contexts } from '../kernel/contexts.ts'
import { WORKSPACE } from '../sandbox/sandbox.ts'
import type { Interpreters } from './machine.ts'

export interface InterpretersParts {
  contexts: Contexts
  /** Resolves when the code may run, which a person may have to allow. */
  mayRun?(program: { code: string; language: string }, signal: AbortSignal): Promise<void>
  /** Given to each interpreter once, when it starts. */
  env: Record<string, string>
  /** Whether the machine has users of its own; otherwise it is one user's workspace. */
  isSystem: boolean
}

/** Interpreters that clients expect to be listed. They cost nothing until they are used. */
const LISTED_FROM_THE_START = ['python', 'javascript']
const SHORT_NAMES = new Map([
  ['js', 'javascript'],
  ['ts', 'typescript'],
])

/** The interpreters of one machine: contexts of its sandbox, with a default one for each language. */
export function createInterpreters({ contexts, mayRun, env, isSystem }: InterpretersParts): Interpreters {
  // Interpreters may install packages for the whole system, and work in the home of its user.
  const place = isSystem ? { cwd: '/home/user', user: 'root' } : { cwd: WORKSPACE }
  const own = new Map<string, Promise<string>>()
  const languageOf = new Map<string, string>()
  const makeOwn = (language: string, isLazy: boolean): Promise<string> => {
    const made = contexts.create({ language, env, isLazy, ...place }).then(({ id }) => {
      languageOf.set(id, language)
      return id
    })
    own.set(language, made)
    // The next caller tries again to start an interpreter that failed.
    made.catch(() => own.delete(language))
    return made
  }
  for (const language of LISTED_FROM_THE_START) void makeOwn(language, true)

  return {
    list: () => contexts.list(),
    create: ({ language = 'python', cwd = place.cwd }) =>
      contexts.create({ language: nameOf(language), env, ...place, cwd }),
    async delete(id) {
      await contexts.delete(id)
      own.delete(languageOf.get(id) ?? '')
    },
    restart: (id) => contexts.restart(id),
    async execute({ code, contextId, language = 'python' }, options) {
      const known = contextId === undefined ? undefined : contexts.list().find(({ id }) => id === contextId)
      const signal = options.signal ?? new AbortController().signal
      await mayRun?.({ code, language: nameOf(known?.language ?? language) }, signal)
      if (contextId !== undefined) return contexts.execute(contextId, code, options)
      const name = nameOf(language)
      return contexts.execute(await (own.get(name) ?? makeOwn(name, false)), code, options)
    },
  }
}

function nameOf(language: string): string {
  const name = language.trim().toLowerCase()
  return SHORT_NAMES.get(name) ?? name
}
