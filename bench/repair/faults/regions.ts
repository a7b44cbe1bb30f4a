import type { CorpusLanguage } from './source.ts'

/** A string or a comment; `open` and `close` are the lengths of its marks. */
export interface Region {
  kind: 'string' | 'comment'
  start: number
  end: number
  open: number
  close: number
}

interface Lexicon {
  /** Pattern that opens a region at the current place. */
  opening: RegExp
  /** Pattern that closes the region; it is tried from behind the opening. */
  closing(mark: string): RegExp
}

const untilLineEnd = /$/gm
const quoted = (quote: string): RegExp => (quote === '"' ? /(?<!\\)(?:\\\\)*"/g : /(?<!\\)(?:\\\\)*'/g)

const LEXICONS: Record<'python' | 'javascript' | 'bash' | 'sql', Lexicon> = {
  python: {
    opening: /#|(?:\b[rbfRBF]{1,2})?(?:"""|'''|"|')/y,
    closing: (mark) => (mark.endsWith('"""') ? /"""/g : mark.endsWith("'''") ? /'''/g : closingOf(mark)),
  },
  javascript: {
    // A regular expression follows a character that cannot end a value.
    opening: /\/\/|\/\*|["'`]|(?<=[=(,:!&|?;[{\n]\s*)\/(?=[^\s/*])/y,
    closing: (mark) =>
      mark === '/*' ? /\*\//g : mark === '`' ? /`/g : mark === '/' ? /(?<!\\)\/[a-z]*/g : closingOf(mark),
  },
  bash: {
    opening: /(?<=^|\s)#|["']|(?<=<<-?\s*['"]?EOF['"]?.*\n)/y,
    closing: (mark) => (mark === "'" ? /'/g : mark === '' ? /^\s*EOF$/gm : closingOf(mark)),
  },
  sql: {
    opening: /--|\/\*|'/y,
    closing: (mark) => (mark === '/*' ? /\*\//g : mark === "'" ? /(?<!')(?:'')*'(?!')/g : untilLineEnd),
  },
}

function closingOf(mark: string): RegExp {
  const last = mark.at(-1) ?? ''
  return last === '"' || last === "'" ? quoted(last) : untilLineEnd
}

/** Reads strings and comments. Good enough for the programs of the corpus, which we wrote; never used on text of others. */
export function readRegions(text: string, language: CorpusLanguage): Region[] {
  const lexicon = LEXICONS[language === 'typescript' ? 'javascript' : language]
  const found: Region[] = []
  let at = 0
  while (at < text.length) {
    const mark = markAt(lexicon, text, at)
    if (mark === undefined) {
      at++
      continue
    }
    const closing = lexicon.closing(mark)
    closing.lastIndex = at + mark.length
    const match = closing.exec(text)
    const end = match ? match.index + match[0].length : text.length
    const isComment = /^(?:#|\/\/|\/\*|--)$/.test(mark)
    const close = match ? match[0].trimStart().length : 0
    found.push({
      kind: isComment ? 'comment' : 'string',
      start: at,
      end,
      open: mark.length,
      close: isComment ? 0 : close,
    })
    at = Math.max(end, at + 1)
  }
  return found
}

function markAt({ opening }: Lexicon, text: string, at: number): string | undefined {
  opening.lastIndex = at
  return opening.exec(text)?.[0]
}
