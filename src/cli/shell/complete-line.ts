import { shellCommands } from './shell-commands.ts'
import type { ShellState } from './shell-state.ts'

const INDENT = '    '
const NAME = '[\\p{L}_$][\\p{L}\\p{N}_$]*'
const BEHIND_DOT = new RegExp(`(?<![\\w$.)\\]"'])(${NAME}(?:\\.${NAME})*)\\.((?:${NAME})?)$`, 'u')
const WORD = new RegExp(`(?<![\\w$.])${NAME}$`, 'u')
/** Somebody waits at the keyboard: offers that come later help nobody. */
const PATIENCE_MS = 1500

type Offers = [string[], string]

/**
 * The offers for Tab: commands behind a slash, attributes behind a dot, and the names of the session's variables. At the
 * start of a line it indents. The second value is the text that an offer replaces.
 */
export async function completeLine(state: ShellState, line: string): Promise<Offers> {
  if (line.trim() === '') return [[line + INDENT], line]
  if (/^\/\w*$/.test(line)) {
    const names = [...shellCommands, { name: 'quit' }].map(({ name }) => `/${name}`)
    return offersOf(names, line)
  }
  const { client, sessionId } = state
  const { language } = state.language
  const call = { ...state.call, signal: patient(state.call.signal) }
  const [, owner, begun = ''] = BEHIND_DOT.exec(line) ?? []
  if (owner !== undefined) {
    const { names } = await client.sessions.variables.attributes(sessionId, { language, of: owner }, call)
    return offersOf(begun === '' ? names.filter((name) => !name.startsWith('_')) : names, begun)
  }
  const word = WORD.exec(line)?.[0]
  if (word === undefined) return [[], '']
  const { variables } = await client.sessions.variables.list(sessionId, { language }, call)
  return offersOf(
    variables.map(({ name }) => name),
    word,
  )
}

const offersOf = (names: string[], begun: string): Offers => [names.filter((name) => name.startsWith(begun)), begun]

function patient(signal: AbortSignal | undefined): AbortSignal {
  const tooLate = AbortSignal.timeout(PATIENCE_MS)
  return signal ? AbortSignal.any([signal, tooLate]) : tooLate
}
