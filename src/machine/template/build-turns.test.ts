import { expect, test } from 'vitest'
import { createBuildTurns } from './build-turns.ts'

test('builds stay within the limit, users take turns, and a cancelled build leaves the queue', async () => {
  const takeTurn = createBuildTurns(1)
  const order: string[] = []
  const { signal } = new AbortController()
  const first = await takeTurn('ada', signal)
  const cancel = new AbortController()
  const lost = takeTurn('ada', cancel.signal)
  const inLine = ['ada', 'ada', 'ben'].map(async (userId) => {
    const release = await takeTurn(userId, signal)
    order.push(userId)
    release()
  })
  cancel.abort(new Error('cancelled'))
  await expect(lost).rejects.toThrow('cancelled')
  expect(order).toEqual([])
  first()
  await Promise.all(inLine)
  expect(order).toEqual(['ada', 'ben', 'ada'])
})
