import { expect, it } from 'vitest'
import { createFakeHome } from './fake-home.fixture.ts'
import { openFakeEngine, REQUEST } from './fake-machines.fixture.ts'

const ADA = { userId: 'ada' }
const isInfo = <T extends object>(answer: T | { problem: string }): answer is T => !('problem' in answer)

it('copies share the files, the variables and the metadata, and nothing else', async () => {
  const home = createFakeHome()
  const { machines, sandboxOf } = await openFakeEngine(home)
  const source = await machines.create({ ...REQUEST, env: { A: '1' }, metadata: { b: '2' } }, 'ada')
  Object.assign((await sandboxOf(source.id))?.files ?? {}, { note: 'before' })
  const answers = await machines.fork(source.id, { ...ADA, count: 3, timeoutMs: 9000 })
  const copies = answers.filter(isInfo)
  expect(copies).toHaveLength(3)
  expect(new Set([source, ...copies].map(({ id }) => id)).size).toBe(4)
  expect(new Set([source, ...copies].map(({ accessToken }) => accessToken)).size).toBe(4)
  for (const copy of copies) {
    expect(copy).toMatchObject({ env: { A: '1' }, metadata: { b: '2' }, state: 'running', timeoutMs: 9000 })
    const sandbox = await sandboxOf(copy.id)
    expect(sandbox?.files).toEqual({ note: 'before' })
    Object.assign(sandbox?.files ?? {}, { note: copy.id })
  }
  expect((await sandboxOf(source.id))?.files).toEqual({ note: 'before' })
  expect(await home.layers.list()).toHaveLength(1)
  for (const { id } of [source, ...copies]) await machines.kill(id, 'ada')
  expect(await home.layers.list(), 'the last one takes the shared layer with it').toEqual([])
})

it('copies beyond the limit are answered with the reason, each by itself', async () => {
  const home = createFakeHome()
  const { machines } = await openFakeEngine(home, { places: 3 })
  const { id } = await machines.create(REQUEST, 'ada')
  const answers = await machines.fork(id, { ...ADA, count: 5 })
  expect(answers.map(isInfo)).toEqual([true, true, false, false, false])
  expect(answers[4]).toEqual({ problem: expect.stringContaining('live sandboxes') })
})

it('a paused machine is copied as it was, and stays paused', async () => {
  const home = createFakeHome()
  const { machines, sandboxOf } = await openFakeEngine(home)
  const { id } = await machines.create(REQUEST, 'ada')
  Object.assign((await sandboxOf(id))?.files ?? {}, { note: 'before' })
  await machines.pause(id, { ...ADA, keepsMemory: true })
  const [copy] = (await machines.fork(id, { ...ADA, count: 1 })).filter(isInfo)
  expect((await sandboxOf(copy?.id ?? ''))?.files).toEqual({ note: 'before' })
  await machines.connect(id, ADA)
  await machines.pause(copy?.id ?? '', { ...ADA, keepsMemory: false })
  await machines.connect(copy?.id ?? '', ADA)
  expect((await sandboxOf(copy?.id ?? ''))?.files).toEqual({ note: 'before' })
})

it('a snapshot can be started from, whatever becomes of the machine', async () => {
  const home = createFakeHome()
  const { machines, sandboxOf } = await openFakeEngine(home)
  const { id } = await machines.create(REQUEST, 'ada')
  Object.assign((await sandboxOf(id))?.files ?? {}, { note: 'first' })
  await machines.pause(id, { ...ADA, keepsMemory: false })
  await machines.connect(id, ADA)
  Object.assign((await sandboxOf(id))?.files ?? {}, { more: 'second' })
  const snapshot = await machines.snapshot(id, ADA)
  await machines.kill(id, 'ada')
  const other = await machines.create({ ...REQUEST, template: snapshot.id }, 'ada')
  expect((await sandboxOf(other.id))?.files).toEqual({ note: 'first', more: 'second' })
})

it('a snapshot that cannot be kept leaves no layer', async () => {
  const home = createFakeHome()
  const { machines, failing } = await openFakeEngine(home)
  const { id } = await machines.create(REQUEST, 'ada')
  failing.add('snapshot')
  await expect(machines.snapshot(id, ADA)).rejects.toEqual(expect.objectContaining({ code: 'STORE_FULL' }))
  expect(await home.layers.list()).toEqual([])
})

it('copies, snapshots and pauses beyond a user’s room keep no files, and the machine goes on', async () => {
  const home = createFakeHome()
  const { machines, sandboxOf } = await openFakeEngine(home, { mostBytes: 40 })
  const { id } = await machines.create(REQUEST, 'ada')
  Object.assign((await sandboxOf(id))?.files ?? {}, { large: 'x'.repeat(40) })
  const full = { code: 'LAYERS_FULL' }
  await expect(machines.snapshot(id, ADA)).rejects.toMatchObject(full)
  await expect(machines.fork(id, { ...ADA, count: 2 })).rejects.toMatchObject(full)
  for (const keepsMemory of [true, false]) {
    await expect(machines.pause(id, { ...ADA, keepsMemory })).rejects.toMatchObject(full)
  }
  expect(await home.layers.list()).toEqual([])
  expect(await machines.get(id, 'ada')).toMatchObject({ state: 'running' })
  Object.assign((await sandboxOf(id))?.files ?? {}, { large: 'x' })
  await machines.snapshot(id, ADA)
})
