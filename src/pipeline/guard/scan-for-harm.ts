import { SCAN_FACTS } from '../../language/calls/all-calls.ts'
import { callGuard } from './calls/call-guard.ts'
import { readCalls } from './calls/read/read-calls.ts'
import { hostileCommand } from './hostile-command.ts'
import type { GuardRule, LanguageGuard, Spot } from './rule.ts'

/** Longer lines are read in pieces, so that each pattern sees a bounded stretch. */
const LONGEST_LINE = 4000

const commandInScript: GuardRule<string> = {
  id: 'call/hostile-line',
  family: 'code-execution',
  severity: 'critical',
  title: 'A line of a script does harm',
  why: 'The command destroys, steals or hands over control, whatever it is started for.',
  remedy: 'Leave the command out; do what is needed with the files of the workspace alone.',
  cwe: [78],
  *find(source) {
    for (let start = 0; start < source.length; ) {
      const next = source.indexOf('\n', start)
      const end = Math.min(next < 0 ? source.length : next, start + LONGEST_LINE)
      const line = source.slice(start, end)
      const harm = /^\s*#/.test(line) ? undefined : hostileCommand(line)
      if (harm?.severity === 'critical') yield { start, end, message: harm.message } satisfies Spot
      start = end === next ? end + 1 : end
    }
  },
}

const HOST_ACCESS =
  /\bcopy\b[^;]{1,400}\b(?:to|from)\s+program\b|\bxp_cmdshell\b|\bsys_(?:exec|eval)\s*\(|\bload_extension\s*\(|\bwritefile\s*\(/gi

const commandInStatement: GuardRule<string> = {
  ...commandInScript,
  id: 'call/hostile-statement',
  title: 'A statement starts a program of the host, or loads code',
  why: 'The database runs it with all that the server may do.',
  remedy: 'Leave the statement out; a query needs no program of the host.',
  cwe: [78, 89],
  *find(source) {
    for (const { index, 0: found } of source.matchAll(HOST_ACCESS)) yield { start: index, end: index + found.length }
  },
}

/**
 * Guards that read a program in one pass, without a parser, for what stands in it letter by letter. They read what the parsers
 * gave up: padding, nesting and broken syntax hide nothing from them.
 */
export const scanGuards = [
  {
    languages: Object.keys(SCAN_FACTS),
    rules: callGuard.rules,
    read: (source: string, language: string) => readCalls(source, language),
  },
  { languages: ['bash'], rules: [commandInScript], read: (source: string) => ({ program: source, isPartial: false }) },
  {
    languages: ['sql', 'postgres', 'duckdb'],
    rules: [commandInStatement],
    read: (source: string) => ({ program: source, isPartial: false }),
  },
] as readonly unknown[] as readonly LanguageGuard[]
