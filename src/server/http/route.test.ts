import { expect, it } from 'vitest'
import { expectShortTurn, stallOf } from '../../../test/support/main-thread-watch.ts'
import { json } from './route.ts'

/** Longest stall of the main thread. */
const MOST_MS = 50

it('a short answer has its type and status, and is whole', async () => {
  const answer = json({ a: 1 }, 201)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'application/json'])
  expect(await answer.text()).toBe('{"a":1}')
})

it.each([
  ['one long text', { stdout: '\u{1f44d} "quoted"\n'.repeat(1_500_000) }],
  [
    'a long list',
    { files: Array.from({ length: 300_000 }, (_, n) => ({ path: `a "${n}"`, size: n, modifiedMs: 0.5 })) },
  ],
])('attack: an answer with %s is written without a stall', async (_, value) => {
  const whole = JSON.stringify(value).length
  const writeAll = async () => {
    let characters = 0
    const decoder = new TextDecoder()
    for await (const chunk of json(value).body ?? []) characters += decoder.decode(chunk, { stream: true }).length
    expect(characters).toBe(whole)
  }
  expectShortTurn(await stallOf(writeAll), MOST_MS)
})
