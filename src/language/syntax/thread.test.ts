import { afterAll, describe, expect, it } from 'vitest'
import { createSyntaxChecker } from '../../pipeline/create-syntax-checker.ts'
import { createReading } from '../../pipeline/reading-jobs.ts'

const reading = createReading()
const syntax = createSyntaxChecker(reading)
afterAll(() => reading.close())

describe('a thread that parses', () => {
  it('gives up on a question that takes too long or ends it, and answers the next', async () => {
    const endless = 'lambda:'.repeat(20_000)
    expect(await syntax.check('typescript', [endless, 'let a = 1'])).toEqual([null, []])
    expect(await syntax.check('python', ['('.repeat(100_000), 'a = 1'])).toEqual([null, []])
  })
})
