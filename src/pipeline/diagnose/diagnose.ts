import type { Diagnosis } from '../../contract/diagnosis.ts'
import type { ExecutionEnd } from '../../contract/run.ts'
import { lineOf } from '../../language/error/with-expression.ts'
import { endingError } from './ending-error.ts'
import { explain } from './explain.ts'
import { fingerprint } from './fingerprint.ts'
import { isOwn } from './is-own.ts'
import { matches } from './matches.ts'
import type { Failing, Pattern } from './pattern.ts'
import { allPatterns } from './patterns/all-patterns.ts'

/** A program that failed, and how. */
export interface Failure {
  code: string
  /** By id. */
  language: string
  /** Its `error` is what the language read from stderr. */
  end: Pick<ExecutionEnd, 'endedBy' | 'exitCode' | 'signal' | 'error'>
  stderr: string
  /** Those of `createPatterns`, where there are custom ones. */
  patterns?: readonly Pattern[]
}

/** Says what a failure is. It knows every ending, never throws, and is linear in the length of what it reads. */
export function diagnose({ code, language, end, stderr, patterns = allPatterns }: Failure): Diagnosis {
  // What a program said before a limit ended it did not end it.
  const error = (end.endedBy === 'exit' ? end.error : undefined) ?? endingError(end)
  const line = error.line === undefined ? '' : lineOf(code, error.line)
  const failing: Failing = {
    language,
    code,
    end,
    error,
    line,
    said: lastLine(stderr),
    isOwn: isOwn(error, line, language),
  }
  const { pattern, groups } = firstMatch(patterns, failing)
  const { category, severity, recoverable, id } = pattern
  return {
    ...error,
    category,
    severity,
    recoverable,
    pattern: id,
    fingerprint: fingerprint(error, { language, groups }),
    explanation: explain(pattern, groups, failing),
  }
}

/** When not even the general patterns are there. */
const UNKNOWN: Pattern = {
  id: 'any/unknown',
  category: 'runtime',
  severity: 'medium',
  recoverable: true,
  explain: 'It failed{at}: {type}: {message}.',
}

function firstMatch(patterns: readonly Pattern[], failing: Failing) {
  for (const pattern of patterns) {
    const groups = matches(pattern, failing)
    if (groups) return { pattern, groups }
  }
  return { pattern: UNKNOWN, groups: [] }
}

const LONGEST_END = 4000

function lastLine(stderr: string): string {
  const lines = stderr.slice(-LONGEST_END).split('\n')
  return lines.findLast((line) => line.trim() !== '')?.trim() ?? ''
}
