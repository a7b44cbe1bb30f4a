import fc from 'fast-check'
import { expect } from 'vitest'
import type { Diagnosis } from '../../contract/diagnosis.ts'
import { applyEdits } from '../apply-edits.ts'
import type { Proposal, Strategy } from './strategy.ts'

export type Told = Partial<Diagnosis>

/** A strategy's proposals for a program that failed like this. */
export function proposed(strategy: Strategy, code: string, told: Told = {}): Proposal[] {
  const diagnosis: Diagnosis = {
    type: 'SyntaxError',
    message: '',
    category: 'syntax',
    severity: 'high',
    recoverable: true,
    pattern: 'test',
    fingerprint: 'test',
    explanation: '',
    ...told,
  }
  return strategy.propose({ code, language: strategy.languages[0] ?? '', diagnosis, facts: {} })
}

/** The program as the best proposal leaves it; undefined when there is none. */
export function repaired(strategy: Strategy, code: string, told: Told = {}): string | undefined {
  const [best] = proposed(strategy, code, told).sort((one, other) => other.sureness - one.sureness)
  return best && applyEdits(code, best.edits)
}

interface AnyText {
  strategies: readonly Strategy[]
  /** Pieces that texts are made of, beside any others. */
  pieces: readonly string[]
  messages: readonly string[]
  types?: readonly string[]
}

/** Expects every strategy to read any text, and its edits to be possible or to change nothing. */
export function expectEditsOfAnyText({ strategies, pieces, messages, types = ['SyntaxError'] }: AnyText): void {
  // Mostly pieces: openings that nothing closes, one in the other, are rare among other letters.
  const piece = { weight: 4, arbitrary: fc.constantFrom(...pieces) }
  const other = { weight: 1, arbitrary: fc.string({ maxLength: 6 }) }
  const code = fc.array(fc.oneof(piece, other), { maxLength: 30, size: 'max' }).map((parts) => parts.join(''))
  const told = fc.record({
    message: fc.constantFrom(...messages),
    line: fc.integer({ min: 1, max: 9 }),
    column: fc.integer({ min: 1, max: 9 }),
    type: fc.constantFrom(...types),
  })
  fc.assert(
    fc.property(code, told, (text, failure) => {
      for (const strategy of strategies) {
        for (const { edits, sureness } of proposed(strategy, text, failure)) {
          expect(sureness).toBeGreaterThan(0)
          expect(sureness).toBeLessThanOrEqual(1)
          const isMade =
            applyEdits(text, edits) !== undefined ||
            edits.every(({ start, end, text: by }) => text.slice(start, end) === by)
          expect(isMade, `${strategy.id} on ${JSON.stringify(text)}`).toBe(true)
        }
      }
    }),
    { numRuns: 150 * types.length },
  )
}
