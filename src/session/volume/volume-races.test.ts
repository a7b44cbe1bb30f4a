import { expect, it } from 'vitest'
import { bytesOf, DATA, withVolumes } from './with-volumes.fixture.ts'

const codeOf = (result: PromiseSettledResult<unknown>) => (result.status === 'rejected' ? result.reason.code : 'saved')

it('fifty simultaneous saves fill a volume to its limit and never beyond', () =>
  withVolumes({ maxBytes: 1000 }, async ({ volumes, save, all, store, storedBlobs }) => {
    const versions: number[] = []
    const { advance } = store.volumes
    store.volumes.advance = (next) => {
      versions.push(next.bytes)
      return advance(next)
    }
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => save(`file-${n}`, `${n % 10}`.repeat(100))),
    )
    expect(results.map(codeOf).toSorted()).toEqual([...Array(40).fill('VOLUME_FULL'), ...Array(10).fill('saved')])
    const files = Object.entries(await all())
    expect(files).toHaveLength(10)
    for (const [name, text] of files) expect(text).toBe(`${Number(name.slice(5)) % 10}`.repeat(100))
    expect(Math.max(...versions)).toBe(1000)
    expect(await volumes.info(DATA)).toMatchObject({ bytes: 1000, files: 10, version: 11 })
    await volumes.remove(DATA)
    expect(await storedBlobs()).toBe(0)
  }))

it('fifty simultaneous saves of one file leave it whole, by one of them', () =>
  withVolumes({}, async ({ save, read, volumes }) => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => save('same', `${n} `.repeat(1000))))
    const text = await read('same')
    expect(text).toBe(`${text.split(' ')[0]} `.repeat(1000))
    expect(await volumes.info(DATA)).toMatchObject({ version: 51, files: 1 })
  }))

it('two servers that change a volume at once lose nothing of each other', () =>
  withVolumes({}, async ({ volumes, elsewhere, all }) => {
    const names = Array.from({ length: 20 }, (_, n) => `file-${n}`)
    await Promise.all(
      names.map((path, n) => (n % 2 ? volumes : elsewhere).save(DATA, { path, content: bytesOf(path) })),
    )
    expect(Object.values(await all()).toSorted()).toEqual(names.toSorted())
  }))

it('a writer who is overtaken again and again is told so, and leaves nothing behind', () =>
  withVolumes({}, async ({ volumes, elsewhere, save, store, storedBlobs, all }) => {
    await save('mine', 'before')
    const { advance } = store.volumes
    let overtaken = 0
    store.volumes.advance = async (next) => {
      // The other writer comes between every look and every step.
      if (!isOther) {
        isOther = true
        overtaken++
        await elsewhere.save(DATA, { path: 'other', content: bytesOf(`${overtaken}`) })
        isOther = false
      }
      return advance(next)
    }
    let isOther = false
    await expect(save('mine', 'after')).rejects.toMatchObject({ code: 'VOLUME_CHANGED', retry: true })
    store.volumes.advance = advance
    expect(await all()).toEqual({ mine: 'before', other: `${overtaken}` })
    const { stateId } = (await store.volumes.get(DATA.userId, DATA.name)) ?? {}
    expect(stateId).toBeTruthy()
    await volumes.remove(DATA)
    expect(await storedBlobs()).toBe(0)
  }))

it('a slow upload keeps nobody else from changing the volume', () =>
  withVolumes({}, async ({ volumes, save, all }) => {
    const { promise: moment, resolve: goOn } = Promise.withResolvers<void>()
    async function* slow() {
      yield Buffer.from('slow ')
      await moment
      yield Buffer.from('but whole')
    }
    const uploaded = volumes.save(DATA, { path: 'slow', content: slow() })
    await save('quick', 'quick')
    goOn()
    await uploaded
    expect(await all()).toEqual({ quick: 'quick', slow: 'slow but whole' })
  }))
