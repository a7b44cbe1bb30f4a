import type { Token } from '../../../language/python/tokens.ts'
import { asJson, isJson } from '../as-json.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { best, propose, replace } from './edits.ts'
import { callsIn, type Place, placeOf } from './expression.ts'
import type { Program, Statement } from './program.ts'

export const jsonText: Strategy = {
  id: 'python/json-text',
  languages: ['python'],
  title:
    'Writes a text of the program as JSON where only its quotes, words or last comma are of Python, and loads a text by loads',
  answers: ['JSONDecodeError', 'json.decoder.JSONDecodeError', 'AttributeError'],
  prior: 0.9,
  propose(fault) {
    const place = placeOf(fault)
    if (!place) return []
    if (fault.diagnosis.type === 'AttributeError')
      return /^'str' object has no attribute 'read'/.test(fault.diagnosis.message) ? best(loaded(place)) : []
    return best(rewritten(place.program))
  },
}

/** The only text of the program that is no JSON, and is with quotes, words and commas of JSON. */
function rewritten({ tokens }: Program): Proposal[] {
  const found = tokens.flatMap((token) => {
    const text = plainText(token)
    const mended = text === undefined || isJson(text) ? undefined : asJson(text)
    return mended === undefined ? [] : [{ token, mended }]
  })
  const [only] = found
  if (!only || found.length > 1) return []
  const { token, mended } = only
  const quote = token.string?.quote ?? ''
  const isOneLine = quote.length === 1
  // A text between its own quotes needs none of them escaped.
  const outer = isOneLine ? "'" : quote
  if (mended.includes(outer) || (isOneLine && mended.includes('\n'))) return []
  const text = `${token.string?.prefix ?? ''}${outer}${mended}${outer}`
  return [propose(replace(token, text), `wrote the text on line ${token.line} as JSON`, 0.95)]
}

/** A literal without escapes; undefined for any other token. */
function plainText({ kind, text, string }: Token): string | undefined {
  if (kind !== 'string' || !string?.isClosed || /[fb]/i.test(string.prefix)) return undefined
  const inner = text.slice(string.prefix.length + string.quote.length, -string.quote.length)
  return /^\s*[[{]/.test(inner) && inner.length < LONGEST && !inner.includes('\\') ? inner : undefined
}

const LONGEST = 20_000

const LOADERS = new Set(['json', 'pickle', 'yaml', 'tomllib'])

/** `json.load(text)`: below `with open(…) as file` the file is meant, elsewhere the text. */
function loaded({ program, tokens, statement }: Place): Proposal[] {
  return callsIn({ program, tokens }).flatMap((call) => {
    const [module, , name] = call.callee.tokens
    const [given] = call.arguments
    if (name?.text !== 'load' || !given || !LOADERS.has(module?.text ?? '')) return []
    const file = openedAround(program, statement)
    const isPath =
      given.tokens.length === 1 && file !== undefined && file.opened.some(({ text }) => text === given.text)
    return file && isPath
      ? [propose(replace(given, file.name), `loaded the open file ${file.name}`, 0.95)]
      : [propose(replace(name, 'loads'), `loaded a text by ${module?.text}.loads`, 0.94)]
  })
}

/** The file that the nearest `with open(…) as file:` around a statement opens. */
function openedAround({ statements }: Program, inner: Statement): { name: string; opened: Token[] } | undefined {
  const before = statements.slice(0, statements.indexOf(inner))
  const head = before.findLast(({ first, width }) => first.text === 'with' && width < inner.width)
  const at = head?.tokens.findLastIndex(({ text }) => text === 'as') ?? -1
  const name = head?.tokens[at + 1]?.text
  return head && at !== -1 && name ? { name, opened: head.tokens } : undefined
}
