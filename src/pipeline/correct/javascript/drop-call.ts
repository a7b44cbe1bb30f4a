import type { Edit, Proposal } from '../strategy.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { kindOf } from './members-of.ts'
import type { Source } from './read-source.ts'

/** Methods of other languages that are properties or expressions in JavaScript. */
const PROPERTIES: Record<string, string[]> = {
  length: ['.length'], size: ['.length', '.size'], len: ['.length'], count: ['.length'], Length: ['.length'], isEmpty: ['.length === 0'],
  first: ['.at(0)'], last: ['.at(-1)'], getLength: ['.length'], message: ['.message'], reverse: [".split('').reverse().join('')"],
  __len__: ['.length'],
} // biome-ignore format: a table

export const dropCall = onError({
  id: 'javascript/drop-call',
  title: 'Asks for a property where a method was called that does not exist',
  prior: 0.9,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const [, receiver = '', wrong = ''] =
      /(?:([\w$]+)|\W)\.([\w$]+) is not a function/.exec(diagnosis.message.slice(0, 500)) ?? []
    const meant = Object.hasOwn(PROPERTIES, wrong) ? (PROPERTIES[wrong] ?? []) : []
    const { tokens } = source
    const isGetter = tokens.some((token, index) => token.text === wrong && isWord(tokens[index - 1], 'get'))
    const read = isGetter ? callsOf(source, wrong).map(({ end }) => ({ start: end - 2, end, text: '' })) : []
    if (read.length > 0) return [{ edits: read, why: `read \`${wrong}\`, which is no method`, sureness: 0.95 }]
    const hasSize = ['Map', 'Set'].includes(kindOf(source, receiver) ?? '')
    return (hasSize ? meant.toReversed() : meant)
      .map(
        (text, order): Proposal => ({
          edits: callsOf(source, wrong).map((range) => ({ ...range, text })),
          why: `wrote \`${text}\` instead of calling \`${wrong}()\``,
          sureness: 0.95 - order * 0.2,
        }),
      )
      .filter(({ edits }) => edits.length > 0)
  },
})

/** Ranges from the dot to the closing parenthesis, for calls without arguments. */
function callsOf({ tokens }: Source, name: string): Omit<Edit, 'text'>[] {
  return tokens.flatMap((token, index) => {
    const [dot, opener, closer] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
    const isCall =
      token.text === name && isPunctuation(dot, '.') && isPunctuation(opener, '(') && isPunctuation(closer, ')')
    return isCall && dot && closer ? [{ start: dot.start, end: closer.end }] : []
  })
}
