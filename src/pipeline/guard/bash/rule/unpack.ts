import { UNPACKS_OVER_SYSTEM } from '../../danger-words.ts'
import type { Invocation } from '../read/bash-program.ts'
import { type BashRule, byAny, byCommand } from './by-command.ts'
import { hasOption, valuesOf, wordsOf } from './options.ts'
import { pathKind } from './path-kind.ts'

export const unpack: BashRule[] = [
  {
    id: 'bash/unpack-over-system',
    ...UNPACKS_OVER_SYSTEM,
    find: byAny(
      byCommand('tar bsdtar gtar', (invocation) => {
        const isUnpacking = hasOption(invocation, '-x', '--extract', '--get') || /^[a-zA-Z]*x/.test(wordsOf(invocation))
        return isUnpacking && isOverSystem(invocation, '-C', '--directory')
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

const isOverSystem = (invocation: Invocation, ...options: string[]): boolean =>
  valuesOf(invocation, ...options).some(({ text }) => ['root', 'system'].includes(pathKind(text)))
