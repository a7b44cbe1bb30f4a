import { expect, it } from 'vitest'
import { createFakeHome } from './fake-home.fixture.ts'
import { createUserLayers } from './user-layers.ts'

const MOST_BYTES = 100
const FULL = { code: 'LAYERS_FULL' }

/** An archive of this many bytes. */
async function* archiveOf(bytes: number) {
  yield Buffer.from(JSON.stringify({ f: 'x'.repeat(bytes - 8) }))
}

function open(makeRoom = async (_userId: string) => {}, isHeld = async () => false) {
  const home = createFakeHome()
  const { layers, documents } = home
  const openOne = () =>
    createUserLayers({ layers, documents, engineId: 'eng1', mostBytes: MOST_BYTES, isHeld, makeRoom, clock: Date.now })
  return { home, openOne, layers: openOne() }
}

it('the layers of one user have a bound in bytes, whatever others have, and a refused layer leaves nothing', async () => {
  const { layers } = open()
  const first = await layers.add('ada', archiveOf(60))
  await expect(layers.add('ada', archiveOf(41))).rejects.toMatchObject({
    ...FULL,
    message: expect.stringContaining('may take 100 bytes of the disk; with this one it would be 101 or more'),
    hint: expect.stringContaining('Remove templates or snapshots, or kill paused sandboxes'),
  })
  const others = await layers.add('bob', archiveOf(100))
  const second = await layers.add('ada', archiveOf(40))
  expect(await layers.list()).toEqual([first, others, second])
  await layers.remove(first)
  await layers.add('ada', archiveOf(60))
})

it('a user without room is refused before anything is written', async () => {
  const { layers } = open()
  await layers.add('ada', archiveOf(100))
  let isRead = false
  async function* unread() {
    isRead = true
    yield* archiveOf(10)
  }
  await expect(layers.add('ada', unread())).rejects.toMatchObject(FULL)
  expect(isRead).toBe(false)
})

it('simultaneous layers are kept up to the bound', async () => {
  const { layers } = open()
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => layers.add('ada', archiveOf(30))))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await layers.list()).toHaveLength(3)
})

it('two engines together keep no more than the bound', async () => {
  const { layers, openOne } = open()
  const engines = [layers, openOne(), openOne()]
  await Promise.allSettled(engines.flatMap((one) => [one.add('ada', archiveOf(30)), one.add('ada', archiveOf(30))]))
  expect((await layers.list()).length).toBeLessThanOrEqual(3)
})

it('a merge counts like every other layer', async () => {
  const { layers } = open()
  const parts = [await layers.add('ada', archiveOf(50)), await layers.add('ada', archiveOf(40))]
  await expect(layers.merge('ada', parts)).rejects.toMatchObject(FULL)
  expect(await layers.list()).toEqual(parts)
})

it('layers that a user can do without are released before anything is refused', async () => {
  const { layers } = open(async (userId) => {
    expect(userId).toBe('ada')
    await layers.remove(spare)
  })
  const spare = await layers.add('ada', archiveOf(70))
  const kept = await layers.add('ada', archiveOf(50))
  expect(await layers.list()).toEqual([kept])
})

it('a layer that is removed while a backup reads stays on the disk for it, and counts no more', async () => {
  let isHeld = true
  const { layers } = open(undefined, async () => isHeld)
  const id = await layers.add('ada', archiveOf(100))
  await layers.remove(id)
  expect(await layers.list()).toEqual([id])
  const next = await layers.add('ada', archiveOf(100))
  isHeld = false
  await layers.remove(id)
  expect(await layers.list()).toEqual([next])
})

it('a layer whose owner cannot be stored is not kept', async () => {
  const { home } = open()
  const documents = { ...home.documents, insert: () => Promise.reject(new Error('planted')) }
  const layers = createUserLayers({
    ...{ layers: home.layers, documents, engineId: 'eng1', mostBytes: MOST_BYTES, clock: Date.now },
    ...{ isHeld: async () => false, makeRoom: async () => {} },
  })
  await expect(layers.add('ada', archiveOf(10))).rejects.toThrow('planted')
  expect(await layers.list()).toEqual([])
})
