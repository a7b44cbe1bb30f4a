import type { Contexts } from '../kernel/contexts.ts'
import type { Interpreters } from './machine.ts'

export interface InterpretersParts {
  contexts: Contexts
  env: Record<string, string>
}

/** The interpreters of one machine: contexts of its box, with one for each language that nobody had to make. */
export function createInterpreters({ contexts, env }: InterpretersParts): Interpreters {
  const own = new Map<string, Promise<string>>()
  const ownOf = (language: string): Promise<string> => {
    const made = own.get(language) ?? contexts.create({ language, env }).then(({ id }) => id)
    own.set(language, made)
    return made
  }
  return {
    list: () => contexts.list(),
    create: ({ language = 'python', cwd }) => contexts.create({ language, env, ...(cwd !== undefined && { cwd }) }),
    delete: (id) => contexts.delete(id),
    restart: (id) => contexts.restart(id),
    async execute({ code, contextId, language = 'python' }, options) {
      return contexts.execute(contextId ?? (await ownOf(language)), code, options)
    },
  }
}
