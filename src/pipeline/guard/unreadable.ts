import type { Finding } from '../../contract/finding.ts'

export const UNREADABLE = 'any/unreadable'

/** The finding for a program that took all its time before every rule had read it. Programs are seldom so hard to read by accident. */
export const unreadableFinding = ({ code }: { code: string }): Finding => ({
  rule: UNREADABLE,
  family: 'obfuscation',
  severity: 'high',
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: (code.split(/[\r\n]/, 1)[0] ?? '').length + 1,
  message: 'The program cannot be read to its end: it exhausts the parsers',
  why: 'Programs that people write are read in milliseconds; what stops a reader may be made to.',
  remedy: 'Split the program, or nest it less deeply.',
  cwe: [506],
  from: 'rules',
})
