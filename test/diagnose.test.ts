import { describe, expect, it } from 'vitest'
import { failingPrograms } from './failing-programs/failing-programs.ts'
import recorded from './failing-programs/recorded.json' with { type: 'json' }
import { messagesAreAsRecorded } from './support/recorded-messages.ts'

/** Patterns are tested on a record of all programs; `diagnose.full.test.ts` runs every one again. */
const EVERY = 16

describe('the record of interpreters’ messages', () => {
  it('has every program in its present form', () => {
    const programs = recorded.map(({ pattern, language, code }) => ({ pattern, language, code }))
    expect(programs, 'node test/failing-programs/record.ts writes it').toEqual(failingPrograms)
  })

  messagesAreAsRecorded(EVERY)
})
