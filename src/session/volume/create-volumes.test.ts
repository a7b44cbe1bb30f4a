import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../contract/errors.ts'
import { bytesOf, DATA, withVolumes } from './with-volumes.fixture.ts'

const refusal = (code: ErrorCode) => expect.objectContaining({ code })

describe('a volume', () => {
  it('exists until it is removed, with its first limits', () =>
    withVolumes({ maxBytes: 1000, maxFiles: 10 }, async ({ volumes }) => {
      const info = await volumes.info(DATA)
      expect(info).toMatchObject({ name: 'data', version: 1, bytes: 0, files: 0, maxBytes: 1000, maxFiles: 10 })
      expect(await volumes.list('ada')).toEqual([info])
      expect(await volumes.remove(DATA)).toEqual(info)
      await expect(volumes.info(DATA)).rejects.toEqual(refusal('VOLUME_NOT_FOUND'))
      await expect(volumes.remove(DATA)).rejects.toEqual(refusal('VOLUME_NOT_FOUND'))
    }))

  it('does not exist for another user, whatever they try', () =>
    withVolumes({}, async ({ volumes, save, read }) => {
      const foreign = { userId: 'ben', name: 'data' }
      await save('a', 'secret')
      const tries = [
        volumes.info(foreign),
        volumes.remove(foreign),
        volumes.files(foreign, { path: '', depth: 1 }),
        volumes.open(foreign, 'a'),
        volumes.save(foreign, { path: 'a', content: bytesOf('x') }),
        volumes.makeDirectory(foreign, 'd'),
        volumes.move(foreign, { from: 'a', to: 'b' }),
        volumes.removeFile(foreign, 'a'),
        volumes.export(foreign, ''),
        volumes.import(foreign, { path: '', content: bytesOf('x') }),
      ]
      for (const result of await Promise.allSettled(tries)) {
        expect(result).toMatchObject({ status: 'rejected', reason: { code: 'VOLUME_NOT_FOUND' } })
      }
      expect(await volumes.list('ben')).toEqual([])
      expect(await read('a')).toBe('secret')
    }))

  it('stays within the server’s limits on size and on a user’s number of volumes', () =>
    withVolumes({}, async ({ volumes }) => {
      await expect(volumes.create('ada', { name: 'data' })).rejects.toEqual(refusal('VOLUME_EXISTS'))
      await expect(volumes.create('ada', { name: 'x', maxBytes: 10_000_001 })).rejects.toEqual(
        refusal('LIMIT_TOO_HIGH'),
      )
      await expect(volumes.create('ada', { name: 'x', maxFiles: 1001 })).rejects.toEqual(refusal('LIMIT_TOO_HIGH'))
      for (const name of ['b', 'c', 'd', 'e']) await volumes.create('ada', { name })
      await expect(volumes.create('ada', { name: 'f' })).rejects.toEqual(refusal('VOLUMES_FULL'))
      await volumes.create('ben', { name: 'data' })
    }))

  it('reports the size of all volumes, and the largest files', () =>
    withVolumes({ maxBytes: 10_000 }, async ({ volumes, save }) => {
      await volumes.create('ada', { name: 'other', maxBytes: 5000 })
      await save('d/small', 'x')
      await save('large', 'x'.repeat(2000), { userId: 'ada', name: 'other' })
      const stats = await volumes.stats('ada')
      expect(stats).toMatchObject({ volumes: 2, bytes: 2001, files: 3, maxBytes: 15_000 })
      expect(stats.largest.map(({ volume, path }) => `${volume}:${path}`)).toEqual(['other:large', 'data:d/small'])
      expect(stats.storedBytes).toBeGreaterThan(0)
    }))
})
