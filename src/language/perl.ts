import type { ProgramError } from '../contract/diagnosis.ts'
import { withExpression } from './error/with-expression.ts'
import type { Language } from './language.ts'

export const perl: Language = {
  id: 'perl',
  aliases: ['pl'],
  extensions: ['pl', 'pm'],
  fileName: 'main.pl',
  command: ['/usr/bin/perl', 'main.pl'],
  reservedMb: 0,
  requires: '/usr/bin/perl',
  package: 'perl',
  isExpected: false,
  errorOf: ({ stderr, code }) => withExpression(readDeath(stderr.split('\n')), code),
}

const PLACE = /^(.*?) at main\.pl line (\d+)(?:,.*)?\.?$/

const KINDS: [type: string, pattern: RegExp][] = [
  ['SyntaxError', /^syntax error|^Global symbol|^Can't find string terminator|^Missing right/],
  ['ModuleNotFound', /^Can't locate \S+\.pm in @INC/],
  ['MethodNotFound', /^Can't locate object method/],
  ['UndefinedSubroutine', /^Undefined subroutine/],
  ['DivisionByZero', /^Illegal (?:division|modulus)/],
]

/** The parser's first message is the cause; of runtime messages the last one ended the program. */
function readDeath(lines: string[]): ProgramError | undefined {
  // Messages that follow from an earlier error say nothing new.
  const placed = lines.filter((line) => PLACE.test(line) && !line.startsWith('BEGIN failed--compilation aborted'))
  const isUnparsed = lines.some((line) => /aborted due to compilation errors|had compilation errors/.test(line))
  const [, told, line] = PLACE.exec((isUnparsed ? placed[0] : placed.at(-1)) ?? '') ?? []
  if (told === undefined) return undefined
  // Every directory that was searched is named.
  const message = told.replace(/ \(@INC (?:contains|entries checked): .*$/, '')
  const known = KINDS.find(([, pattern]) => pattern.test(message))?.[0]
  return { type: known ?? (isUnparsed ? 'SyntaxError' : 'Died'), message, line: Number(line) }
}
