import { createHash } from 'node:crypto'
import type { ProgramError } from '../../contract/diagnosis.ts'
import { shortType } from './matches.ts'

const LONGEST = 500

/** The same for failures of the same kind: without the names, numbers, texts and paths that differ between programs. */
export function fingerprint(
  { type, message }: ProgramError,
  { language, groups }: { language: string; groups: readonly (string | undefined)[] },
): string {
  const kind = [language, shortType(type), withoutDetails(message.slice(0, LONGEST), groups.slice(1))].join('\n')
  return createHash('sha256').update(kind).digest('hex').slice(0, 16)
}

function withoutDetails(message: string, names: readonly (string | undefined)[]): string {
  const own = names.filter((name) => name !== undefined && name !== '')
  // The longest first: one name may be part of another.
  const bare = own
    .sort((a, b) => (b?.length ?? 0) - (a?.length ?? 0))
    .reduce<string>((text, name) => text.replaceAll(name ?? '', '_'), message)
  return bare
    .replace(/'[^'\n]*'|"[^"\n]*"|`[^`'\n]*[`']|‘[^’\n]*’/g, '_')
    .replace(/(?:\.{0,2}\/)[^\s:,)]+/g, '_')
    .replace(/[\w$]+(?:\.[\w$]+)+|[\w$]+(?=\()/g, '_')
    .replace(/\d+/g, '0')
    .replace(/Did you mean.*$|did you mean.*$/s, '')
    .replace(/\s+/g, ' ')
    .trim()
}
