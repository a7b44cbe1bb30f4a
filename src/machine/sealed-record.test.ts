import { expect, it } from 'vitest'
import { createFakeHome } from './fake-home.fixture.ts'
import { FAKE_SEAL, REQUEST } from './fake-machines.fixture.ts'
import type { MachineRecord } from './machine-record.ts'
import { createMachineRecords } from './machine-records.ts'
import type { Seal } from './sealed-record.ts'

const PROXY = { address: 'proxy.example.com:1080', username: 'ada', password: 'open sesame' }
const record = {
  info: { ...REQUEST, id: 'mch1', userId: 'ada', state: 'paused', network: { ...REQUEST.network, egressProxy: PROXY } },
  ...{ layers: [], saved: null, engineId: null },
} as unknown as MachineRecord

const home = createFakeHome()
const recordsWith = (seal: Seal) =>
  createMachineRecords({
    ...{ documents: home.documents, leases: { living: async () => [] }, engineId: 'eng1', clock: Date.now, seal },
  })

it('the password of a proxy is sealed in the store with every save, and readable again', async () => {
  const records = recordsWith(FAKE_SEAL)
  await records.insert(record)
  await records.save(record)
  const stored = JSON.stringify(await home.documents.get('machine', 'mch1'))
  expect(stored).toContain(PROXY.username)
  expect(stored).not.toContain(PROXY.password)
  const [read] = await recordsWith(FAKE_SEAL).free({})
  expect(read?.info.network.egressProxy).toEqual(PROXY)
})

it('a server with another key opens the machine, but not the password of its proxy', async () => {
  const other: Seal = {
    ...FAKE_SEAL,
    open() {
      throw new Error('sealed by another key')
    },
  }
  const [read] = await recordsWith(other).free({})
  expect(read?.info.network.egressProxy).toEqual({ address: PROXY.address, username: PROXY.username })
})
