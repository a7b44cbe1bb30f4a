import type { ProgramError } from '../contract/run.ts'
import type { Language } from './language.ts'

export const javascript: Language = {
  id: 'javascript',
  aliases: ['js', 'node', 'nodejs', 'mjs', 'cjs', 'ecmascript'],
  extensions: ['js', 'mjs', 'cjs'],
  fileName: 'main.js',
  // Node tells ES modules from CommonJS by the syntax it meets.
  command: ['node', 'main.js'],
  // V8 reserves 512 MB of addresses for machine code; Node 24 does not start with less than 600.
  reservedMb: 600,
  requires: null,
  package: 'node',
  waiting: { by: 'file', takesArguments: false },
  warm: () => 'javascript',
  errorOf: ({ stderr }) => readUncaught(stderr.split('\n')),
}

/** Node prints where (`file:line`, the line, a marker), then what (`Type: message`), then the stack. */
const PLACE = /^(?:file:\/\/)?\/workspace\/main\.js:(\d+)$/
const WHAT = /^(?:Uncaught )?([A-Z]\w*)(?: \[[\w-]+\])?: (.*)$/
const FRAME = /\(?(?:file:\/\/)?\/workspace\/main\.js:(\d+):(\d+)\)?$/

function readUncaught(lines: string[]): ProgramError | undefined {
  const place = lines.findIndex((line) => PLACE.test(line))
  const what = lines.findIndex((line, index) => index > place && WHAT.test(line))
  const [, type, message] = WHAT.exec(lines[what] ?? '') ?? []
  if (type === undefined || message === undefined) return undefined
  const frame = lines.slice(what).find((line) => /^\s+at /.test(line) && FRAME.test(line))
  const [, frameLine, frameColumn] = FRAME.exec(frame ?? '') ?? []
  if (frameLine !== undefined) return { type, message, line: Number(frameLine), column: Number(frameColumn) }
  const line = Number(PLACE.exec(lines[place] ?? '')?.[1])
  if (!line) return { type, message }
  const marker = (lines[place + 2] ?? '').indexOf('^')
  return marker === -1 ? { type, message, line } : { type, message, line, column: marker + 1 }
}
