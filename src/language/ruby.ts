import type { ProgramError } from '../contract/diagnosis.ts'
import { withExpression } from './error/with-expression.ts'
import type { Language } from './language.ts'

export const ruby: Language = {
  id: 'ruby',
  aliases: ['rb'],
  extensions: ['rb'],
  fileName: 'main.rb',
  command: ['/usr/bin/ruby', 'main.rb'],
  reservedMb: 0,
  requires: '/usr/bin/ruby',
  package: 'ruby',
  isExpected: false,
  errorOf: ({ stderr, code }) => withExpression(readException(stderr.split('\n')), code),
}

/** Quoted as `name' before Ruby 3.4 and as 'name' since. */
const UNCAUGHT = /^(\S+?):(\d+):in [`'].*?': (.*) \(([A-Z][\w:]*)\)$/
const SYNTAX = /main\.rb:(\d+): (syntax errors?.*?)(?: \(SyntaxError\))?$/
const CALLER = /^\s+(?:\d+: )?from main\.rb:(\d+)/

function readException(lines: string[]): ProgramError | undefined {
  const syntax = lines.findIndex((line) => SYNTAX.test(line))
  if (syntax !== -1) {
    const [, line, message = ''] = SYNTAX.exec(lines[syntax] ?? '') ?? []
    return { type: 'SyntaxError', message, line: Number(line), ...columnBelow(lines, syntax) }
  }
  const at = lines.findIndex((line) => UNCAUGHT.test(line))
  const [, file, ownLine, message, type] = UNCAUGHT.exec(lines[at] ?? '') ?? []
  if (type === undefined || message === undefined) return undefined
  const caller = lines.slice(at).find((line) => CALLER.test(line))
  const line = Number(file === 'main.rb' ? ownLine : CALLER.exec(caller ?? '')?.[1])
  const suggestion = lines.find((text) => text.startsWith('Did you mean?'))
  const hint = suggestion && { hint: suggestion.replace(/\s+/g, ' ') }
  return line ? { type, message, line, ...columnBelow(lines, at), ...hint } : { type, message, ...hint }
}

/** The line of code is shown as it stands, with a marker below it. */
function columnBelow(lines: string[], at: number): { column?: number; endColumn?: number } {
  const marker = lines.slice(at + 1, at + 5).find((line) => /^\s*\^[~^]*$/.test(line))
  if (marker === undefined) return {}
  const column = marker.indexOf('^') + 1
  return marker.length > column ? { column, endColumn: marker.length + 1 } : { column }
}
