import type { Invocation, Range } from '../read/bash-program.ts'
import { isDecoding } from '../read/printed-text.ts'
import type { BashRule } from './by-command.ts'
import { pathKind } from './path-kind.ts'

export const ransom: BashRule[] = [
  {
    id: 'bash/encrypt-files',
    family: 'files',
    severity: 'high',
    title: 'Encrypts files one after the other and removes what they were',
    why: 'Without the key the files are lost: that is how ransom is asked for.',
    remedy: 'Keep the files until it is known that they can be decrypted.',
    cwe: [506],
    *find(program) {
      for (const { start, end, invocations, over } of program.loops) {
        if (!isRansom(invocations)) continue
        const isOthers = [...over, ...invocations.filter(isFinding).flatMap(({ args }) => args)].some(isOthersFolder)
        const isFound = over.some(({ unknowns }) => unknowns.some(({ sources }) => sources.some(isWideFind)))
        yield isOthers || isFound ? { start, end, severity: 'critical' } : { start, end }
      }
      for (const find of program.byName.get('find') ?? []) {
        const own = program.invocations.filter((inner) => inner.through.includes('find') && isWithin(inner, find))
        if (!own.some(isEncrypting)) continue
        const { start, end } = find
        yield isRansom(own) && isWideFind(find) ? { start, end, severity: 'critical' } : { start, end }
      }
    },
  },
]

const isWithin = (inner: Range, outer: Range): boolean => inner.start >= outer.start && inner.end <= outer.end

const isFinding = ({ name }: Invocation): boolean => name === 'find' || name === 'ls'
const isWideFind = (invocation: Invocation): boolean => isFinding(invocation) && invocation.args.some(isOthersFolder)

function isOthersFolder({ text }: { text: string }): boolean {
  const kind = pathKind(text)
  return kind === 'root' || kind === 'home' || /^(?:~|\/home|\/Users|\/root)\/|^\/(?:mnt|media|srv|var)\b/.test(text)
}

const isRansom = (invocations: Invocation[]): boolean =>
  invocations.some(isEncrypting) && invocations.some(({ name }) => ['rm', 'shred', 'unlink', 'mv'].includes(name ?? ''))

function isEncrypting({ name, args }: Invocation): boolean {
  const words = args.map(({ text }) => text)
  if (name === 'openssl')
    return ['enc', 'aes-256-cbc', 'smime', 'rsautl'].includes(words[0] ?? '') && !isDecoding(words)
  if (name === 'gpg' || name === 'gpg2')
    return words.some((word) => /^(?:-[a-z]*[ce]|--symmetric|--encrypt)$/.test(word))
  return name === 'ccrypt' || name === 'ccencrypt' || name === 'aescrypt' || (name === 'age' && !words.includes('-d'))
}
