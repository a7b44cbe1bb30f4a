import type { Token } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { areAdjacent } from './adjacency.ts'
import { matchBrackets, OPENER } from './brackets.ts'
import { definitionsOf } from './definitions.ts'
import { best, insert, propose, remove, replace } from './edits.ts'
import { splitKnown } from './known-names.ts'
import { type Program, readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const openBracket: Strategy = {
  id: 'python/open-bracket',
  languages: ['python'],
  title: 'Opens the bracket that a closing one answers, or takes a closing one away that answers none',
  answers: SYNTAX_ERRORS,
  prior: 0.85,
  propose({ code }) {
    const program = readProgram(code)
    const proposals = program.statements.flatMap(({ tokens }) => {
      const { unmatched, mismatched } = matchBrackets(tokens)
      const closers = [...unmatched, ...mismatched.map(({ close }) => close)]
      return closers.slice(0, 2).flatMap((closer) => proposalsFor({ program, tokens, closer }))
    })
    return best(proposals)
  },
}

interface Place {
  program: Program
  tokens: Token[]
  closer: Token
}

function proposalsFor(place: Place): Proposal[] {
  const { tokens, closer } = place
  const why = `took away a "${closer.text}" that answers no bracket`
  const isDoubled = tokens[tokens.indexOf(closer) - 1]?.text === closer.text
  const after = tokens[tokens.indexOf(closer) + 1]
  const goesOn = after?.kind === 'operator' && ![':', ',', ';'].includes(after.text)
  return [...openings(place), ...early(place), propose(remove(closer), why, isDoubled ? 0.85 : goesOn ? 0.4 : 0.6)]
}

/** `print(a)), b)`: the call ended before its arguments did. */
function early({ tokens, closer }: Place): Proposal[] {
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (token === closer) break
    if (token.kind === 'open') depth++
    if (token.kind === 'close') depth--
    const isDoubled = tokens[index - 1]?.text === token.text
    if (depth !== 0 || token.text !== closer.text || !isDoubled || tokens[index + 1]?.text !== ',') continue
    return [propose(remove(token), `took away a "${token.text}" that closed too early on line ${token.line}`, 0.9)]
  }
  return []
}

function openings(place: Place): Proposal[] {
  const { tokens, closer } = place
  const opener = OPENER[closer.text] ?? ''
  const why = `opened the bracket that is closed on line ${closer.line}`
  const before = tokens.slice(0, tokens.indexOf(closer))
  const beside = before.flatMap((right, index) => {
    const left = before[index - 1]
    if (!left || !areAdjacent(left, right)) return []
    const gap = { start: left.end, end: right.line === left.line ? right.start : left.end }
    return [propose(replace(gap, opener), why, 0.9)]
  })
  return [
    ...beside,
    ...split(place, before),
    ...emptyCall(place, before),
    ...indexes(place, before),
    ...literals(place, before),
  ]
}

/** `printx)`: the lost bracket made one name of two. */
function split({ program, closer }: Place, before: Token[]): Proposal[] {
  const opener = OPENER[closer.text] ?? ''
  return before.flatMap((token) => {
    const at = token.kind === 'name' ? splitKnown(program, token, before[before.indexOf(token) - 1]?.text) : undefined
    return at === undefined
      ? []
      : [propose(insert(token.start + at, opener), `opened a bracket inside of "${token.text}"`, 0.88)]
  })
}

/** `name.upper)`: a call without arguments. */
function emptyCall({ program, closer }: Place, before: Token[]): Proposal[] {
  const last = before.at(-1)
  if (closer.text !== ')' || last?.kind !== 'name') return []
  const isMethod = before.at(-2)?.text === '.'
  const isVariable = definitionsOf(program).some(
    ({ name, kind }) => name === last.text && kind !== 'function' && kind !== 'class',
  )
  return [propose(insert(closer.start, '('), `called "${last.text}"`, isMethod ? 0.85 : isVariable ? 0.3 : 0.65)]
}

/** `items-1]` and `items:3]` */
function indexes({ closer }: Place, before: Token[]): Proposal[] {
  const [last, sign, name] = [before.at(-1), before.at(-2), before.at(-3)]
  if (closer.text !== ']' || last?.kind !== 'number' || !sign || !name) return []
  const isTouching = name.kind === 'name' && name.end === sign.start && (sign.text === '-' || sign.text === ':')
  return isTouching ? [propose(insert(name.end, '['), `indexed "${name.text}"`, 0.92)] : []
}

/** `x = 1, 2]`: opens a literal at the start of its expression. */
function literals({ tokens, closer }: Place, before: Token[]): Proposal[] {
  const opener = OPENER[closer.text] ?? ''
  const depths: number[] = []
  let depth = 0
  for (const token of before.toReversed()) {
    if (token.kind === 'close') depth++
    else if (token.kind === 'open') depth--
    depths.unshift(depth)
  }
  const starts = before.flatMap(({ text }, index) => {
    const isStart = ['=', 'return', 'in', '+', '-', '*', '/', ',', ':', '(', '[', '+=', 'and', 'or', 'not'].includes(
      text,
    )
    const next = before[index + 1]
    return isStart && next && (depths[index + 1] ?? 0) === 0 ? [{ text, at: next.start, index }] : []
  })
  const after = tokens[tokens.indexOf(closer) + 1]
  const goesOn = after?.kind === 'operator' && ![':', ',', ';'].includes(after.text)
  const empty = before.at(-1)
  const isEmpty = empty !== undefined && ['=', 'return', ',', '('].includes(empty.text)
  const why = `opened the bracket that is closed on line ${closer.line}`
  const pair = isEmpty ? [propose(insert(closer.start, opener), why, 0.93)] : []
  return [
    ...pair,
    ...starts.map(({ text, at, index }) => {
      const isStart = ['=', 'return', 'in'].includes(text)
      const hasItems = before.some(
        (each, place) => place > index && depths[place] === 0 && [',', ':', 'for'].includes(each.text),
      )
      const isLikely = isStart && opener !== '(' && (hasItems || before.length - index === 2)
      return propose(insert(at, opener), why, isLikely ? 0.86 : isStart && goesOn && opener === '(' ? 0.8 : 0.4)
    }),
  ]
}
