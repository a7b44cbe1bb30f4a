import { createHash } from 'node:crypto'
import type { ProgramError } from '../../contract/diagnosis.ts'
import { shortType } from './matches.ts'

const LONGEST = 500

/** A text that is the same for failures of the same kind: without the names, numbers, texts and paths of one program. */
export function fingerprint(
  { type, message }: ProgramError,
  { language, groups }: { language: string; groups: readonly (string | undefined)[] },
): string {
  const kind = [language, shortType(type), withoutDetails(message.slice(0, LONGEST), groups.slice(1))].join('\n')
  return createHash('sha256').update(kind).digest('hex').slice(0, 16)
}

const QUOTED = /'[^'\n]*'|"[^"\n]*"|`[^`'\n]*[`']|‘[^’\n]*’/g

function withoutDetails(message: string, names: readonly (string | undefined)[]): string {
  const quoted = message.match(QUOTED)?.join('\n') ?? ''
  const bare = names
    .filter((name) => name !== undefined && name !== '' && !quoted.includes(name))
    .reduce<string>((text, name) => withoutFirst(name ?? '', text), message.replace(QUOTED, '_'))
  return bare
    .replace(/(?:\.{0,2}\/)[^\s:,)]+/g, '_')
    .replace(/[\w$]+(?:\.[\w$]+)+|[\w$]+(?=\()/g, '_')
    .replace(/\d+/g, '0')
    .replace(/\s*[Dd]id you mean.*$/s, '')
    .replace(/\s+/g, ' ')
    .replace(/[\s.;:!?]+$/, '')
}

/** Replaces only a whole word, and only once: a name may be a word that the message uses too. */
function withoutFirst(name: string, text: string): string {
  const isPart = (character: string | undefined) => character !== undefined && /[\w$]/.test(character)
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length
    if (!isPart(text[at - 1]) && !isPart(text[end])) return `${text.slice(0, at)}_${text.slice(end)}`
  }
  return text
}
