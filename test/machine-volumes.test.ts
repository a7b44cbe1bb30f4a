import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Engine } from '../src/engine.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'
import { MACHINE_REQUEST, runInMachine } from './support/machine-samples.ts'

const ADA = { userId: 'ada' }
const AT_DATA = { ...MACHINE_REQUEST, volumes: [{ name: 'shared', path: '/mnt/data' }] }

let server: E2bServer
let machines: Engine['machines']
beforeAll(async () => {
  server = await startE2bServer()
  machines = server.engine.machines
  await server.engine.volumes.create('ada', { name: 'shared' })
})
afterAll(() => server.close())

const run = (id: string, command: string) => runInMachine(machines, id, command)
const soon = { timeout: 15_000, interval: 250 }

it('machines share a volume at the path that each asked for, and their user may write there', async () => {
  const one = await machines.create(AT_DATA, 'ada')
  const other = await machines.create({ ...AT_DATA, volumes: [{ name: 'shared', path: '/home/user/data' }] }, 'ada')
  await run(one.id, 'mkdir /mnt/data/dir && echo first > /mnt/data/dir/note')
  await expect.poll(() => run(other.id, 'cat ~/data/dir/note 2>/dev/null || true'), soon).toBe('first')
  await run(other.id, 'echo second >> ~/data/dir/note; echo new > ~/data/dir/own')
  await expect.poll(() => run(one.id, 'cat /mnt/data/dir/*'), soon).toBe('first\nsecond\nnew')
  await run(one.id, 'echo last > /mnt/data/last')
  await machines.kill(one.id, 'ada')
  await run(other.id, 'rm -r ~/data/dir')
  await machines.pause(other.id, { ...ADA, keepsMemory: false })
  const third = await machines.create(AT_DATA, 'ada')
  expect(await run(third.id, 'ls /mnt/data; cat /mnt/data/last; stat -c %U /mnt/data/last')).toBe('last\nlast\nuser')
  await machines.kill(third.id, 'ada')
  await machines.connect(other.id, ADA)
  expect(await run(other.id, 'ls ~/data')).toBe('last')
})

it('a machine with a missing volume is refused, and leaves nothing', async () => {
  const before = await machines.list(ADA)
  const none = { ...MACHINE_REQUEST, volumes: [{ name: 'none', path: '/mnt/data' }] }
  await expect(machines.create(none, 'ada')).rejects.toThrow(expect.objectContaining({ code: 'VOLUME_NOT_FOUND' }))
  await expect(machines.create(AT_DATA, 'ben')).rejects.toThrow(expect.objectContaining({ code: 'VOLUME_NOT_FOUND' }))
  expect(await machines.list(ADA)).toEqual(before)
})
