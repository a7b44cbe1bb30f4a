import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../src/engine.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'
import { MACHINE_REQUEST as REQUEST, runInMachine } from './support/machine-samples.ts'

const ADA = { userId: 'ada' }
const BOOT_ID = '/proc/sys/kernel/random/boot_id'
let server: E2bServer
let machines: Engine['machines']
beforeAll(async () => {
  server = await startE2bServer()
  machines = server.engine.machines
})
afterAll(() => server.close())

const run = (id: string, command: string) => runInMachine(machines, id, command)

describe('a real machine', () => {
  it('is paused with its processes, and goes on with them', async () => {
    const { id } = await machines.create(REQUEST, 'ada')
    await run(id, 'echo kept > ~/note; sudo sh -c "echo rooted > /etc/own"')
    const live = await machines.reach(id, () => false)
    const sleeper = await live?.sandbox.start(['sleep', '1000'])
    const booted = await run(id, `cat ${BOOT_ID}`)
    await machines.pause(id, { ...ADA, keepsMemory: true })
    expect(live?.cut.aborted).toBe(true)
    const { wasPaused } = await machines.connect(id, ADA)
    expect(wasPaused).toBe(true)
    expect(await run(id, `kill -0 ${sleeper?.pid}; cat ~/note /etc/own; echo $GREETING; cat ${BOOT_ID}`)).toBe(
      `kept\nrooted\nhello\n${booted}`,
    )
    await machines.kill(id, 'ada')
  })

  it('is paused without its processes, and booted again from its files', async () => {
    const { id } = await machines.create(REQUEST, 'ada')
    await run(id, 'echo kept > ~/note; mkdir -p ~/gone; rm -r ~/gone; sudo rm /etc/hostname; sudo touch /opt/own')
    const booted = await run(id, `cat ${BOOT_ID}`)
    for (const round of ['once', 'twice']) {
      await run(id, `echo ${round} >> ~/note`)
      await machines.pause(id, { ...ADA, keepsMemory: false })
      await machines.connect(id, ADA)
    }
    expect(await run(id, 'cat ~/note; ls /opt/own; stat -c %U ~/note /opt/own; echo $GREETING')).toBe(
      'kept\nonce\ntwice\n/opt/own\nuser\nroot\nhello',
    )
    expect(await run(id, 'ls ~/gone /etc/hostname 2>&1 | grep -c "No such file"')).toBe('2')
    expect(await run(id, `cat ${BOOT_ID}`)).not.toBe(booted)
    await machines.kill(id, 'ada')
  })

  it('is copied, and its copies share only the earlier files', async () => {
    const { id } = await machines.create(REQUEST, 'ada')
    await run(id, 'echo before > ~/state')
    const copies = (await machines.fork(id, { ...ADA, count: 2 })).map((copy) =>
      'id' in copy ? copy.id : copy.problem,
    )
    for (const copy of copies) {
      expect(await run(copy, 'cat ~/state; echo $GREETING')).toBe('before\nhello')
      await run(copy, `echo ${copy} > ~/state`)
    }
    expect(await run(id, 'cat ~/state')).toBe('before')
    expect(await run(copies[0] ?? '', 'cat ~/state')).toBe(copies[0])
    for (const one of [id, ...copies]) await machines.kill(one, 'ada')
  })

  it('leaves a snapshot that others begin from, also when it is gone itself', async () => {
    const { id } = await machines.create(REQUEST, 'ada')
    await run(id, 'echo before > ~/state')
    const snapshot = await machines.snapshot(id, ADA)
    await machines.kill(id, 'ada')
    const other = await machines.create({ ...REQUEST, template: snapshot.id }, 'ada')
    expect(await run(other.id, 'cat ~/state')).toBe('before')
    await machines.kill(other.id, 'ada')
    expect(await server.engine.images.remove(snapshot.id, 'ada')).toBe(true)
  })

  it('ends when its time is over', async () => {
    const { id } = await machines.create({ ...REQUEST, timeoutMs: 1000 }, 'ada')
    const live = await machines.reach(id, () => false)
    await new Promise((resolve) => live?.cut.addEventListener('abort', resolve))
    expect(Date.now()).toBeGreaterThanOrEqual(live?.info.endAtMs ?? Number.POSITIVE_INFINITY)
    await expect.poll(() => machines.list(ADA)).toEqual([])
  })

  it('is woken by a visitor with the token, where its owner wants that', async () => {
    const { id } = await machines.create({ ...REQUEST, autoResume: true }, 'ada')
    await machines.pause(id, { ...ADA, keepsMemory: true })
    expect(await machines.reach(id, () => false)).toBeUndefined()
    expect(await machines.reach(id, ({ userId }) => userId === 'ada')).toBeDefined()
    expect(await run(id, 'echo awake')).toBe('awake')
    await machines.kill(id, 'ada')
  })
})

it('removed machines leave nothing on the disk or in the store', async () => {
  const { home, logs } = server
  expect(await machines.list(ADA)).toEqual([])
  await expect.poll(() => layersIn(home)).toEqual([])
  expect(logs.filter(({ level }) => level === 'error')).toEqual([])
})

const layersIn = (home: string) => readdir(join(home, 'layers'))
