import type { ProgramError } from '../contract/diagnosis.ts'
import { type Language, SUPPORT } from './language.ts'

export const javascript: Language = {
  id: 'javascript',
  aliases: ['js', 'node', 'nodejs', 'mjs', 'cjs', 'ecmascript'],
  extensions: ['js', 'mjs', 'cjs'],
  fileName: 'main.js',
  // Node tells ES modules from CommonJS by the syntax it meets.
  command: ['node', '--require', `${SUPPORT}/forgive.cjs`, 'main.js'],
  support: new URL('./node/', import.meta.url),
  // V8 reserves 512 MB of addresses for machine code; Node 24 does not start with less than 600.
  reservedMb: 600,
  requires: null,
  package: 'node',
  isExpected: true,
  waiting: { by: 'file', takesArguments: false },
  errorOf: ({ stderr }) => readUncaught(stderr.split('\n'), 'main.js'),
}

const WHAT = /^(?:Uncaught )?([A-Z]\w*)(?: \[[\w-]+\])?: (.*)$/

/** Node prints where (`file:line`, the line, a marker), then what (`Type: message`), then the stack. */
export function readUncaught(lines: string[], fileName: string): ProgramError | undefined {
  const file = `(?:file://)?/workspace/${fileName.replace('.', '\\.')}`
  const PLACE = new RegExp(`^${file}:(\\d+)$`)
  const FRAME = new RegExp(`\\(?${file}:(\\d+):(\\d+)\\)?$`)
  const place = lines.findIndex((line) => PLACE.test(line))
  const what = lines.findIndex((line, index) => index > place && WHAT.test(line))
  const [, type, message] = WHAT.exec(lines[what] ?? '') ?? []
  if (type === undefined || message === undefined) return undefined
  const frame = lines.slice(what).find((line) => /^\s+at /.test(line) && FRAME.test(line))
  const [, frameLine, frameColumn] = FRAME.exec(frame ?? '') ?? []
  if (frameLine !== undefined) return { type, message, line: Number(frameLine), column: Number(frameColumn) }
  const line = Number(PLACE.exec(lines[place] ?? '')?.[1])
  if (!line) return { type, message }
  const marker = lines.slice(place + 1, what).find((shown) => /^\s*\^/.test(shown))
  return marker === undefined ? { type, message, line } : { type, message, line, column: marker.indexOf('^') + 1 }
}
