import { type FencedPart, fencedParts } from '../text/fenced.ts'
import { type Line, readProgram } from './program.ts'

const TAG = /^(?:python\d*|py\d?|pycon|code)$/i
const STATEMENT = /^\s*(?:def|class|return|import|from|for|while|if|elif|else|try|with|print)\b|^\s*[\w.[\]'"]+ *=[^=]/

export const isBlank = (line: Line | undefined): boolean => line === undefined || line.text.trim() === ''

/** The parts of the lines of an answer with fences; undefined where no fence stands outside of texts, or no code between them. */
export function fencedLines(code: string): FencedPart[] | undefined {
  if (!code.includes('```') && !code.includes('~~~')) return undefined
  const { lines } = readProgram(code)
  const isInText = (line: Line) => /`{3}|~{3}/.test(line.text) && line.tokens.length === 0
  const texts = lines.map((line) => (isInText(line) ? '' : line.text))
  const parts = fencedParts(texts, { isOwn: (tag) => TAG.test(tag), isCode: (line) => STATEMENT.test(line) })
  // White space is no text.
  const told = parts?.map((part, at): FencedPart => (part === 'text' && isBlank(lines[at]) ? 'fence' : part))
  return told?.some((part, at) => part === 'code' && !isBlank(lines[at])) ? told : undefined
}
