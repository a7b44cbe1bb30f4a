import type { Spot } from '../../rule.ts'
import type { BashProgram, Invocation, Unknown, Value } from '../read/bash-program.ts'
import { type BashRule, byCommand, type Verdict } from './by-command.ts'
import { hasOption, operandsOf } from './options.ts'

/** Programs that take files as operands. */
const FILE_PROGRAMS = 'rm rmdir mv cp ln cat head tail mkdir touch chmod chown source . cd tee less shred unlink'
const CHANGING = new Set('rm rmdir mv chmod chown shred unlink'.split(' '))

export const quoting: BashRule[] = [
  {
    id: 'bash/unquoted-input',
    family: 'code-execution',
    severity: 'low',
    title: 'Uses a file name from outside without quotes',
    why: 'Blanks and stars in it make other files of it: `rm $1` with `a *` removes all.',
    remedy: 'Put it in double quotes, and `--` before it.',
    cwe: [88],
    find: byCommand(FILE_PROGRAMS, unquoted),
  },
]

function unquoted(invocation: Invocation, { source }: BashProgram): Verdict {
  const found = operandsOf(invocation).find(({ unknowns }) => unknowns.some(isLoose))
  if (!found) return false
  const { start, end } = found
  const fix = quoted(found, source)
  const isWide =
    invocation.name === 'rm' &&
    hasOption(invocation, '-r', '-R', '--recursive') &&
    /^\$\{?\d/.test(source.slice(start, start + 3))
  const severity = isWide ? 'high' : CHANGING.has(invocation.name ?? '') ? 'medium' : 'low'
  return { start, end, severity, ...(fix ? { fix } : {}) }
}

const isLoose = ({ origin, isQuoted, name }: Unknown): boolean =>
  !isQuoted && name !== '@' && name !== '*' && (origin === 'argument' || origin === 'input' || origin === 'request')

/** Only for a plain word: a star in it must stay outside of the quotes. */
function quoted({ start, end }: Value, source: string): Spot['fix'] | undefined {
  const written = source.slice(start, end)
  if (written.length > 200 || !/^(?:[\w./-]|\$\w|\$\{\w{1,60}\})+$/.test(written)) return undefined
  return { title: 'Put it in quotes', edits: [{ start, end, text: `"${written}"` }] }
}
