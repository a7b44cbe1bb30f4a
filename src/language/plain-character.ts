export const DOUBLE_QUOTES = '“”„‟«»″＂'
export const SINGLE_QUOTES = '‘’‚‛′＇´'

/** Characters of word processors and web pages, behind the plain text that is meant. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ '"': DOUBLE_QUOTES, "'": SINGLE_QUOTES, '-': '–—−‐‑－', '*': '×⁎∗＊', '/': '÷／', '...': '…' },
  ...{ '<=': '≤', '>=': '≥', '!=': '≠', '->': '→', '=>': '⇒', '=': '＝', '+': '＋', '<': '＜', '>': '＞', '%': '％' },
  ...{ '(': '（', ')': '）', '[': '［【', ']': '］】', '{': '｛', '}': '｝', ',': '，、', ':': '：', ';': '；' },
  ...{ '.': '．。', '!': '！', '?': '？', '#': '＃', '|': '｜', '\n': '\u0085\u2028\u2029', '': '\u0000\u0008\u001a' },
  ' ': '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
}
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries(MEANT).flatMap(([plain, odd]) => [...odd].map((character): [string, string] => [character, plain])),
)

export const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/

/** The text that is meant by a character no program needs, which for an invisible one is none; undefined for all others. */
export const plainCharacter = (character: string): string | undefined =>
  INVISIBLE.test(character) ? '' : PLAIN.get(character)
