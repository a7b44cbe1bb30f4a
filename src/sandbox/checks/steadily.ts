import { AssertionError } from 'node:assert'
import { channel } from 'node:diagnostics_channel'
import type { Check } from '../../contract/check.ts'
import { Inconclusive } from '../../contract/inconclusive.ts'

const TRIES = 4
const FIRST_PAUSE_MS = 1000

/** An inconclusive try, which another one followed. */
export interface UnsteadyTry {
  id: string
  reason: string
}

/** Publishes every such try, so that the tests list the unsteady ones at their end. */
export const unsteadyTries = channel('anneal:unsteady')

/** No try of a check could tell. For tests that is a failure as any other: a promise that holds in no try is not kept. */
export class NeverConclusive extends AssertionError {}

/** The same check, tried again while it is inconclusive. Fails with NeverConclusive where no try could tell. */
export const steadily = <T, C extends Check<T>>(check: C & Check<T>, tell = publish): C => ({
  ...check,
  async run(subject: T): Promise<void> {
    for (let tried = 1; ; tried++) {
      try {
        return await check.run(subject)
      } catch (error) {
        if (!(error instanceof Inconclusive)) throw error
        const { reason } = error
        if (tried === TRIES) throw new NeverConclusive({ message: `${reason}; and so in each of ${TRIES} tries` })
        tell({ id: check.id, reason })
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (tried - 1)))
      }
    }
  },
})

function publish(said: UnsteadyTry): void {
  unsteadyTries.publish(said)
}
