import type { Strategy } from '../strategy.ts'
import { partnerOf } from './brackets.ts'
import { messageOf, propose, replace } from './edits.ts'
import { expressionOf, placeOf } from './expression.ts'

export const filledList: Strategy = {
  id: 'python/filled-list',
  languages: ['python'],
  title: 'Appends to a list that starts empty where an item that it does not have is assigned',
  answers: ['IndexError'],
  prior: 0.85,
  propose(fault) {
    const place = messageOf(fault, /^list assignment index out of range/) && placeOf(fault)
    const { tokens = [], program } = place ?? {}
    const [name, open] = tokens
    const close = partnerOf(tokens, 1)
    const value = place && expressionOf(place, [close + 2, tokens.length])
    if (!program || !value || name?.kind !== 'name' || open?.text !== '[' || tokens[close + 1]?.text !== '=') return []
    const starts = program.statements.filter(
      (each) => each.tokens[0]?.text === name.text && each.tokens[1]?.text === '=',
    )
    const isEmpty =
      starts.length === 1 &&
      starts[0]?.tokens
        .slice(2)
        .map(({ text }) => text)
        .join('') === '[]'
    const index = tokens.slice(2, close)
    const isInOrder =
      index.length === 1 && (index[0]?.text === '0' || countsUp(program.statements, index[0]?.text ?? ''))
    const edit = replace({ start: name.start, end: value.end }, `${name.text}.append(${value.text})`)
    return isEmpty && isInOrder ? [propose(edit, `appended to "${name.text}", which starts empty`, 0.9)] : []
  },
}

/** `for i in range(n)` and `for i, x in enumerate(xs)`: the places come in order. */
function countsUp(statements: readonly { tokens: readonly { text: string }[] }[], name: string): boolean {
  const loops = statements.filter(({ tokens }) => tokens[0]?.text === 'for' && tokens[1]?.text === name)
  return loops.length === 1 && loops.every(({ tokens }) => FROM_ZERO.test(tokens.map(({ text }) => text).join(' ')))
}

const FROM_ZERO = /^for \w+ in range \( (?:[^,]*|0 , [^,]*) \) :|^for \w+ , .* in enumerate \( [^,]* \) :/
