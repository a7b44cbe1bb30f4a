import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Copies, createMachineVolumes, type VolumeCopies } from './volumes-in-machines.ts'

const SHARED = { userId: 'ada', name: 'shared' }
const MOUNT = { userId: 'ada', volumes: [{ name: 'shared', path: '/mnt/data' }] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Machines that show the same volume; each answers from its own list. */
async function machinesWith(...refreshes: Copies['refresh'][]) {
  const onTrouble = vi.fn()
  const left = [...refreshes]
  const mounts = {
    lay: async () => ({ refresh: left.shift() ?? (async () => {}), takeBack: async () => [] }),
  } satisfies VolumeCopies
  const volumes = createMachineVolumes(mounts, onTrouble)
  const laid = await Promise.all(refreshes.map(() => volumes.lay({} as never, MOUNT)))
  for (const one of laid) one.begin()
  return { volumes, laid, onTrouble }
}

it('attack: a reader of a volume does not wait for a machine that is paused meanwhile', async () => {
  const first = Promise.withResolvers<void>()
  const frozen = vi.fn(() => new Promise<void>(() => {}))
  const { volumes, laid } = await machinesWith(() => first.promise, frozen)
  const settled = vi.fn()
  const settling = volumes.settle(SHARED).then(settled)
  laid[1]?.rest()
  await laid[1]?.takeBack()
  first.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect([settled.mock.calls.length, frozen.mock.calls.length]).toEqual([1, 0])
  await settling
})

it('attack: a machine that never reports its changes holds nobody for longer than half a minute', async () => {
  const others = vi.fn(async () => {})
  const { volumes, onTrouble } = await machinesWith(() => new Promise<void>(() => {}), others)
  const settled = vi.fn()
  const settling = volumes.settle(SHARED).then(settled)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  expect(settled).toHaveBeenCalled()
  await settling
  expect(others).toHaveBeenCalled()
  expect(onTrouble).not.toHaveBeenCalled()
})
