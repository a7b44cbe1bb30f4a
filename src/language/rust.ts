import type { ProgramError } from '../contract/diagnosis.ts'
import { COMPILED } from './compiled.ts'
import { withExpression } from './error/with-expression.ts'
import type { Language } from './language.ts'

export const rust: Language = {
  id: 'rust',
  aliases: ['rs', 'rustc'],
  extensions: ['rs'],
  fileName: 'main.rs',
  compile: {
    command: ['/usr/bin/rustc', '--edition=2021', '--color=never', '-Copt-level=1', '-o', COMPILED, 'main.rs'],
    errorOf: ({ stderr, code }) => withExpression(readCompiler(stderr), code),
  },
  command: [COMPILED],
  env: { RUST_BACKTRACE: '0' },
  reservedMb: 0,
  requires: '/usr/bin/rustc',
  package: 'rustc',
  isExpected: false,
  errorOf: ({ stderr, code }) => withExpression(readPanic(stderr), code),
}

function readCompiler(stderr: string): ProgramError | undefined {
  const [, message, line, column] = /^error(?:\[E\d+\])?: (.*)\n(?: *--> main\.rs:(\d+):(\d+))?/m.exec(stderr) ?? []
  if (message === undefined) return undefined
  const hint = /^ *(?:= )?(?:\| +)?(?:[-^]+ )?help: (.*)$/m.exec(stderr)?.[1]
  const error = { type: 'CompileError', message, ...(hint && { hint }) }
  return line === undefined ? error : { ...error, line: Number(line), column: Number(column) }
}

/** Before Rust 1.73 the message stood in quotes in front of the place; since then below it. */
const OLD_PANIC = /^thread '.*' panicked at '([\s\S]*?)', main\.rs:(\d+):(\d+)$/m
const NEW_PANIC = /^thread '.*' (?:\(\d+\) )?panicked at main\.rs:(\d+):(\d+):\n(.*)$/m

function readPanic(stderr: string): ProgramError | undefined {
  const [, oldMessage, oldLine, oldColumn] = OLD_PANIC.exec(stderr) ?? []
  const [, line = oldLine, column = oldColumn, message = oldMessage] = NEW_PANIC.exec(stderr) ?? []
  if (message !== undefined) return { type: 'Panic', message, line: Number(line), column: Number(column) }
  const returned = /^Error: (.*)$/m.exec(stderr)?.[1]
  return returned === undefined ? undefined : { type: 'Error', message: returned }
}
