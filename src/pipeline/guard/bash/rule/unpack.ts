import { UNPACKS_OVER_SYSTEM } from '../../danger-words.ts'
import type { BashProgram, Invocation, Value } from '../read/bash-program.ts'
import { type BashRule, byAny, byCommand } from './by-command.ts'
import { hasOption, operandsOf, valuesOf, wordsOf } from './options.ts'
import { pathKind } from './path-kind.ts'

export const unpack: BashRule[] = [
  {
    id: 'bash/unpack-over-system',
    ...UNPACKS_OVER_SYSTEM,
    find: byAny(
      byCommand('tar bsdtar gtar', (invocation, program) => {
        const isUnpacking = hasOption(invocation, '-x', '--extract', '--get') || /^[a-zA-Z]*x/.test(wordsOf(invocation))
        if (!isUnpacking) return false
        const places = valuesOf(invocation, '-C', '--directory')
        return places.length > 0 ? places.some(isSystem) : isInSystem(invocation, program)
      }),
      byCommand('unzip', (invocation) => isOverSystem(invocation, '-d')),
      byCommand(
        'cpio',
        (invocation) => hasOption(invocation, '-i', '--extract') && isOverSystem(invocation, '-D', '--directory'),
      ),
      byCommand('7z 7za 7zr', (invocation) => isOverSystem(invocation, '-o')),
    ),
  },
]

const isSystem = ({ text }: Value): boolean => ['root', 'system'].includes(pathKind(text))

const isOverSystem = (invocation: Invocation, ...options: string[]): boolean =>
  valuesOf(invocation, ...options).some(isSystem)

/** The last `cd` before the command, if there is one, went to the system. */
function isInSystem({ start }: Invocation, { byName }: BashProgram): boolean {
  const last = byName.get('cd')?.findLast((other) => other.start < start)
  return last !== undefined && operandsOf(last).some(isSystem)
}
