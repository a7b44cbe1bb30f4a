import { shellCommands } from './shell-commands.ts'
import type { ShellState } from './shell-state.ts'

const INDENT = '    '

/**
 * The offers for Tab: commands behind a slash, and the names of the session's variables. At the start of a line it
 * indents. The second value is the text that an offer replaces.
 */
export async function completeLine(state: ShellState, line: string): Promise<[string[], string]> {
  if (line.trim() === '') return [[line + INDENT], line]
  if (/^\/\w*$/.test(line)) {
    const names = [...shellCommands, { name: 'quit' }].map(({ name }) => `/${name}`)
    return [names.filter((name) => name.startsWith(line)), line]
  }
  const word = /(?<![\w$.])[\p{L}_$][\p{L}\p{N}_$]*$/u.exec(line)?.[0]
  if (word === undefined) return [[], '']
  const { language } = state.language
  const { variables } = await state.client.sessions.variables.list(state.sessionId, { language }, state.call)
  return [variables.map(({ name }) => name).filter((name) => name.startsWith(word)), word]
}
