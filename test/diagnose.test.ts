import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Told } from './failing-programs/failing-program.ts'
import { failingPrograms } from './failing-programs/failing-programs.ts'
import recorded from './failing-programs/recorded.json' with { type: 'json' }
import { tell } from './failing-programs/tell.ts'
import { isHere } from './support/languages-here.ts'
import { openProgramRunner } from './support/program-runner.ts'

/** Patterns are tested on a record of all programs; running every one again takes a minute. */
const EVERY = 8

let runner: Awaited<ReturnType<typeof openProgramRunner>>
beforeAll(async () => {
  runner = await openProgramRunner()
})
afterAll(() => runner.close())

describe('the record of interpreters’ messages', () => {
  it('has every program in its present form', () => {
    const programs = recorded.map(({ pattern, language, code }) => ({ pattern, language, code }))
    expect(programs, 'node test/failing-programs/record.ts writes it').toEqual(failingPrograms)
  })

  const sample = recorded.filter(({ language }, index) => index % EVERY === 0 && isHere(language))
  it.concurrent.for(sample)('equals their messages of today: $pattern', async ({ language, code, end, stderr }) => {
    expect(essence(tell(await runner.run(language, { code })))).toEqual(essence({ end, stderr } as Told))
  })
})

/** A pooled sandbox compiles a program in another way, which does not mark every place. */
function essence({ end: { error, ...end } }: Told) {
  return { ...end, type: error?.type, message: error?.message, line: error?.line }
}
