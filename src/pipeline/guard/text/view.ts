/** A text made from another, with the origin of its characters. */
export interface View {
  text: string
  /** The range in the original text of the range from `start` to `end` in this one. */
  placeOf(start: number, end: number): { start: number; end: number }
}

const SEAM = /(["'`])[ \t]{0,40}(?:\+|\.\.|\|\|)[ \t]{0,40}(?:\\?\r?\n[ \t]{0,200})?[bruf]?\1/g

/** Joins strings that are added to each other. */
export function glue(source: string): View {
  const builder = buildView(source)
  let from = 0
  for (const { index, 0: seam } of source.matchAll(SEAM)) {
    builder.keep(from, index)
    from = index + seam.length
  }
  builder.keep(from, source.length)
  return builder.view()
}

/** Marks of comments and strings: a sentence goes on after them. */
const BETWEEN_WORDS = /[\s#/*"'`+\\|>-]/
const ESCAPED_SPACE = /[nrt]/
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
/** Letters of other scripts that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ...{ а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ѕ: 's', ԁ: 'd', ո: 'n', һ: 'h', ӏ: 'l' },
  ...{ ο: 'o', α: 'a', ι: 'i', ν: 'v', ρ: 'p' },
}

/** Lower case, one space between words, lookalikes as the letters they look like, nothing invisible. */
export function fold(source: string): View {
  const builder = buildView(source)
  let wasSpace = false
  for (let at = 0; at < source.length; at++) {
    const character = source[at] as string
    if (INVISIBLE.test(character)) continue
    const isSpace = BETWEEN_WORDS.test(character)
    if (!isSpace || !wasSpace) builder.put(isSpace ? ' ' : latinOf(character), at)
    // An escape such as \n counts as a space too.
    if (character === '\\' && ESCAPED_SPACE.test(source[at + 1] ?? '')) at++
    wasSpace = isSpace
  }
  return builder.view()
}

function latinOf(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 128) return character.toLowerCase()
  // Full-width forms of ASCII.
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0).toLowerCase()
  const lower = character.toLowerCase()
  return LOOKALIKES[lower] ?? (lower.length === 1 ? lower : character)
}

function buildView(source: string) {
  const offsets = new Uint32Array(source.length)
  let text = ''
  let length = 0
  return {
    put(character: string, at: number) {
      offsets[length++] = at
      text += character
    },
    keep(start: number, end: number) {
      for (let at = start; at < end; at++) offsets[length++] = at
      text += source.slice(start, end)
    },
    view: (): View => ({
      text,
      placeOf: (start, end) => ({ start: offsets[start] ?? 0, end: end > start ? (offsets[end - 1] ?? 0) + 1 : 0 }),
    }),
  }
}
