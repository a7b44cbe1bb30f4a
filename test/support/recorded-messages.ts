import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Told } from '../failing-programs/failing-program.ts'
import recorded from '../failing-programs/recorded.json' with { type: 'json' }
import { tell } from '../failing-programs/tell.ts'
import { isHere } from './languages-here.ts'
import { openProgramRunner } from './program-runner.ts'

/** Declares a test for one of so many recorded programs: its message is the one that was recorded. */
export function messagesAreAsRecorded(every: number): void {
  let runner: Awaited<ReturnType<typeof openProgramRunner>>
  beforeAll(async () => {
    runner = await openProgramRunner()
  })
  afterAll(() => runner.close())

  const sample = recorded.filter(({ language }, index) => index % every === 0 && isHere(language))
  it.concurrent.for(sample)('equals their messages of today: $pattern', async ({ language, code, end, stderr }) => {
    expect(essence(tell(await runner.run(language, { code })))).toEqual(essence({ end, stderr } as Told))
  })
}

/** A pooled sandbox compiles a program in another way, which does not mark every place. */
function essence({ end: { error, ...end } }: Told) {
  return { ...end, type: error?.type, message: error?.message, line: error?.line }
}
