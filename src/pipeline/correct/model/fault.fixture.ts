import type { ModelFault } from './model-fault.ts'

export const BROKEN = `def total(prices):
    return sum(prices

print(total([1, 2]))
print("done")
`

/** A Python program with a bracket that is never closed. */
export const faultOf = (over: Partial<ModelFault> = {}): ModelFault => ({
  code: BROKEN,
  language: 'python',
  diagnosis: {
    type: 'SyntaxError',
    message: "'(' was never closed",
    line: 2,
    column: 15,
    category: 'syntax',
    severity: 'high',
    recoverable: true,
    pattern: 'python/syntax',
    fingerprint: 'f',
    explanation: 'A bracket is opened on line 2 and never closed.',
  },
  facts: {},
  stderr: '',
  mayAssume: false,
  tried: [],
  history: [],
  ...over,
})
