import type { ProgramError } from '../contract/diagnosis.ts'
import { withExpression } from './error/with-expression.ts'
import type { Language } from './language.ts'

export const lua: Language = {
  id: 'lua',
  aliases: ['lua5.4'],
  extensions: ['lua'],
  fileName: 'main.lua',
  command: ['/usr/bin/lua5.4', 'main.lua'],
  reservedMb: 0,
  requires: '/usr/bin/lua5.4',
  package: 'lua5.4',
  isExpected: false,
  errorOf: ({ stderr, code }) => withExpression(readComplaint(stderr), code),
}

const COMPLAINT = /^(?:\/usr\/bin\/)?lua5\.4: (?:(?:\.\/)?main\.lua:(\d+): )?(.*)$/m
const FRAME = /^\s+main\.lua:(\d+): in /m

function readComplaint(stderr: string): ProgramError | undefined {
  const [, line, message] = COMPLAINT.exec(stderr) ?? []
  if (message === undefined) return undefined
  // A program that does not parse has no call frames.
  const type = FRAME.test(stderr) ? 'RuntimeError' : 'SyntaxError'
  const place = Number(line ?? FRAME.exec(stderr)?.[1])
  return place ? { type, message, line: place } : { type, message }
}
