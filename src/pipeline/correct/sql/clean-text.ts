import { isKeyword, STARTERS } from '../../../language/sql/keywords.ts'
import { offsetOf } from '../lines.ts'
import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { withoutResidue } from '../text/residue.ts'
import { plainCharacters } from '../text/stray-characters.ts'
import { isSentence, withoutSurroundings } from '../text/surroundings.ts'
import { prompts } from './prompts.ts'
import { readSql, type SqlToken, statementsOf } from './read-sql.ts'
import { SQL_LANGUAGES } from './sql-fault.ts'
import { trailing } from './trailing-text.ts'

/** Removes text that came from a page, a chat or another language and is no SQL. */
export const cleanText: Strategy = {
  id: 'sql/clean-text',
  languages: SQL_LANGUAGES,
  title:
    'Takes away typographic and invisible characters, fences and sentences around the code, and comments of other languages',
  answers: ['*'],
  prior: 0.95,
  propose({ code, language, diagnosis }) {
    const tokens = readSql(code, language)
    const isCode = (line: string) => {
      const [first = ''] = line.trim().split(/[\s(]+/)
      return (
        STARTERS.has(first.toUpperCase()) &&
        (/[;(*,=]|^\w+$/.test(line) ||
          first === first.toUpperCase() ||
          line.toUpperCase().split(/\s+/).filter(isKeyword).length > 1)
      )
    }
    return [
      ...withoutSurroundings(code, {
        comment: '--',
        isCode: (line) => isCode(line) || /^\s*--|;\s*$/.test(line),
        isStrict: true,
      }),
      ...plainCharacters(code, { isInString: stringTest(tokens), quote: "'" }),
      ...comments(code, tokens, language),
      ...prompts(code),
      ...withoutResidue(code),
      ...trailing({ code, at: diagnosis.line === undefined ? 0 : offsetOf(code, diagnosis), isCode }),
      ...sentences({ code, tokens, at: diagnosis.line === undefined ? 0 : offsetOf(code, diagnosis), isCode }),
    ]
  },
}

function stringTest(tokens: SqlToken[]): (offset: number) => boolean {
  const strings = tokens.filter(({ kind }) => kind === 'string')
  let next = 0
  return (offset) => {
    while (next < strings.length && (strings[next]?.end ?? 0) <= offset) next += 1
    return (strings[next]?.start ?? Number.POSITIVE_INFINITY) <= offset
  }
}

/** `// text` and `# text`. */
function comments(code: string, tokens: SqlToken[], language: string): Proposal[] {
  const edits = tokens.flatMap((token): Edit[] => {
    if (token.text !== '//' && token.text !== '#') return []
    const isHash = token.text === '#' && language === 'sql'
    const before = code.slice(code.lastIndexOf('\n', token.start) + 1, token.start)
    const isLine = before.trim() === '' || /[;,)]\s*$/.test(before)
    return (token.text === '//' || isHash || (token.text === '#' && isLine)) && isLine
      ? [{ start: token.start, end: token.end, text: '--' }]
      : []
  })
  return edits.length > 0 ? [{ edits, why: 'wrote comments with `--`', sureness: 0.95 }] : []
}

interface Around {
  code: string
  tokens: SqlToken[]
  /** Where the database stopped reading. */
  at: number
  isCode(line: string): boolean
}

/** Sentences between statements, and one behind the end of a statement, where the database stopped reading. Statements before that are none. */
function sentences({ code, tokens, at, isCode }: Around): Proposal[] {
  const isText = stringTest(tokens)
  const isProse = (line: string) => !isCode(line) && !DECLARED.test(line) && isSentence(line.trim())
  const done = statementsOf(tokens).findLast(({ end }) => end <= at)?.end ?? 0
  const lines = [...code.matchAll(/^[^\n]+$/gm)].filter(({ index, 0: line }) => index + line.length > done)
  const between = lines
    .filter(({ index, 0: line }) => isProse(line) && !isText(index))
    .map(({ index }): Edit => ({ start: index, end: index, text: '-- ' }))
  const own = lines.find(({ index, 0: line }) => index < at && at < index + line.length)
  const rest = own ? own[0].slice(at - own.index) : ''
  const isTail = own !== undefined && own[0].slice(0, at - own.index).trim() !== '' && isProse(rest)
  const found = [between, isTail ? [{ start: at, end: at, text: ';\n-- ' }] : []]
  return found.flatMap((edits) =>
    edits.length > 0 ? [{ edits, why: 'made comments of the sentences in the code', sureness: 0.85 }] : [],
  )
}

/** `"Age" int DEFAULT NULL,` in CREATE TABLE has only words, as a sentence does. */
const DECLARED = /,\s*$|\b(?:DEFAULT|NULL|PRIMARY KEY|UNIQUE)\b/
