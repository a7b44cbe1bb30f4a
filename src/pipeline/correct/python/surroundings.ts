import type { Edit, Fault, Proposal, Strategy } from '../strategy.ts'
import { assuming, best, insert, messageOf, propose, replace } from './edits.ts'
import { type Call, callsIn, placeOf } from './expression.ts'
import { addImport } from './import-place.ts'
import { type Program, readProgram } from './program.ts'

export const surroundings: Strategy = {
  id: 'python/surroundings',
  languages: ['python'],
  title: 'Opens a file the right way, names its encoding, allows deep recursion',
  answers: [
    'UnicodeDecodeError',
    'UnicodeEncodeError',
    'RecursionError',
    'io.UnsupportedOperation',
    'UnsupportedOperation',
    'TypeError',
  ],
  prior: 0.8,
  bold: 'a file that is no UTF-8 read as Latin-1',
  propose(fault) {
    const program = readProgram(fault.code)
    const place = placeOf(fault)
    return best([
      ...recursion(fault, program),
      ...(place ? [...encoding(fault, program), ...openedWrong(fault, program)] : []),
    ])
  },
}

/** For deep rather than endless recursion: an endless one fails with any limit, and the race shows it. */
function recursion({ diagnosis }: Fault, program: Program): Proposal[] {
  if (diagnosis.type !== 'RecursionError' || program.tokens.some(({ text }) => text === 'setrecursionlimit')) return []
  return [propose(addImport(program, 'import sys\nsys.setrecursionlimit(20000)'), 'allowed deeper recursion', 0.6)]
}

const isMode = (text: string, pattern: RegExp): boolean => /^(?:mode=)?["']/.test(text) && pattern.test(text)

interface Opened {
  call: Call
  /** Offset at which another argument would stand. */
  end: number
}

/** Files opened on the failing line or above, the last first. */
function opened(program: Program, line: number | undefined): Opened[] {
  const above = program.statements.filter((statement) => statement.line <= (line ?? 0)).toReversed()
  return above.flatMap(({ tokens }) =>
    callsIn({ program, tokens }).flatMap((call) => {
      const end = tokens[call.close]?.start
      return ['open', 'read_text', 'write_text', 'read_csv'].includes(call.name) && end !== undefined
        ? [{ call, end }]
        : []
    }),
  )
}

/** An encoding that cannot hold the text is replaced; a missing one is added. */
function encoding({ diagnosis }: Fault, program: Program): Proposal[] {
  if (!diagnosis.type.startsWith('Unicode')) return []
  const [last] = opened(program, diagnosis.line)
  if (!last || last.call.arguments.some(({ text }) => isMode(text, /b/))) return []
  const given = last.call.arguments.find(({ text }) => /^encoding\s*=/.test(text))
  const put = (name: string): Edit =>
    given
      ? replace(given, `encoding="${name}"`)
      : insert(last.end, `${last.call.arguments.length ? ', ' : ''}encoding="${name}"`)
  const why = 'named the encoding of the file'
  const isText = given === undefined || !/utf-?8/i.test(given.text)
  const isRead = diagnosis.type === 'UnicodeDecodeError'
  return [
    ...(isText ? [propose(put('utf-8'), why, 0.92)] : []),
    ...(isRead
      ? [assuming('the file is Latin-1, which any bytes can be read as', propose(put('latin-1'), why, 0.5))]
      : []),
  ]
}

/** A file opened for reading that is written to, or bytes in place of text. */
function openedWrong(fault: Fault, program: Program): Proposal[] {
  const mode = wantedMode(fault)
  const last = opened(program, fault.diagnosis.line).find(({ call }) => call.name === 'open')
  if (mode === undefined || !last) return []
  const given = last.call.arguments.slice(1).find(({ text }) => isMode(text, /^(?:mode=)?["'][rwabx+]+["']$/))
  const why = `opened the file with "${mode}"`
  if (given) return [propose(replace(given, given.text.replace(/["'][^"']*["']/, `"${mode}"`)), why, 0.9)]
  return [propose(insert(last.end, `, "${mode}"`), why, 0.9)]
}

function wantedMode(fault: Fault): string | undefined {
  if (messageOf(fault, /^not writable/)) return 'w'
  if (messageOf(fault, /^not readable/)) return 'r'
  return messageOf(fault, /^write\(\) argument must be str, not bytes/) ? 'wb' : undefined
}
