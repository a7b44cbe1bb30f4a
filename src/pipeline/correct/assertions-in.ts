import type { ProgramTest } from '../../contract/run.ts'

/** The number of things that tests say about a program: their assertions, and each output that they expect. */
export const assertionsIn = (tests: readonly ProgramTest[]): number =>
  tests.reduce((sum, { code = '', stdout }) => sum + Math.max(1, countIn(code) + Number(stdout !== undefined)), 0)

/** Calls and statements that assert, and conditions that throw; the name in `require('node:assert')` or `import assert` asserts nothing. */
const countIn = (code: string): number =>
  code.match(
    /(?<!['"`:/.])\bassert\w*(?:\.\w+)*\s*\(|(?<=^|[\n;:])[ \t]*assert[ \t]+(?![=:,{]|from\b)|\bself\.assert\w+\s*\(|\bexpect\s*\(|\bif\s*\([^\n]{1,500}\)\s*\{?\s*throw\b/g,
  )?.length ?? 0
