import { expect, it } from 'vitest'
import type { TreePiece } from '../../sandbox/tree.ts'
import type { VolumeRow } from '../../store/volume/volume-rows.ts'
import { withinQuota } from './within-quota.ts'

const volume = { name: 'data', maxBytes: 1000, maxFiles: 3 } as VolumeRow
const file = (path: string, size: number): TreePiece => ({
  entry: { path, type: 'file', mode: 0o644, size, modifiedMs: 0 },
})

async function takenOf(tree: Iterable<TreePiece>): Promise<{ taken: number; code: string | undefined }> {
  let taken = 0
  try {
    for await (const _ of withinQuota(tree, volume).pieces) taken++
    return { taken, code: undefined }
  } catch (error) {
    return { taken, code: (error as { code?: string }).code }
  }
}

it('a sparse file of a terabyte is refused before any of its bytes is asked for', async () => {
  let asked = 0
  function* endless(): Generator<TreePiece> {
    yield file('sparse', 2 ** 40)
    for (;;) {
      asked++
      yield { bytes: new Uint8Array(1000) }
    }
  }
  expect(await takenOf(endless())).toEqual({ taken: 0, code: 'VOLUME_FULL' })
  expect(asked).toBe(0)
})

it('an endless file that is longer than announced is dropped at its first byte too many', async () => {
  function* endless(): Generator<TreePiece> {
    yield file('liar', 1)
    for (;;) yield { bytes: new Uint8Array(400) }
  }
  expect(await takenOf(endless())).toEqual({ taken: 3, code: 'VOLUME_FULL' })
})

it('a stream of endless files is dropped at the first file that is too many', async () => {
  function* endless(): Generator<TreePiece> {
    for (let n = 0; ; n++) yield file(`${n}`, 0)
  }
  expect(await takenOf(endless())).toEqual({ taken: 3, code: 'VOLUME_FULL' })
})

it('content of exactly the allowed size fits', async () => {
  const { assertFits } = withinQuota([], volume)
  assertFits({ bytes: 1000, files: 3 })
  expect(() => assertFits({ bytes: 1001, files: 0 })).toThrow(expect.objectContaining({ code: 'VOLUME_FULL' }))
  expect(() => assertFits({ bytes: 0, files: 4 })).toThrow(expect.objectContaining({ code: 'VOLUME_FULL' }))
})
