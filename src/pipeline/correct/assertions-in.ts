import type { ProgramTest } from '../../contract/run.ts'

/** The number of things that tests say about a program: their assertions, and each output that they expect. */
export const assertionsIn = (tests: readonly ProgramTest[]): number =>
  tests.reduce((sum, { code = '', stdout }) => sum + Math.max(1, countIn(code) + Number(stdout !== undefined)), 0)

const countIn = (code: string): number => code.match(/\bassert\w*\b(?!\s*[=:])|\bexpect\s*\(/g)?.length ?? 0
