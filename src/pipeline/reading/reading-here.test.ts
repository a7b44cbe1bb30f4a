import { expect, it } from 'vitest'
import { readingHere } from './reading-here.ts'
import type { Reading } from './reading-jobs.ts'

/** Threads that note the jobs that they get. */
function noting() {
  const kinds: string[] = []
  const ask = (async (kind: string) => void kinds.push(kind)) as unknown as Reading['ask']
  const threads: Reading = { ask, prepare: () => void kinds.push('prepare'), close: async () => {} }
  return { kinds, here: readingHere(threads) }
}
const given = { budgetMs: 1000 }
const program = { language: 'python', code: 'import os\nos.system("rm -rf /")\n' }

it('a short program is read without a thread, by the same rules', async () => {
  const { kinds, here } = noting()
  here.prepare()
  const { findings } = await here.ask('guard', program, given)
  expect(findings.map(({ rule }) => rule)).toContain('python/hostile-command')
  const { blocks } = await here.ask(
    'detect',
    { text: '```python\nprint(1)\n```', isToRun: true, livesOn: [], isParsed: true },
    given,
  )
  expect(blocks.map(({ language }) => language)).toEqual(['python'])
  expect(kinds).toEqual([])
})

it('a long program and every search for repairs go to threads, which can be ended', async () => {
  const { kinds, here } = noting()
  await here.ask('guard', { language: 'python', code: '#'.repeat(2000) }, given)
  await here.ask('strategies', null, given)
  expect(kinds).toEqual(['guard', 'strategies'])
})

it('a program that a reader fails on goes to threads, as does everything after it', async () => {
  const { kinds, here } = noting()
  await here.ask('guard', { language: 'python', code: undefined as unknown as string }, given)
  await here.ask('guard', program, given)
  expect(kinds).toEqual(['guard', 'guard'])
})

it('nothing is read for a caller who has left', async () => {
  const { here } = noting()
  const left = here.ask('guard', program, { ...given, signal: AbortSignal.abort(new Error('left')) })
  await expect(left).rejects.toThrow('left')
})
