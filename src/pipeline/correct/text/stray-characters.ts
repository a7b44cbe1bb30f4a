import type { Edit, Proposal } from '../strategy.ts'

/** Characters of word processors and web pages, with their plain replacements. */
const QUOTES: Record<string, string> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '«': '"',
  '»': '"',
  '″': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  '′': "'",
}
const SIGNS: Record<string, string> = {
  '–': '-',
  '—': '--',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '…': '...',
  '×': '*',
  '÷': '/',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '（': '(',
  '）': ')',
  '，': ',',
  '；': ';',
  '：': ':',
  '｜': '|',
  '＝': '=',
}
const INVISIBLE = /[\u00ad\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const ODD_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/
const ANY =
  /[“”„‟«»″‘’‚‛′–—−‐‑…×÷≤≥≠（），；：｜＝\u00ad\u200b-\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

interface CharacterOptions {
  isInString(offset: number): boolean
  /** The language's quote for texts, in place of double quotes. */
  quote: '"' | "'"
}

/** Proposals that replace typographic and invisible characters by plain ones; first only outside of strings. */
export function plainCharacters(code: string, { isInString, quote }: CharacterOptions): Proposal[] {
  const all = [...code.matchAll(ANY)].map((match): Edit => {
    const character = match[0]
    return { start: match.index, end: match.index + 1, text: QUOTES[character] === '"' ? quote : plainOf(character) }
  })
  if (all.length === 0) return []
  const outside = all.filter(({ start }) => !isInString(start) || INVISIBLE.test(code[start] ?? ''))
  const why = 'replaced typographic and invisible characters by plain ones'
  const everywhere: Proposal = { edits: all, why, sureness: outside.length > 0 ? 0.6 : 0.4 }
  if (outside.length === 0) return [everywhere]
  const first: Proposal = { edits: outside, why, sureness: 0.95 }
  return outside.length === all.length ? [first] : [first, everywhere]
}

function plainOf(character: string): string {
  if (character === '\u2028' || character === '\u2029') return '\n'
  if (INVISIBLE.test(character)) return ''
  if (ODD_SPACE.test(character)) return ' '
  return QUOTES[character] ?? SIGNS[character] ?? character
}
