import type { Change } from './change.ts'
import { isSentence } from './text/surroundings.ts'

/** A refusal or an explanation is no program: whatever makes it run is none either. */
export const isProse = ({ before, language }: Pick<Change, 'before' | 'language'>): string | undefined =>
  readsAsText(before, language) ? 'the text is prose, and no program' : undefined

const MOST_LINES = 2_000
/** Signs that prose has no use for: a call, an assignment, a bracket, an option. */
const CODE = /\w\(|[=;{}[\]<>$|\\]/

const SQL = /^\s*(?:select|insert|create|update|delete|with|drop|alter|explain)\b/i
const PYTHON =
  /^\s*(?:(?:def|class|for|while|if|elif|else|try|except|finally|with)\b.*:$|(?:return|import|from|print|pass|break|continue|raise|yield|assert|global|nonlocal|del)\b)/
/** Lines without such signs that are statements, though they read like a sentence. */
const STATEMENTS: Readonly<Record<string, RegExp>> = { sql: SQL, postgres: SQL, duckdb: SQL, python: PYTHON }
/** Words side by side are no program in these languages, with or without a capital. */
const OF_SIGNS: ReadonlySet<string> = new Set(['python', 'javascript', 'typescript'])

function readsAsText(text: string, language: string): boolean {
  const lines = text.split('\n', MOST_LINES + 1).filter((line) => line.trim() !== '')
  if (lines.length === 0 || lines.length > MOST_LINES) return false
  const isLine = (line: string) =>
    !CODE.test(line) &&
    (isSentence(line.trim())
      ? !(STATEMENTS[language]?.test(line) ?? false)
      : OF_SIGNS.has(language) && isWords(line, language))
  return lines.every(isLine)
}

/** Four words or more, or a point of a list. */
function isWords(line: string, language: string): boolean {
  const point = /^\s*(?:[-*•]|\d+[.)]|[a-z][.)]|[ivx]+[.)])\s+/.exec(line)?.[0] ?? ''
  const words = line.slice(point.length).trim().split(/\s+/)
  const plain = words.filter((word) => /^["'“‘(*`]*[\p{L}\d][\p{L}\p{N}'’./,_-]*[.,:!?"'”’)*`]*$/u.test(word))
  if (point === '' && STATEMENTS[language]?.test(line)) return false
  return (point !== '' || words.length >= 4) && plain.length / words.length >= 0.8
}
