import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isHere } from '../../test/support/languages-here.ts'
import { openProgramRunner } from '../../test/support/program-runner.ts'
import { readError } from '../../test/support/read-error.ts'
import type { ErrorCase } from './error/error-case.fixture.ts'
import { errorCases } from './error-cases.fixture.ts'

/** A compiler, or an engine that is started for each program: seconds where others take moments. */
const SLOW_TO_START = ['postgres', 'duckdb', 'c', 'cpp', 'java', 'go', 'rust']
const isSlow = ([, language]: ErrorCase) => SLOW_TO_START.includes(language)

export const quickCases = errorCases.filter((failing) => !isSlow(failing))
export const slowCases = errorCases.filter(isSlow)

/** Really runs the programs, so that the error readers are tested on today's messages. */
export function errorsAreRead(cases: readonly ErrorCase[]): void {
  let runner: Awaited<ReturnType<typeof openProgramRunner>>
  beforeAll(async () => {
    runner = await openProgramRunner()
  })
  afterAll(() => runner.close())

  describe('the error of a program is read from its interpreter’s message', () => {
    it.concurrent.for(cases.filter(([, language]) => isHere(language)))('%s', async ([, language, code, error]) => {
      const ran = await runner.run(language, { code })
      expect(ran.exitCode).not.toBe(0)
      expect(readError(ran), ran.stderr).toEqual(error)
    })
  })
}
