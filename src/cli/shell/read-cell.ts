import { createInput } from './input-state.ts'
import { INTERRUPTED, type Lines } from './lines.ts'
import type { ShellLanguage } from './shell-languages.ts'

/** One input: code to run, or a command of the shell. */
export type Cell = { code: string } | { command: string; rest: string } | 'dropped' | 'end'

export interface Prompts {
  first: string
  more: string
}

/** A command stands alone on its line, so that it cannot be a regular expression or a path. */
const COMMAND = /^\/([a-z?]+)(?:\s+(.*))?$/i

/**
 * Reads lines until they can be run. Typed input runs when nothing is missing; piped input runs at an empty line, so
 * that a cell may have many statements, or before a command.
 */
export async function readCell(lines: Lines, language: ShellLanguage, { first, more }: Prompts): Promise<Cell> {
  const input = createInput(language)
  const code: string[] = []
  for (;;) {
    const line = await lines.read(code.length === 0 ? first : more)
    if (line === INTERRUPTED) return 'dropped'
    if (line === undefined) return code.length === 0 ? 'end' : { code: textOf(code) }
    if (code.length === 0) {
      if (line.trim() === '') continue
      const [, command, rest = ''] = COMMAND.exec(line) ?? []
      if (command !== undefined) return { command: command.toLowerCase(), rest: rest.trim() }
    }
    code.push(line)
    const state = input.take(line)
    if (state === 'open') continue
    if (lines.isTyped && state === 'complete') return { code: textOf(code) }
    const next = await lines.peek()
    if (!lines.isTyped && next !== undefined && COMMAND.test(next)) return { code: textOf(code) }
    if (line.trim() === '' && (next === undefined || !input.goesOn(next))) return { code: textOf(code) }
  }
}

const textOf = (lines: string[]): string => `${lines.join('\n').trimEnd()}\n`
