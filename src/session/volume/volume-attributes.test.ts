import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../contract/errors.ts'
import { bytesOf, DATA, openVolumes, withVolumes } from './with-volumes.fixture.ts'

const refusal = (code: ErrorCode) => expect.objectContaining({ code })
const owner = { uid: 0, gid: 4_294_967_295 }

describe('entries of a volume', () => {
  it('keep their given mode and owner, also for the next server', () =>
    withVolumes({}, async ({ volumes, store, directory }) => {
      await volumes.save(DATA, { path: 'd/file', content: bytesOf('x'), mode: 0o4750, owner })
      await volumes.makeDirectory(DATA, 'd/e', { mode: 0o700, owner })
      await volumes.save(DATA, { path: 'd/file', content: bytesOf('longer') })
      const { volumes: next } = await openVolumes(store, directory)
      expect(await next.stat(DATA, 'd/file')).toMatchObject({ mode: 0o4750, owner, size: 6 })
      expect(await next.stat(DATA, 'd/e')).toMatchObject({ mode: 0o700, owner })
      expect(await next.stat(DATA, 'd')).not.toHaveProperty('owner')
      await next.move(DATA, { from: 'd', to: 'f' })
      expect(await next.stat(DATA, 'f/file')).toMatchObject({ owner })
    }))

  it('get other attributes without a change of their content', () =>
    withVolumes({}, async ({ volumes, read, all }) => {
      await volumes.save(DATA, { path: 'd/file', content: bytesOf('text') })
      await volumes.setAttributes(DATA, 'd/file', { mode: 0o600 })
      expect(await volumes.stat(DATA, 'd/file')).not.toHaveProperty('owner')
      expect(await volumes.setAttributes(DATA, 'd/file', { uid: 3 })).toMatchObject({ owner: { uid: 3, gid: 1000 } })
      expect(await volumes.setAttributes(DATA, 'd', { gid: 4, mode: 0o750 })).toMatchObject({
        mode: 0o750,
        owner: { uid: 1000, gid: 4 },
      })
      expect(await read('d/file')).toBe('text')
      expect(await all()).toEqual({ d: '/', 'd/file': 'text' })
      await expect(volumes.setAttributes(DATA, 'none', {})).rejects.toEqual(refusal('PATH_NOT_FOUND'))
    }))

  it('replace nothing and make no directories where that is not wanted', () =>
    withVolumes({}, async ({ volumes, all }) => {
      const save = (path: string, options: object) =>
        volumes.save(DATA, { path, content: bytesOf('new'), mayReplace: false, makesParents: false, ...options })
      await save('file', {})
      await expect(save('file', {})).rejects.toEqual(refusal('PATH_EXISTS'))
      await expect(save('d/file', {})).rejects.toEqual(refusal('PATH_NOT_FOUND'))
      const strict = { mayReplace: false, makesParents: false }
      await expect(volumes.makeDirectory(DATA, 'd/e', strict)).rejects.toEqual(refusal('PATH_NOT_FOUND'))
      await volumes.makeDirectory(DATA, 'd', strict)
      await expect(volumes.makeDirectory(DATA, 'd', strict)).rejects.toEqual(refusal('PATH_EXISTS'))
      await save('d/file', {})
      expect(await all()).toEqual({ d: '/', 'd/file': 'new', file: 'new' })
    }))

  it('are made by one of two simultaneous callers', () =>
    withVolumes({}, async ({ volumes, elsewhere }) => {
      const makers = [volumes, elsewhere, volumes, elsewhere].map((maker) =>
        maker.save(DATA, { path: 'file', content: bytesOf('x'), mayReplace: false }).then(
          () => 'made',
          ({ code }) => code,
        ),
      )
      expect((await Promise.all(makers)).sort()).toEqual(['PATH_EXISTS', 'PATH_EXISTS', 'PATH_EXISTS', 'made'])
    }))
})
