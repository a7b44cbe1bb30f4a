import type { Proposal } from '../strategy.ts'
import { braceKind, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { offsetOf, tokenAt } from './offset-of.ts'
import type { Source } from './read-source.ts'
import { undefinedName, usesOf } from './spell-name.ts'

export const addThis = onError({
  id: 'javascript/add-this',
  title: 'Adds `this.` before a field or method of the class',
  prior: 0.92,
  answers: ['ReferenceError'],
  propose: (source, { diagnosis }) => {
    const name = undefinedName(diagnosis.message)
    if (name === undefined) return []
    const brace = classAround(source, tokenAt(source, offsetOf(source, diagnosis)))
    const end = source.tokens[source.partner.get(brace) ?? -1]?.start
    const start = source.tokens[brace]?.start
    if (start === undefined || end === undefined || !isField(source, brace, name)) return []
    const uses = usesOf(source, name).filter(
      (token) => token.start > start && token.start < end && !isDeclared(source, token.start, brace),
    )
    const all = uses.map((token) => ({ start: token.start, end: token.start, text: 'this.' }))
    return all.length === 0
      ? []
      : [{ edits: all, why: `wrote \`this.${name}\`, which the class has`, sureness: 0.95 } satisfies Proposal]
  },
})

function classAround(source: Source, index: number): number {
  let at = source.parent[Math.min(index, source.tokens.length - 1)] ?? -1
  while (at >= 0 && !(isPunctuation(source.tokens[at], '{') && braceKind(source, at) === 'class'))
    at = source.parent[at] ?? -1
  return at
}

/** The class uses `this.name` somewhere, or declares it in its body. */
function isField({ tokens, parent, partner }: Source, brace: number, name: string): boolean {
  const end = partner.get(brace) ?? brace
  for (let at = brace + 1; at < end; at++) {
    if (tokens[at]?.text !== name) continue
    if (isPunctuation(tokens[at - 1], '.') && isWord(tokens[at - 2], 'this')) return true
    if (parent[at] === brace) return true
  }
  return false
}

/** The name of a method, and a field where it is declared, stay as they are. */
const isDeclared = (source: Source, offset: number, brace: number): boolean =>
  source.parent[tokenAt(source, offset)] === brace
