import type { Proposal } from '../strategy.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

const NEEDS_NEW = [
  /^Class constructor ([\w$]+) cannot be invoked without 'new'/,
  /^Constructor ([\w$]+) requires 'new'/,
  /^(Promise) constructor cannot be invoked without 'new'/,
  /^(Date)\(\.\.\.\)\.\w+ is not a function/,
]

export const addNew = onError({
  id: 'javascript/add-new',
  title: 'Adds a missing `new`, or takes away one before something that is no class',
  prior: 0.97,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const name = NEEDS_NEW.map((pattern) => pattern.exec(diagnosis.message)?.[1]).find((found) => found !== undefined)
    if (name !== undefined) return addTo(source, name)
    const wrong = /^([\w$.]{1,100}) is not a constructor/.exec(diagnosis.message)?.[1]
    return wrong === undefined ? [] : dropFrom(source, wrong, diagnosis.line)
  },
})

function addTo({ tokens }: Source, name: string): Proposal[] {
  const calls = tokens.filter((token, index) => {
    const before = tokens[index - 1]
    return (
      token.text === name &&
      isPunctuation(tokens[index + 1], '(', '<') &&
      !isWord(before, 'new', 'function', 'class') &&
      !isPunctuation(before, '.', ':', '<', '|')
    )
  })
  const edits = calls.map(({ start }) => ({ start, end: start, text: 'new ' }))
  return edits.length === 0 ? [] : [{ edits, why: `made ${name} with \`new\``, sureness: 0.97 }]
}

function dropFrom({ tokens }: Source, wrong: string, line: number | undefined): Proposal[] {
  const first = wrong.split('.')[0]
  return tokens.flatMap((token, index) => {
    const next = tokens[index + 1]
    if (!isWord(token, 'new') || next === undefined || next.text !== first || token.line !== line) return []
    return [
      {
        edits: [{ start: token.start, end: next.start, text: '' }],
        why: `called \`${wrong}\` without \`new\`, as it is no class`,
        sureness: 0.6,
      },
    ]
  })
}
