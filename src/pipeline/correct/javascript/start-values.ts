import type { Token } from '../../../language/javascript/tokens.ts'
import { isPunctuation } from './grammar.ts'
import type { Source } from './read-source.ts'

/** The values that a variable may begin with, by its uses; none where these disagree. */
export function startsOf(source: Source, uses: readonly number[]): readonly string[] {
  const told = uses.flatMap((use) => toldBy(source, use) ?? [])
  const [first, ...others] = told
  if (!first || !told.some(({ changes }) => changes)) return []
  return first.starts.filter((start) => others.every(({ starts }) => starts.includes(start)))
}

/** Whether the use gives the variable more than it had. */
export const isChange = (source: Source, use: number): boolean => toldBy(source, use)?.changes === true

interface Told {
  starts: readonly string[]
  changes: boolean
}

const METHODS: ReadonlyMap<string, Told> = new Map(
  Object.entries({
    push: { starts: ['[]'], changes: true },
    unshift: { starts: ['[]'], changes: true },
    add: { starts: ['new Set()'], changes: true },
    set: { starts: ['new Map()'], changes: true },
    length: { starts: ['[]', "''"], changes: false },
  }),
)

function toldBy({ tokens, partner }: Source, use: number): Told | undefined {
  const [before, next, second] = [tokens[use - 1], tokens[use + 1], tokens[use + 2]]
  if (isPunctuation(next, '.')) return METHODS.get(second?.text ?? '')
  if (isPunctuation(next, '++') || isPunctuation(before, '++')) return { starts: ['0'], changes: true }
  // A variable that only gets less began with more than nothing.
  if (isPunctuation(next, '--', '-=') || isPunctuation(before, '--')) return { starts: ['0'], changes: false }
  if (isPunctuation(next, '*=')) return { starts: ['1'], changes: true }
  const name = tokens[use]?.text
  const value = isPunctuation(next, '=', '+=') ? restOf(tokens, use + 2) : []
  const added = isPunctuation(next, '+=') ? value : addedTo(value, name)
  if (added) return { starts: emptyLike(added, name ?? ''), changes: true }
  if (!isPunctuation(next, '[')) return undefined
  const close = partner.get(use + 1) ?? use
  const stored = isPunctuation(tokens[close + 1], '=') ? restOf(tokens, close + 2) : []
  const isCounted =
    stored.some(({ text }) => text === name) &&
    stored.some((token, index) => isPunctuation(token, '||', '??') && isPunctuation(stored[index - 1], ']'))
  // `counts[word] = (counts[word] || 0) + 1`: a place of a list is hardly missing.
  return isCounted ? { starts: ['{}'], changes: true } : undefined
}

/** The rest of `out + x` and of `x + out`. */
function addedTo(value: readonly Token[], name: string | undefined): readonly Token[] | undefined {
  if (value[0]?.text === name && isPunctuation(value[1], '+')) return value.slice(2)
  return value.at(-1)?.text === name && isPunctuation(value.at(-2), '+') ? value.slice(0, -2) : undefined
}

/** Tokens up to the end of the line or statement. */
function restOf(tokens: readonly Token[], from: number): readonly Token[] {
  const end = tokens.findIndex((token, index) => index > from && (token.isFirst || isPunctuation(token, ';')))
  return tokens.slice(from, end === -1 ? undefined : end)
}

/** Adding works for numbers and texts alike, so that a run tells nothing: the added value has to, or the name. */
function emptyLike(added: readonly Token[], name: string): readonly string[] {
  const isText = added.some(
    ({ kind, text }, index) =>
      kind === 'string' || kind === 'template' || (isPunctuation(added[index - 1], '.') && OF_TEXTS.has(text)),
  )
  if (isText || added[0]?.text === 'String') return ["''"]
  const isNumber =
    added[0]?.kind === 'number' ||
    added.some((token) => isPunctuation(token, '*', '/', '%', '-')) ||
    /^(?:Math|Number|parseInt|parseFloat)$/.test(added[0]?.text ?? '') ||
    added.at(-1)?.text === 'length'
  return isNumber || NUMBERS.test(name) ? ['0'] : ['0', "''"]
}

/** Methods that give a text. */
const OF_TEXTS: ReadonlySet<string> = new Set(
  'fromCharCode toString join charAt toUpperCase toLowerCase repeat padStart padEnd substring toFixed trim'.split(' '),
)

const NUMBERS = /^(?:sum|total|count|counter|score|cost|price|amount|balance|[a-z]+(?:Sum|Total|Count|Score|Cost))$/i
