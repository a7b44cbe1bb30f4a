import type { ProgramError } from '../contract/diagnosis.ts'
import { type Language, SUPPORT } from './language.ts'
import { readFacts } from './python-probe/read-facts.ts'

/** Importing these takes longer than most programs: a box that has them already is worth waiting for. */
const DATA_IMPORT = /^[ \t]*(?:import|from)[ \t]+(?:numpy|pandas|matplotlib|seaborn|scipy)\b/m

export const python: Language = {
  id: 'python',
  aliases: ['py', 'python3', 'py3'],
  extensions: ['py'],
  fileName: 'main.py',
  // -u: what the program prints is seen when it prints it. -B: no caches into the workspace.
  command: ['/usr/bin/python3', '-uB', 'main.py'],
  reservedMb: 0,
  requires: '/usr/bin/python3',
  package: 'python3',
  isExpected: true,
  waiting: { by: 'python', takesArguments: true },
  warm: (code) => (DATA_IMPORT.test(code) ? 'python-data' : 'python'),
  errorOf: ({ stderr, code }) => readTraceback(stderr.split('\n'), code.split('\n')),
  probe: {
    support: new URL('./python-probe/box/', import.meta.url),
    command: ['/usr/bin/python3', '-uB', `${SUPPORT}/probe.py`],
    read: readFacts,
  },
}

/** `Type: message` at the start of a line; the last one belongs to the exception that ended the program. */
const ENDING = /^([A-Za-z_][\w.]*)(?:: (.*))?$/
const FRAME = /^\s+File "(?:\/workspace\/)?main\.py", line (\d+)/

function readTraceback(lines: string[], source: string[]): ProgramError | undefined {
  const start = lines.findLastIndex((line) => line.startsWith('Traceback (most recent call last):'))
  const firstFrame = lines.findLastIndex((line) => FRAME.test(line))
  if (start === -1 && firstFrame === -1) return undefined
  const after = Math.max(start, firstFrame)
  const end = lines.findIndex((line, index) => index > after && ENDING.test(line))
  const [, type, message] = ENDING.exec(lines[end] ?? '') ?? []
  if (type === undefined) return undefined
  const frame = lines.findLastIndex((line, index) => index < end && FRAME.test(line))
  return { type, message: message ?? '', ...placeOf(lines, frame, source) }
}

/** Python shows the line without its indentation and marks the place below it: the two together give the column. */
function placeOf(lines: string[], frame: number, source: string[]): { line?: number; column?: number } {
  const line = Number(FRAME.exec(lines[frame] ?? '')?.[1])
  if (!line) return {}
  const marker = lines[frame + 2] ?? ''
  if (!/^\s+[~^]+\s*$/.test(marker)) return { line }
  const shown = (lines[frame + 1] ?? '').search(/\S/)
  const mark = marker.includes('^') ? marker.indexOf('^') : marker.search(/\S/)
  const indentation = Math.max((source[line - 1] ?? '').search(/\S/), 0)
  return { line, column: mark - shown + indentation + 1 }
}
