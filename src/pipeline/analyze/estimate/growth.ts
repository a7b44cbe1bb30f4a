/** How time grows with the size of the input. */
export interface Growth {
  kind: 'polynomial' | 'exponential' | 'factorial' | 'unbounded'
  /** Power of n; one half is a square root. */
  degree: number
  /** How often log n is a factor. */
  logs: number
  /** The observations that the estimate rests on. */
  reasons: readonly string[]
}

const KINDS = ['polynomial', 'exponential', 'factorial', 'unbounded'] as const
const MOST_REASONS = 6

export const CONSTANT: Growth = { kind: 'polynomial', degree: 0, logs: 0, reasons: [] }
export const power = (degree: number, reason?: string): Growth => ({ ...CONSTANT, degree, reasons: listOf(reason) })
export const logarithmic = (reason?: string): Growth => ({ ...CONSTANT, logs: 1, reasons: listOf(reason) })
export const sorting = (reason?: string): Growth => ({ ...CONSTANT, degree: 1, logs: 1, reasons: listOf(reason) })
export const beyond = (kind: Exclude<Growth['kind'], 'polynomial'>, reason?: string): Growth => ({
  ...CONSTANT,
  kind,
  reasons: listOf(reason),
})

const listOf = (reason: string | undefined): string[] => (reason === undefined ? [] : [reason])

export const isConstant = ({ kind, degree, logs }: Growth): boolean =>
  kind === 'polynomial' && degree === 0 && logs === 0

export const withReason = (growth: Growth, reason: string): Growth => ({
  ...growth,
  reasons: [reason, ...growth.reasons].slice(0, MOST_REASONS),
})

/** Growth of one piece of work nested in another. */
export function times(outer: Growth, inner: Growth): Growth {
  if (isConstant(inner)) return outer
  if (isConstant(outer)) return inner
  return {
    kind: rank(outer) >= rank(inner) ? outer.kind : inner.kind,
    degree: outer.degree + inner.degree,
    logs: outer.logs + inner.logs,
    reasons: [...outer.reasons, ...inner.reasons].slice(0, MOST_REASONS),
  }
}

/** Growth of two pieces of work in sequence: the larger one counts. */
export function larger(one: Growth, other: Growth): Growth {
  const order = rank(other) - rank(one) || other.degree - one.degree || other.logs - one.logs
  return order > 0 ? other : one
}

const rank = ({ kind }: Growth): number => KINDS.indexOf(kind)

/** `O(n²)` and the like. */
export function growthText({ kind, degree, logs }: Growth): string {
  if (kind === 'unbounded') return 'unbounded'
  if (kind === 'factorial') return 'O(n!)'
  if (kind === 'exponential') return 'O(2^n)'
  const whole = Math.floor(degree)
  const parts = [
    whole > 0 ? `n${whole > 1 ? superscript(whole) : ''}` : '',
    degree > whole ? '√n' : '',
    logs > 0 ? `log${logs > 1 ? superscript(logs) : ''} n` : '',
  ]
  return `O(${parts.filter((part) => part !== '').join(' ') || '1'})`
}

const superscript = (value: number): string => [...String(value)].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')
