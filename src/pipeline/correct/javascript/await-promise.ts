import type { Proposal } from '../strategy.ts'
import { enclosingFunction } from './enclosing-function.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

/** Calls of Node and the web that always return a promise. */
const ALWAYS = new Set(['fetch'])

export const awaitPromise = onError({
  id: 'javascript/await-promise',
  title: 'Waits for a promise whose value is used',
  prior: 0.75,
  answers: ['TypeError', 'ERR_INVALID_ARG_TYPE', 'SyntaxError', 'Error'],
  propose: (source, { diagnosis }) => {
    if (
      !/is not a function|is not iterable|Cannot read prop|Cannot destructure|Promise|not valid JSON/.test(
        diagnosis.message,
      )
    )
      return []
    const calls = unawaited(source)
    const named = new Set(source.tokens.filter(({ line }) => line === diagnosis.line).map(({ text }) => text))
    return calls.slice(0, 6).map((index): Proposal => {
      const token = source.tokens[index]
      const at = token?.start ?? 0
      const target = source.tokens[index - 2]?.text ?? ''
      const isNear =
        token?.line === diagnosis.line || (isPunctuation(source.tokens[index - 1], '=') && named.has(target))
      return {
        edits: [awaitAt(source, index, at)].flat(),
        why: `waited for what \`${token?.text}\` promises on line ${token?.line}`,
        sureness: isNear ? 0.92 : 0.5,
      }
    })
  },
})

/** `load().name` has to become `(await load()).name`. */
function awaitAt({ tokens, partner }: Source, index: number, at: number) {
  let end = partner.get(callOf({ tokens }, index)) ?? index
  const isAsked = isPunctuation(tokens[end + 1], '.', '[', '?.')
  if (!isAsked) return [{ start: at, end: at, text: 'await ' }]
  end = tokens[end]?.end ?? at
  return [
    { start: at, end: at, text: '(await ' },
    { start: end, end, text: ')' },
  ]
}

/** The parenthesis of the call that begins with this token: `this.load(`, `load(`. */
function callOf({ tokens }: Pick<Source, 'tokens'>, index: number): number {
  let at = index
  while (isPunctuation(tokens[at + 1], '.')) at += 2
  return at + 1
}

/** Calls of the program's own async functions that use the promise as a value, in places that can wait. */
function unawaited(source: Source): number[] {
  const { tokens } = source
  const names = asyncNames(source)
  return tokens.flatMap((token, index) => {
    if (
      !isPlainName(token) ||
      !isPunctuation(tokens[index + 1], '(') ||
      !(names.has(token.text) || isOfPromise(tokens, index))
    )
      return []
    let start = index
    while (isPunctuation(tokens[start - 1], '.') && tokens[start - 2]?.kind === 'name') start -= 2
    const before = tokens[start - 1]
    if (isWord(before, 'await', 'function', 'async', 'return', 'new') || isPunctuation(before, '.')) return []
    if (isPunctuation(tokens[(source.partner.get(index + 1) ?? 0) + 1], '{')) return []
    const around = enclosingFunction(source, start)
    return around === undefined || around.isAsync ? [start] : []
  })
}

const isOfPromise = (tokens: Source['tokens'], index: number): boolean =>
  isWord(tokens[index - 2], 'Promise') && isWord(tokens[index], 'all', 'allSettled', 'race', 'any')

function asyncNames({ tokens }: Source): Set<string> {
  const names = new Set(ALWAYS)
  for (const [index, token] of tokens.entries())
    if (/^['"](?:node:)?\w+\/promises['"]$/.test(token.text)) fromPromises(tokens, index, names)
  for (const [index, token] of tokens.entries()) {
    if (!isWord(token, 'async')) continue
    const name = isWord(tokens[index + 1], 'function') ? tokens[index + 2] : tokens[index + 1]
    if (isPlainName(name) && isPunctuation(tokens[tokens.indexOf(name, index) + 1], '(')) names.add(name.text)
    if (isPunctuation(tokens[index - 1], '=', ':') && isPlainName(tokens[index - 2]))
      names.add(tokens[index - 2]?.text ?? '')
  }
  return names
}

/** Names imported from `fs/promises` and its kind return promises. */
function fromPromises(tokens: Source['tokens'], index: number, names: Set<string>): void {
  for (let at = index - 1; at > index - 40 && !isWord(tokens[at], 'import', 'const'); at--) {
    const name = tokens[at]
    if (isPlainName(name) && isPunctuation(tokens[at + 1], ',', '}')) names.add(name.text)
  }
}
