import { afterAll, describe, expect, it } from 'vitest'
import { createSyntaxChecker } from '../../pipeline/create-syntax-checker.ts'
import type { Reading } from '../../pipeline/reading/reading-jobs.ts'
import { createReadingPool, startReadingThread } from '../../pipeline/reading/reading-pool.ts'
import type { ReadingThread } from '../../pipeline/reading/reading-thread.ts'

const { start } = startReadingThread(new URL('../../pipeline/reading/reading-worker.ts', import.meta.url), [])
const threads: ReadingThread[] = []
const kept = (isSpare: boolean) => {
  const thread = start(isSpare)
  threads.push(thread)
  return thread
}
const reading: Reading = createReadingPool({ start: kept, idleMs: 600_000 })
const syntax = createSyntaxChecker(reading)
afterAll(() => reading.close())

describe('a thread that parses', () => {
  it.each([
    ['python', ['(', 'f(', '-', 'not ', 'a.', 'a + ', 'lambda:', 'a if b else ', '`${', '$(']],
    ['typescript', ['(', '`${', 'lambda:', 'a ', 'a?b:']],
  ])('is not ended by %s that only nests deep, or is no program at all', async (language, parts) => {
    for (const part of parts) await syntax.check(language, [part.repeat(20_000)])
    expect(threads.map(({ isOver }) => isOver)).not.toContain(true)
  })

  it('gives up on a question that takes too long, and answers the next', async () => {
    // Babel parses the inside of each parenthesis several times.
    const endless = { language: 'typescript', code: '<T>('.repeat(40) }
    await expect(reading.ask('syntax', endless, { budgetMs: 10 })).rejects.toMatchObject({
      code: 'NOT_READ',
      details: { why: 'late' },
    })
    expect(await syntax.check('typescript', ['let a = 1'])).toEqual([[]])
  })

  it('says nothing about a source that would end it, and answers the next', async () => {
    // Nested format specifications escape the check for depth and reach Ruff.
    const deep = `f"{a${':{a'.repeat(20_000)}${'}'.repeat(20_001)}"`
    expect(await syntax.check('python', [deep, '('.repeat(100_000), 'a = 1'])).toEqual([null, null, []])
  })
})
