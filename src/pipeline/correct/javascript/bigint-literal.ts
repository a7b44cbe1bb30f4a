import { onError } from './javascript-strategy.ts'

export const bigintLiteral = onError({
  id: 'javascript/bigint-literal',
  title: 'Makes the plain numbers of a calculation with BigInt big ones too',
  prior: 0.85,
  answers: ['TypeError'],
  propose: ({ tokens }, { diagnosis }) => {
    if (!/Cannot mix BigInt/.test(diagnosis.message)) return []
    const numbers = tokens.filter(
      ({ kind, line, text }) => kind === 'number' && line === diagnosis.line && /^\d+$/.test(text),
    )
    const edits = numbers.map(({ end }) => ({ start: end, end, text: 'n' }))
    return edits.length === 0 ? [] : [{ edits, why: 'wrote the numbers of the calculation as BigInt', sureness: 0.9 }]
  },
})
