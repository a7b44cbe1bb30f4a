import { expect, it } from 'vitest'
import { expectShortTurn, stallOf } from '../../../test/support/main-thread-watch.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { readShown } from './shown-values.ts'

/** A sandbox whose program has written these lines as its shown values. */
const sandboxWith = (...lines: string[]) => {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  return {
    files: {
      readStream: async function* () {
        yield bytes
      },
    },
  } as unknown as Sandbox
}
const shown = (data: unknown) => JSON.stringify({ isResult: false, data, metadata: {} })

it('values that a program has shown come in order, and lines that are none are passed over', async () => {
  const values = await readShown(
    sandboxWith(shown({ 'text/plain': 'one' }), '{"no":1}', 'no', shown({ 'text/plain': 'two' })),
  )
  expect(values.map(({ data }) => data['text/plain'])).toEqual(['one', 'two'])
})

it('a shown value of 32 MB holds the thread of the server for less than a tenth of a second', async () => {
  const large = shown({ 'image/png': 'iVBO'.repeat(8_000_000) })
  const deep = shown({ 'application/json': Array(1_000_000).fill([]) })
  for (const sandbox of [large, deep].map((line) => sandboxWith(line))) {
    expectShortTurn(await stallOf(() => readShown(sandbox)))
  }
})

it('a shown value of too many parts is left out with a note', async () => {
  const values = await readShown(
    sandboxWith(shown({ 'application/json': Array(300_000).fill(1) }), shown({ 'text/plain': 'kept' })),
  )
  expect(values.map(({ data }) => data['text/plain'])).toEqual([
    '[a value was left out: it has more than 262144 values]',
    'kept',
  ])
})
