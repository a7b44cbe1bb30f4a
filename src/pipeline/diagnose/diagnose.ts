import type { Diagnosis } from '../../contract/diagnosis.ts'
import type { ExecutionEnd } from '../../contract/run.ts'
import { lineOf } from '../../language/error/with-expression.ts'
import { endingError } from './ending-error.ts'
import { explain } from './explain.ts'
import { fingerprint } from './fingerprint.ts'
import { isOwn } from './is-own.ts'
import { matches } from './matches.ts'
import { missingPackageIn } from './missing-package.ts'
import type { Failing, Pattern } from './pattern.ts'
import { allPatterns } from './patterns/all-patterns.ts'

/** A program that failed, and its ending. */
export interface Failure {
  code: string
  /** The id of the language. */
  language: string
  /** `error` is the error that the language read from stderr. */
  end: Pick<ExecutionEnd, 'endedBy' | 'exitCode' | 'signal' | 'error'>
  stderr: string
  /** All patterns of `createPatterns`, custom ones included. */
  patterns?: readonly Pattern[]
}

/** Diagnoses a failure. It knows every ending, never throws, and is linear in the length of its input. */
export function diagnose({ code, language, end, stderr, patterns = allPatterns }: Failure): Diagnosis {
  // An error that the program printed before a limit ended it is not the cause of its end.
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
    explanation: missingPackageIn(failing, stderr) ?? explain(pattern, groups, failing),
  }
}

/** Used when even the general patterns are missing. */
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
