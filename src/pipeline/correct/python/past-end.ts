import type { Fault, Proposal } from '../strategy.ts'
import { insert, messageOf, propose, replace } from './edits.ts'
import { callsIn, type Place } from './expression.ts'
import type { Program, Statement } from './program.ts'

/** `range(len(x) + 1)`, `range(1, len(x) + 1)`, `while i <= len(x)`, and `x[i + 1]` in a loop to the end. */
export function pastEnd(fault: Fault, { program, tokens, statement }: Place): Proposal[] {
  if (!messageOf(fault, /index out of range|index \d+ is out of bounds/)) return []
  const heads = headsAround(program, statement)
  const within = [...heads.map((head) => head.tokens), tokens]
  const ranges = within
    .flatMap((each) => callsIn({ program, tokens: each }))
    .flatMap(({ name, arguments: given }): Proposal[] => {
      const last = given.at(-1)
      if (name !== 'range' || !last) return []
      const [from, , step] = given
      if (from && /^len\([^()]*\)$/.test(from.text) && step?.text === '-1')
        return [propose(insert(from.end, ' - 1'), 'started at the last index', 0.93)]
      const surplus = /^(len\([^()]*\)|\w+) *\+ *1$/.exec(last.text)
      if (surplus && isLength(program, surplus[1] ?? ''))
        return [propose(replace(last, surplus[1] ?? ''), 'stopped at the last index', 0.93)]
      const ahead = tokens.find(
        ({ text }, at) => text === '+' && tokens[at + 1]?.text === '1' && tokens[at + 2]?.text === ']',
      )
      if (!ahead || !/^len\([^()]*\)$/.test(last.text)) return []
      const why = 'stopped before the last index, since the next one is looked at'
      const stopped = propose(insert(last.end, ' - 1'), why, 0.88)
      // A loop that begins at 1 has left room for the one before.
      return from?.text === '1' && given.length === 2
        ? [propose(replace(ahead, '-'), 'looked at the one before', 0.9), { ...stopped, sureness: 0.5 }]
        : [stopped]
    })
  const whiles = heads.flatMap(({ first, tokens: each }) => {
    const at = each.findIndex(({ text }, index) => text === '<=' && each[index + 1]?.text === 'len')
    const token = each[at]
    return first.text === 'while' && token ? [propose(replace(token, '<'), 'stopped before the length', 0.93)] : []
  })
  return [...ranges, ...whiles, ...ofLength(tokens), ...fromLength(program, tokens)]
}

/** `len(x)`, or a variable that was given it and nothing else. */
function isLength({ statements }: Program, text: string): boolean {
  if (text.startsWith('len(')) return true
  const given = statements.filter(({ tokens }) => tokens[0]?.text === text && /^.?=$/.test(tokens[1]?.text ?? ''))
  return given.length === 1 && given[0]?.tokens[1]?.text === '=' && given[0].tokens[2]?.text === 'len'
}

/** `last = len(x)`, and then `x[last]`. */
function fromLength({ code, statements }: Program, tokens: Place['tokens']): Proposal[] {
  const indexed = tokens.flatMap(({ text }, at) =>
    text === '[' && tokens[at + 2]?.text === ']' ? [[tokens[at - 1]?.text, tokens[at + 1]?.text]] : [],
  )
  return statements.flatMap(({ tokens: [name, equals], last, first }) => {
    const value = equals?.text === '=' ? code.slice(equals.end, last.end).trim() : ''
    const isEnd = indexed.some(([list, index]) => index === name?.text && value === `len(${list})`)
    return isEnd ? [propose(insert(last.end, ' - 1'), `began ${first.text} at the last index`, 0.93)] : []
  })
}

/** `x[len(x)]` lies behind the last element. */
function ofLength(tokens: Place['tokens']): Proposal[] {
  return tokens.flatMap((token, at) => {
    const isLast =
      token.text === '[' &&
      tokens[at + 1]?.text === 'len' &&
      tokens[at + 4]?.text === ')' &&
      tokens[at + 5]?.text === ']' &&
      tokens[at + 3]?.text === tokens[at - 1]?.text
    const end = tokens[at + 4]?.end
    return isLast && end !== undefined ? [propose(insert(end, ' - 1'), 'took the last one', 0.95)] : []
  })
}

function headsAround({ statements }: Program, inner: Statement): Statement[] {
  const heads: Statement[] = []
  let width = inner.width
  for (let at = statements.indexOf(inner) - 1; at >= 0 && width > 0; at--) {
    const above = statements[at]
    if (!above || above.width >= width) continue
    width = above.width
    heads.push(above)
  }
  return heads
}
