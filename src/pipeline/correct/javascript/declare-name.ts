import type { Proposal } from '../strategy.ts'
import { declaredNames } from './declared-names.ts'
import { enclosingFunction } from './enclosing-function.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { indentOf, type Source } from './read-source.ts'
import { undefinedName, usesOf } from './spell-name.ts'

export const declareName = onError({
  id: 'javascript/declare-name',
  title: 'Declares a variable where it is given its first value',
  prior: 0.85,
  bold: 'a variable that is read before it has a value',
  answers: ['ReferenceError'],
  propose: (source, { diagnosis }) => {
    const early = /^Cannot access '([\w$]{1,100})' before initialization/.exec(diagnosis.message)?.[1]
    const name = early ?? undefinedName(diagnosis.message)
    if (name === undefined) return []
    const assigned = source.tokens.flatMap((each, at) => (each.text === name && isAssigned(source, at) ? [at] : []))
    const here = assigned.find((at) => source.tokens[at]?.line === diagnosis.line)
    // A name that is declared elsewhere may still be undeclared where it gets a value.
    const index = here ?? (early === undefined && !declaredNames(source).has(name) ? assigned[0] : undefined) ?? -1
    const token = source.tokens[index]
    if (token === undefined) return []
    const word = isWord(source.tokens[index + 1], 'of', 'in') ? 'const' : 'let'
    const declared: Proposal = {
      edits: [{ start: token.start, end: token.start, text: `${word} ` }],
      why: `declared \`${name}\` with ${word} where it gets its first value`,
      sureness: 0.95,
    }
    const failing = source.tokens.findIndex((each) => each.text === name && each.line === diagnosis.line)
    // The failing line reads the variable: declared above it is undefined there, where it was an error.
    const isRead = here === undefined || failing < here || readsItself(source, here)
    const readEarly = isRead ? { assumption: `\`${name}\` may be undefined where it is read first` } : {}
    // A variable of the same name further out is another one, declared too late for this place.
    return early !== undefined || isSeenFrom(source, index, name)
      ? [declared]
      : [
          { ...above(source, index, name), ...readEarly },
          { ...declared, sureness: 0.3 },
        ]
  },
})

/** `out = x + out`: a value of its own is asked for before there is one. */
function readsItself({ tokens }: Source, index: number): boolean {
  const end = tokens.findIndex((token, at) => at > index && (token.isFirst || isPunctuation(token, ';')))
  return tokens.slice(index + 1, end === -1 ? undefined : end).some(({ text }) => text === tokens[index]?.text)
}

/** Whether the whole statement assigns the name, or the head of a loop does. */
function isAssigned({ tokens, parent }: Source, index: number): boolean {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]]
  if (isPunctuation(before, '(') && isWord(tokens[(parent[index] ?? 0) - 1], 'for'))
    return isPunctuation(next, '=') || isWord(next, 'of', 'in')
  if (!isPunctuation(next, '=')) return false
  return token?.isFirst === true || before === undefined || isPunctuation(before, ';', '{', '}')
}

/** Whether all uses stand behind the first assignment, in its block. */
function isSeenFrom(source: Source, index: number, name: string): boolean {
  const first = source.tokens[index]
  const holder = source.parent[index] ?? -1
  const isLoop = isPunctuation(source.tokens[holder], '(')
  const end = isLoop ? endOfLoop(source, holder) : (source.partner.get(holder) ?? source.tokens.length)
  const limit = source.tokens[end]?.start ?? source.code.length
  return usesOf(source, name).every(({ start }) => start >= (first?.start ?? 0) && start <= limit)
}

function endOfLoop({ tokens, partner }: Source, header: number): number {
  const body = (partner.get(header) ?? header) + 1
  if (isPunctuation(tokens[body], '{')) return partner.get(body) ?? tokens.length
  let end = body
  while (end < tokens.length && !isPunctuation(tokens[end], ';') && !(end > body && tokens[end]?.isFirst)) end++
  return end
}

/** Declares the name at the start of the function around it, so that all uses can see it. */
function above(source: Source, index: number, name: string): Proposal {
  const brace = enclosingFunction(source, index)?.brace
  const inside = brace === undefined ? source.tokens[0] : source.tokens[brace + 1]
  const at = inside?.start ?? 0
  const edits = [{ start: at, end: at, text: `let ${name}\n${indentOf(source, inside?.line ?? 1)}` }]
  return { edits, why: `declared \`${name}\` before it is used`, sureness: 0.85 }
}
