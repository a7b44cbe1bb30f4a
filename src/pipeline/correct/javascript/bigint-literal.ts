import type { Token } from '../../../language/javascript/tokens.ts'
import type { Proposal } from '../strategy.ts'
import { isPlainName, isPunctuation } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { kindOf } from './members-of.ts'
import type { Source } from './read-source.ts'

export const bigintLiteral = onError({
  id: 'javascript/bigint-literal',
  title: 'Makes the plain numbers of a calculation with BigInt big ones too, or the big ones plain for Math',
  prior: 0.85,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    if (/Cannot convert a BigInt value to a number/.test(diagnosis.message)) return plainForMath(source, diagnosis.line)
    if (!/Cannot mix BigInt/.test(diagnosis.message)) return []
    const here = source.tokens.filter(({ line }) => line === diagnosis.line)
    // A fraction has no place in a BigInt.
    if (here.some(({ kind, text }) => kind === 'number' && text.includes('.'))) return []
    const numbers = here.filter(({ kind, text }) => kind === 'number' && /^\d+$/.test(text))
    const literals = numbers.map(({ end }) => ({ start: end, end, text: 'n' }))
    const names = operands(source, diagnosis.line).filter((name) => kindOf(source, name) !== 'BigInt')
    return [
      ...(literals.length > 0
        ? [{ edits: literals, why: 'wrote the numbers of the calculation as BigInt', sureness: 0.9 }]
        : []),
      ...names.map((name): Proposal => {
        const edits = usesIn(here, name).map(({ start, end }) => ({ start, end, text: `BigInt(${name})` }))
        const sureness = kindOf(source, name) === 'Number' ? 0.85 : 0.6
        return { edits, why: `made a BigInt of \`${name}\` for the calculation`, sureness }
      }),
    ]
  },
})

const ARITHMETIC = ['+', '-', '*', '/', '%', '**', '+=', '-=', '*=', '/=', '%=', '**=']

/** Names on the line that a calculation works on; what is assigned to is none. */
function operands({ tokens }: Source, line: number | undefined): string[] {
  const found = tokens.flatMap((token, index) => {
    const [before, next] = [tokens[index - 1], tokens[index + 1]]
    if (token.line !== line || !isPlainName(token) || isPunctuation(before, '.', '?.')) return []
    const isWhole = !isPunctuation(next, '.', '?.', '(', '[')
    const isAssigned = next?.text.endsWith('=') && !isPunctuation(next, '==', '===', '<=', '>=', '!=', '!==')
    const isOperand = isPunctuation(before, ...ARITHMETIC) || isPunctuation(next, ...ARITHMETIC)
    return isOperand && isWhole && !isAssigned ? [token.text] : []
  })
  return [...new Set(found)]
}

const usesIn = (here: Token[], name: string): Token[] =>
  here.filter(({ text }, index) => text === name && !isPunctuation(here[index - 1], '.', '?.'))

/** `Math.max(big, 4)`: functions of Math take plain numbers only. */
function plainForMath({ tokens, partner }: Source, line: number | undefined): Proposal[] {
  const edits = tokens.flatMap((token, index) => {
    const end = partner.get(index + 3) ?? index
    if (token.line !== line || token.text !== 'Math' || !isPunctuation(tokens[index + 3], '(')) return []
    return tokens.slice(index + 4, end).flatMap((each, at) => {
      const [before, next] = [tokens[index + 3 + at], tokens[index + 5 + at]]
      const isWhole = isPunctuation(before, '(', ',') && isPunctuation(next, ')', ',')
      return isPlainName(each) && isWhole ? [{ start: each.start, end: each.end, text: `Number(${each.text})` }] : []
    })
  })
  return edits.length === 0 ? [] : [{ edits, why: 'made plain numbers for Math, which takes no BigInt', sureness: 0.8 }]
}
