import type { ProgramError } from '../../contract/diagnosis.ts'
import { shortType } from './matches.ts'

/** Errors from constructing another error: `raise ValueErorr("x")` is a misspelt name. */
const OF_EVALUATION = new Set([
  'NameError',
  'UnboundLocalError',
  'AttributeError',
  'TypeError',
  'KeyError',
  'IndexError',
  'ReferenceError',
  'RangeError',
])
const OF_PARSING = new Set(['SyntaxError', 'IndentationError', 'TabError', 'ParseError', 'CompileError'])
/** Only a program's own statement raises these. */
const ALWAYS_OWN = new Set([
  'AssertionError',
  'AssertionFailedError',
  'Uncaught',
  'UnhandledPromiseRejection',
  'SystemExit',
])

/** The languages' statements that raise, with the raised type. */
const RAISES = [
  /\braise\b(?:\s+(?:new\s+)?([\w.:]+))?/,
  /\bthrow\s+(?:new\s+)?([\w$.:\\]+)/,
  /\breject\(\s*(?:new\s+)?([\w$.]+)/,
]
const RAISES_WORDS: Record<string, RegExp> = {
  bash: /\$\{\w+:?\?/,
  perl: /\b(?:die|croak|confess)\b/,
  lua: /\b(?:error|assert)\s*\(/,
  r: /\b(?:stop|stopifnot)\s*\(/,
  go: /\bpanic\(|\blog\.(?:Fatal|Panic)/,
  rust: /\b(?:panic|assert|assert_eq|assert_ne|unreachable|todo|unimplemented)!/,
  sql: /\braise\s*\(/i,
  postgres: /\braise\s+exception\b/i,
}

/** Whether the program raised this error itself on purpose, judged by the failing line. */
export function isOwn(error: ProgramError, line: string, language: string): boolean {
  const type = shortType(error.type)
  if (OF_PARSING.has(type)) return false
  if (ALWAYS_OWN.has(type)) return true
  // A library raised the error, and the line only calls it.
  if (error.file !== undefined) return false
  const text = line.slice(0, 1000)
  if (RAISES_WORDS[language]?.test(text)) return language === 'bash' ? type === 'ShellError' : true
  const raised = RAISES.map((pattern) => pattern.exec(text)).find((found) => found !== null)
  if (!raised) return false
  const name = raised[1] === undefined ? undefined : shortType(raised[1])
  return name === type || !OF_EVALUATION.has(type)
}
