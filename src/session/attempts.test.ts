import { expect, it, vi } from 'vitest'
import type { TreePiece } from '../sandbox/tree.ts'
import { type AttemptsParts, createAttempts } from './attempts.ts'
import type { LoadedSession } from './loaded-session.ts'

const noFreshSandbox = () => Promise.reject(new Error('the look was killed, and there is no other sandbox'))

/** A session with one file too many, whose files cannot be read the first few times. */
function spoiltSession({ failures, renew = noFreshSandbox }: { failures: number; renew?: () => Promise<void> }) {
  const files = new Set(['spoilt'])
  let left = failures
  const trees = {
    async *read(): AsyncGenerator<TreePiece> {
      if (left-- > 0) throw new Error('the look was killed')
      for (const path of files) yield { entry: { path, type: 'file' } } as TreePiece
      yield { token: 'now' } as TreePiece
    },
    async write(_root: string, pieces: AsyncIterable<TreePiece>) {
      for await (const piece of pieces) if ('removed' in piece) files.delete(piece.removed)
      return 'then'
    },
  }
  const session = {
    row: { settings: { transactions: true } },
    live: { sandbox: { trees, now: async () => 0, endStrays: async () => {} } },
    touched: new Set(),
  } as unknown as LoadedSession
  return { files, attempts: createAttempts({ renew } as unknown as AttemptsParts, session) }
}

it('an attempt that was only half undone is undone again before the next one begins', async () => {
  const { files, attempts } = spoiltSession({ failures: 1 })
  await attempts.begin(undefined)
  await expect(attempts.begin(undefined)).rejects.toThrow('the look was killed')
  await attempts.begin(undefined)
  expect([...files]).toEqual([])
})

it('an attempt that cannot be undone says so to every caller', async () => {
  const { files, attempts } = spoiltSession({ failures: 3 })
  await attempts.begin(undefined)
  for (let time = 0; time < 3; time++) await expect(attempts.undo()).rejects.toThrow('the look was killed')
  await attempts.undo()
  expect([...files]).toEqual([])
})

it('an attempt that cannot be undone costs its sandbox: the session goes on in a fresh one, as it was saved', async () => {
  const renew = vi.fn(async () => {})
  const { attempts } = spoiltSession({ failures: Number.POSITIVE_INFINITY, renew })
  await attempts.begin(undefined)
  await attempts.undo()
  expect(renew).toHaveBeenCalledTimes(1)
  await attempts.undo()
  expect(renew, 'nothing is left to undo').toHaveBeenCalledTimes(1)
})
