import type { Finding } from '../../contract/finding.ts'
import { type Dangers, findDangers, type Program, type ReadingOptions, rank, worstFirst } from './find-dangers.ts'
import type { LanguageGuard } from './rule.ts'
import { scanGuards } from './scan-for-harm.ts'
import { unreadableFinding } from './unreadable.ts'

/** Reads a program with these guards, and once more without a parser where they could not read all of it. */
export function readDangers(program: Program, guards: readonly LanguageGuard[], options: ReadingOptions): Dangers {
  const dangers = findDangers(program, guards, options)
  return dangers.isPartial ? withScan(dangers, program) : dangers
}

/** The answer for a program whose reading had to be ended: the findings of one pass over its text. */
export const scanDangers = (program: Program): Dangers =>
  withScan({ findings: [unreadableFinding(program)], leftOut: 0, isPartial: true, unread: [EXHAUSTING] }, program)

const EXHAUSTING =
  'The program exhausts the parsers; only its text was looked through for commands and calls that do harm.'

/** Adds grave findings on lines about which nothing as grave is known. */
function withScan(dangers: Dangers, program: Program): Dangers {
  // The scan is tried even where it may fail: the program is reported as partial already.
  const scanned = findDangers(program, scanGuards, { onBug: () => {} }).findings
  const key = ({ line, severity }: Finding) => `${line} ${severity}`
  const known = new Set(dangers.findings.map(key))
  const added = scanned.filter((each) => rank(each.severity) >= rank('high') && !known.has(key(each)))
  return added.length === 0 ? dangers : { ...dangers, findings: worstFirst([...dangers.findings, ...added]) }
}
