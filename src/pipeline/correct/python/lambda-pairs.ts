import type { Token } from '../../../language/python/tokens.ts'
import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { openBefore } from './brackets.ts'
import { best, messageOf, propose, remove, replace } from './edits.ts'
import { type Place, placeOf } from './expression.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const lambdaPairs: Strategy = {
  id: 'python/lambda-pairs',
  languages: ['python'],
  title: 'Lets a lambda that gets one pair take it apart by its places, and takes "return" out of a lambda',
  answers: ['TypeError', ...SYNTAX_ERRORS],
  prior: 0.9,
  propose(fault) {
    const place = placeOf(fault)
    if (!place) return []
    if (fault.diagnosis.type !== 'TypeError') return best([...returning(place), ...bracketed(place)])
    return messageOf(fault, /<lambda>\(\) missing \d required positional arguments?/) ? best(ofTwo(place)) : []
  },
}

/** `lambda x: return x + 1` */
function returning({ tokens }: Place): Proposal[] {
  return tokens.flatMap((token, at) => {
    const next = tokens[at + 1]
    const isInLambda = token.text === 'return' && tokens[at - 1]?.text === ':' && isLambdaBefore(tokens, at)
    return isInLambda && next
      ? [propose(remove({ start: token.start, end: next.start }), 'took "return" out of a lambda', 0.95)]
      : []
  })
}

const isLambdaBefore = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(Math.max(0, at - MOST_HEAD), at).some(({ text }) => text === 'lambda')

const MOST_HEAD = 12

interface Lambda {
  names: Token[]
  /** From the first parameter to the colon. */
  from: Token
  colon: number
  end: number
}

function lambdasIn(tokens: Token[]): Lambda[] {
  const open = openBefore(tokens)
  return tokens.flatMap((token, at): Lambda[] => {
    if (token.text !== 'lambda') return []
    const colon = tokens.findIndex(({ text }, index) => index > at && text === ':')
    const head = tokens.slice(at + 1, colon)
    const end = tokens.findIndex(
      ({ kind, text }, index) => index > colon && open[index] === open[at] && (text === ',' || kind === 'close'),
    )
    const [from] = head
    const names = head.filter(({ kind }) => kind === 'name')
    return colon === -1 || !from ? [] : [{ names, from, colon, end: end === -1 ? tokens.length : end }]
  })
}

/** `key=lambda name, age: age`: each call gives one pair. */
function ofTwo({ tokens }: Place): Proposal[] {
  return lambdasIn(tokens).flatMap((each) => {
    const head = tokens.slice(tokens.indexOf(each.from), each.colon)
    const isPlain = head.every(({ kind, text }) => kind === 'name' || text === ',')
    return isPlain && each.names.length > 1 ? apart(tokens, each) : []
  })
}

/** `lambda (name, age): age` of Python 2. */
function bracketed({ tokens }: Place): Proposal[] {
  return lambdasIn(tokens).flatMap((each) => {
    const isBracketed = each.from.text === '(' && tokens[each.colon - 1]?.text === ')'
    return isBracketed && each.names.length > 1 ? apart(tokens, each) : []
  })
}

function apart(tokens: Token[], { names, from, colon, end }: Lambda): Proposal[] {
  const used = new Set(tokens.map(({ text }) => text))
  const name = ['pair', 'item', 'each', 'entry'].find((each) => !used.has(each))
  const colonToken = tokens[colon]
  const places = new Map(names.map(({ text }, index) => [text, index]))
  const body = tokens.slice(colon + 1, end)
  if (name === undefined || !colonToken || body.some(({ text, string }) => text === 'lambda' || string?.inner.length))
    return []
  const edits: Edit[] = body.flatMap((token, index) => {
    const place = token.kind === 'name' && body[index - 1]?.text !== '.' ? places.get(token.text) : undefined
    const isLabel = body[index + 1]?.text === '='
    return place === undefined || isLabel ? [] : [replace(token, `${name}[${place}]`)]
  })
  const head = replace({ start: from.start, end: colonToken.start }, name)
  return [propose([head, ...edits], 'took the pair that the lambda gets apart by its places', 0.93)]
}
