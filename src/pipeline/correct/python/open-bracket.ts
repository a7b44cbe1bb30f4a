import type { Proposal, Strategy } from '../strategy.ts'
import { findAdjacent } from './adjacency.ts'
import { matchBrackets, OPENER } from './brackets.ts'
import { best, insert, propose, remove, replace } from './edits.ts'
import { splitKnown } from './known-names.ts'
import { type Program, readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'
import type { Token } from './tokens.ts'

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
  return [...openings(place), propose(remove(closer), why, isDoubled ? 0.8 : 0.6)]
}

function openings(place: Place): Proposal[] {
  const { tokens, closer } = place
  const opener = OPENER[closer.text] ?? ''
  const why = `opened the bracket that is closed on line ${closer.line}`
  const before = tokens.slice(0, tokens.indexOf(closer))
  const beside = findAdjacent(before).map((index) => {
    const [left, right] = [before[index - 1], before[index]]
    if (!left || !right) return propose([], why, 0)
    const gap = { start: left.end, end: right.line === left.line ? right.start : left.end }
    return propose(replace(gap, opener), why, 0.9)
  })
  return [...beside, ...split(place, before), ...emptyCall(place, before), ...literals(place, before)]
}

/** `printx)`: the lost bracket made one name of two. */
function split({ program, closer }: Place, before: Token[]): Proposal[] {
  const opener = OPENER[closer.text] ?? ''
  return before.flatMap((token) => {
    const at = token.kind === 'name' ? splitKnown(program, token) : undefined
    return at === undefined
      ? []
      : [propose(insert(token.start + at, opener), `opened a bracket inside of "${token.text}"`, 0.88)]
  })
}

/** `name.upper)`: a call without arguments. */
function emptyCall({ closer }: Place, before: Token[]): Proposal[] {
  const last = before.at(-1)
  if (closer.text !== ')' || last?.kind !== 'name') return []
  const isMethod = before.at(-2)?.text === '.'
  return [propose(insert(closer.start, '('), `called "${last.text}"`, isMethod ? 0.85 : 0.65)]
}

/** `x = 1, 2]`: a literal, from where its expression begins. */
function literals({ closer }: Place, before: Token[]): Proposal[] {
  const opener = OPENER[closer.text] ?? ''
  const depths: number[] = []
  let depth = 0
  for (const token of before.toReversed()) {
    if (token.kind === 'close') depth++
    else if (token.kind === 'open') depth--
    depths.unshift(depth)
  }
  const starts = before.flatMap(({ text, end }, index) => {
    const isStart = ['=', 'return', 'in', '+', '-', '*', '/', ',', ':', '(', '[', '+=', 'and', 'or', 'not'].includes(
      text,
    )
    const next = before[index + 1]
    return isStart && next && (depths[index + 1] ?? 0) === 0 ? [{ text, at: next.start, end }] : []
  })
  return starts.map(({ text, at }) => {
    const isLikely = (text === '=' || text === 'return' || text === 'in') && opener !== '('
    return propose(
      insert(at, opener),
      `opened the bracket that is closed on line ${closer.line}`,
      isLikely ? 0.86 : 0.4,
    )
  })
}
