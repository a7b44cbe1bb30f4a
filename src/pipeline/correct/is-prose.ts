import type { Change } from './change.ts'
import { isSentence } from './text/surroundings.ts'

/** A refusal or an explanation is no program: whatever makes it run is none either. */
export function isProse({ before, language }: Change): string | undefined {
  const lines = before.split('\n').filter((line) => line.trim() !== '')
  const isTold =
    lines.length > 0 &&
    lines.length <= MOST_LINES &&
    lines.every((line) => isSentence(line.trim()) && !CODE.test(line) && !(STATEMENTS[language]?.test(line) ?? false))
  return isTold ? 'the text is prose, and no program' : undefined
}

const MOST_LINES = 200
/** Signs that prose has no use for: a call, an assignment, a bracket, an option. */
const CODE = /\w\(|[=;{}[\]<>$|\\]/

const SQL = /^\s*(?:select|insert|create|update|delete|with|drop|alter|explain)\b/i
/** Lines without such signs that are statements, though they read like a sentence. */
const STATEMENTS: Readonly<Record<string, RegExp>> = { sql: SQL, postgres: SQL, duckdb: SQL }
