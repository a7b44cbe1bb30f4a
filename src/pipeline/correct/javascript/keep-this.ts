import type { Proposal } from '../strategy.ts'
import { enclosingFunction } from './enclosing-function.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { offsetOf, tokenAt } from './offset-of.ts'
import type { Source } from './read-source.ts'

export const keepThis = onError({
  id: 'javascript/keep-this',
  title: 'Keeps `this` in a function that is handed on',
  prior: 0.8,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    if (!/properties of undefined|is not a function/.test(diagnosis.message)) return []
    const { tokens } = source
    const at = tokenAt(source, offsetOf(source, diagnosis))
    const usesThis = tokens.some((token) => token.line === diagnosis.line && isWord(token, 'this'))
    return usesThis ? [...arrowInstead(source, at), ...bound(source)] : []
  },
})

/** Turns `function (x) { … this … }` as an argument into an arrow function, which has no `this` of its own. */
function arrowInstead(source: Source, index: number): Proposal[] {
  const { tokens, partner } = source
  const around = enclosingFunction(source, Math.min(index, tokens.length - 1))
  const word = tokens[around?.start ?? -1]
  if (!around?.brace || !word || !isWord(word, 'function') || !isPunctuation(tokens[around.start + 1], '(')) return []
  if (!isPunctuation(tokens[around.start - 1], '(', ',')) return []
  const closer = tokens[partner.get(around.start + 1) ?? -1]
  const opener = tokens[around.start + 1]
  if (!closer || !opener) return []
  const edits = [
    { start: word.start, end: opener.start, text: '' },
    { start: closer.end, end: closer.end, text: ' =>' },
  ]
  return [
    { edits, why: `made the function of line ${word.line} an arrow function, which keeps \`this\``, sureness: 0.93 },
  ]
}

/** `run(this.step)` passes the method without its object. */
function bound({ tokens }: Source): Proposal[] {
  return tokens.flatMap((token, index) => {
    const [dot, name, next] = [tokens[index + 1], tokens[index + 2], tokens[index + 3]]
    const isHanded =
      isWord(token, 'this') && isPunctuation(dot, '.') && isPlainName(name) && isPunctuation(next, ',', ')')
    if (!isHanded || !isPunctuation(tokens[index - 1], '(', ',') || !isMethod(tokens, name.text)) return []
    return [
      {
        edits: [{ start: name.end, end: name.end, text: '.bind(this)' }],
        why: `bound \`${name.text}\` to its object`,
        sureness: 0.75,
      },
    ]
  })
}

const isMethod = (tokens: Source['tokens'], name: string): boolean =>
  tokens.some((token, index) => token.text === name && token.isFirst && isPunctuation(tokens[index + 1], '('))
