import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { best, insert, messageOf, propose, replace } from './edits.ts'
import { type Call, callsIn, type Place, placeOf } from './expression.ts'
import { addImport } from './import-place.ts'
import { type Program, readProgram } from './program.ts'

export const surroundings: Strategy = {
  id: 'python/surroundings',
  languages: ['python'],
  title:
    'Makes the directory a file is written into, opens it the right way, names its encoding, allows deep recursion',
  answers: [
    'FileNotFoundError',
    'UnicodeDecodeError',
    'UnicodeEncodeError',
    'RecursionError',
    'io.UnsupportedOperation',
    'UnsupportedOperation',
    'TypeError',
    'FileExistsError',
    'ValueError',
  ],
  prior: 0.8,
  propose(fault) {
    const program = readProgram(fault.code)
    const place = placeOf(fault)
    return best([
      ...recursion(fault, program),
      ...(place
        ? [
            ...directory(fault, place),
            ...encoding(fault, place),
            ...openedWrong(fault, program),
            ...exists(fault, place),
          ]
        : []),
    ])
  },
}

/** Deep rather than endless: an endless one fails with any limit, and the race shows it. */
function recursion({ diagnosis }: Fault, program: Program): Proposal[] {
  if (diagnosis.type !== 'RecursionError' || program.tokens.some(({ text }) => text === 'setrecursionlimit')) return []
  return [propose(addImport(program, 'import sys\nsys.setrecursionlimit(20000)'), 'allowed deeper recursion', 0.6)]
}

const openCall = (place: Place): Call | undefined => callsIn(place).find(({ name }) => name === 'open')
const isMode = (text: string | undefined, pattern: RegExp): boolean =>
  text !== undefined && /^(?:mode=)?["']/.test(text) && pattern.test(text)

/** `open("out/x.txt", "w")` where `out` is not there. */
function directory({ diagnosis }: Fault, { program, statement, tokens }: Place): Proposal[] {
  const call = diagnosis.type === 'FileNotFoundError' ? openCall({ program, statement, tokens, at: -1 }) : undefined
  const path = call?.arguments[0]
  const isWritten = call?.arguments.slice(1).some(({ text }) => isMode(text, /[wax]/))
  if (!path || !isWritten || path.tokens.length > 20) return []
  const line = `os.makedirs(os.path.dirname(${path.text}) or '.', exist_ok=True)\n${statement.indent}`
  const imported = program.statements.some(
    ({ first, tokens: each }) => first.text === 'import' && each.some(({ text }) => text === 'os'),
  )
  const edits = [insert(statement.first.start, line)]
  return [
    propose(
      imported ? edits : [addImport(program, 'import os'), ...edits],
      'made the directory of the file first',
      0.9,
    ),
  ]
}

function encoding({ diagnosis }: Fault, place: Place): Proposal[] {
  if (!diagnosis.type.startsWith('Unicode')) return []
  return callsIn(place).flatMap(({ name, close, arguments: given }) => {
    const at = place.tokens[close]?.start
    if (
      name !== 'open' ||
      at === undefined ||
      given.some(({ text }) => text.startsWith('encoding') || isMode(text, /b/))
    )
      return []
    return [
      propose(insert(at, `, encoding='utf-8'`), 'named the encoding of the file', 0.9),
      propose(insert(at, `, encoding='latin-1'`), 'named the encoding of the file', 0.5),
    ]
  })
}

/** Written to though opened for reading, or bytes where text is written. */
function openedWrong(fault: Fault, program: Program): Proposal[] {
  const mode = messageOf(fault, /^not writable/)
    ? 'w'
    : messageOf(fault, /^not readable/)
      ? 'r'
      : messageOf(fault, /^write\(\) argument must be str, not bytes/)
        ? 'wb'
        : undefined
  if (mode === undefined) return []
  const opens = program.statements
    .filter(({ line }) => line <= (fault.diagnosis.line ?? 0))
    .flatMap(({ tokens }) =>
      callsIn({ program, tokens })
        .filter(({ name }) => name === 'open')
        .map((call) => ({ call, tokens })),
    )
  const last = opens.at(-1)
  if (!last) return []
  const given = last.call.arguments.slice(1).find(({ text }) => isMode(text, /^(?:mode=)?["'][rwabx+]+["']$/))
  const at = last.tokens[last.call.close]?.start
  const why = `opened the file with "${mode}"`
  if (given) return [propose(replace(given, given.text.replace(/["'][^"']*["']/, `"${mode}"`)), why, 0.9)]
  return at === undefined ? [] : [propose(insert(at, `, "${mode}"`), why, 0.9)]
}

/** `os.mkdir` of what is there already. */
function exists({ diagnosis }: Fault, place: Place): Proposal[] {
  if (diagnosis.type !== 'FileExistsError') return []
  return callsIn(place).flatMap(({ name, close, callee }) => {
    const at = place.tokens[close]?.start
    if (at === undefined) return []
    if (name === 'mkdir' && callee.text === 'os.mkdir')
      return [
        propose(
          [replace(callee, 'os.makedirs'), insert(at, ', exist_ok=True')],
          'did not mind that the directory is there',
          0.85,
        ),
      ]
    return name === 'makedirs' || name === 'mkdir'
      ? [
          propose(
            insert(at, `${place.tokens[close - 1]?.text === '(' ? '' : ', '}exist_ok=True`),
            'did not mind that the directory is there',
            0.85,
          ),
        ]
      : []
  })
}
