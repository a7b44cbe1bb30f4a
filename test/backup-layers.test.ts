import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BackupProgress, BackupReport } from '../src/contract/backup.ts'
import { backupHome, type Engine, restoreHome } from '../src/engine.ts'
import { assertSealed, sealed } from '../src/store/backup/backup-seal.ts'
import { configOf, withEngine } from './support/engine.ts'
import { MACHINE_REQUEST, runInMachine } from './support/machine-samples.ts'

const ADA = { userId: 'ada' }
const signal = new AbortController().signal
/** Owners, modes, attributes, links, a pipe, and removals: a file, and the content of a directory. */
const WRITE = `echo kept > ~/note; ln -s note ~/link; ln ~/note ~/twin; mkfifo -m 600 ~/pipe;
  python3 -c 'import os; os.setxattr("/home/user/note", "user.kind", b"test")';
  sudo sh -c 'echo rooted > /etc/own; chmod 640 /etc/own; rm /usr/bin/tac; rm -r /usr/share/doc; mkdir /usr/share/doc; touch /usr/share/doc/new';
  head -c 9000000 /dev/urandom > ~/large`
const LOOK = `cd; stat -c '%n %U %G %a %h %F' note link twin pipe /etc/own; readlink link; cat note; md5sum large; ls /usr/share/doc;
  ls /usr/bin/tac 2>&1; python3 -c 'import os; print(os.getxattr("/home/user/note", "user.kind"))'`

let directory = ''
let file = ''
let machineId = ''
let snapshotId = ''
let shown = ''
let report: BackupReport
const steps: BackupProgress[] = []

const restoreInto = (home: string, from: string) =>
  restoreHome(configOf(home).config, { file: from, onProgress: (step) => void steps.push(step), signal })
const look = (machines: Engine['machines'], id: string) => runInMachine(machines, id, LOOK)

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-layers-'))
  file = join(directory, 'all.anneal')
  const home = join(directory, 'home')
  await withEngine({ home }, async ({ engine: { machines } }) => {
    const { id } = await machines.create({ ...MACHINE_REQUEST, timeoutMs: 600_000 }, 'ada')
    machineId = id
    await runInMachine(machines, id, WRITE)
    shown = await look(machines, id)
    snapshotId = (await machines.snapshot(id, ADA)).id
    await machines.pause(id, { ...ADA, keepsMemory: false })
    const about = { id: 'backup', madeAt: 1, madeBy: '0.1.0', onProgress() {}, signal }
    report = await backupHome(configOf(home).config, { ...about, file })
  })
})
afterAll(() => rm(directory, { recursive: true }))

it('snapshots and paused machines come back with their files: owners, modes, attributes, links and removals', async () => {
  const home = join(directory, 'elsewhere')
  expect(shown).toContain('note user user 644 2 regular file')
  expect(report.objects).toBe(2)
  expect(await restoreInto(home, file)).toMatchObject({ objects: 2, bytes: report.bytes })
  expect(steps.at(-1)).toMatchObject({ step: 'content', objects: 2, objectsTotal: 2 })
  await withEngine({ home }, async ({ engine: { machines } }) => {
    const copy = await machines.create({ ...MACHINE_REQUEST, template: snapshotId }, 'ada')
    expect(await look(machines, copy.id)).toBe(shown)
    await machines.connect(machineId, ADA)
    expect(await look(machines, machineId)).toBe(shown)
    for (const id of [copy.id, machineId]) await machines.kill(id, 'ada')
  })
})

it('a user who cannot restore files of machines is told so, and can leave them out', async () => {
  const home = join(directory, 'without')
  const { config } = configOf(home, { ANNEAL_SANDBOX: 'container' })
  const call = { file, onProgress() {}, signal }
  await expect(restoreHome(config, call)).rejects.toMatchObject({
    code: 'LAYERS_CLOSED',
    message: expect.stringContaining('only root, or a user with sub-ids, can read them or bring them back'),
  })
  expect(await readdir(home)).toEqual([])
  expect(await restoreHome(config, { ...call, withoutLayers: true })).toMatchObject({ objects: 0, layersLeftOut: 2 })
  await withEngine({ home }, async ({ engine: { machines } }) => {
    const missing = { code: 'LAYER_NOT_FOUND' }
    const request = { ...MACHINE_REQUEST, template: snapshotId }
    await expect(machines.create(request, 'ada')).rejects.toMatchObject(missing)
    await expect(machines.connect(machineId, ADA)).rejects.toMatchObject(missing)
  })
  const again = join(directory, 'without.anneal')
  const about = { id: 'again', madeAt: 1, madeBy: '0.1.0', onProgress() {}, signal, withoutLayers: true }
  const source = configOf(join(directory, 'home')).config
  expect(await backupHome(source, { ...about, file: again })).toMatchObject({ objects: 0, layersLeftOut: 2 })
})

describe('a forged backup is refused, and nothing is left', () => {
  /** Has a valid seal, so that its content is checked. */
  async function madeUp(tar: Uint8Array): Promise<string> {
    const pieces: Uint8Array[] = []
    for await (const piece of sealed(inOne(zstdCompressSync(tar)))) pieces.push(piece)
    const path = join(directory, 'other.anneal')
    await writeFile(path, Buffer.concat(pieces))
    return path
  }
  async function* inOne(bytes: Uint8Array) {
    yield bytes
  }
  async function refusal(change: (tar: Buffer) => Uint8Array, reason: RegExp) {
    const whole = await readFile(file)
    const tar = zstdDecompressSync(whole.subarray(0, await assertSealed(file, { onBytes() {}, signal })))
    const home = join(directory, 'refused')
    await expect(restoreInto(home, await madeUp(change(tar)))).rejects.toMatchObject({
      code: 'BACKUP_REFUSED',
      message: expect.stringMatching(reason),
    })
    expect(await readdir(home)).toEqual([])
  }
  const BLOCK = 512
  const numbered = (tar: Buffer, number: string) => tar.indexOf(`/00000${number}\0`)
  const headAt = (index: number) => index - (index % BLOCK)
  /** Corrects the checksum of an entry's header. */
  function withSum(tar: Buffer, at: number): Buffer {
    tar.fill(' ', at + 148, at + 156)
    const sum = tar.subarray(at, at + BLOCK).reduce((total, byte) => total + byte, 0)
    tar.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148, 'latin1')
    return tar
  }

  it('when a layer is missing', () =>
    refusal((tar) => tar.subarray(0, headAt(numbered(tar, '1'))), /missing from it: 2/))

  it('when the end of a layer is missing', () =>
    refusal((tar) => tar.subarray(0, headAt(numbered(tar, '2'))), /cannot be unpacked: .*Unexpected EOF/))

  it('when a piece of a layer is not in order', () =>
    refusal((tar) => {
      const at = numbered(tar, '2')
      tar.write('9', at + 6, 'latin1')
      return withSum(tar, headAt(at))
    }, /is not in order at .*000009/))

  it('when a layer has a name that leads elsewhere', () =>
    refusal((tar) => {
      const at = headAt(numbered(tar, '1'))
      tar.write('layers/../', at, 'latin1')
      return withSum(tar, at)
    }, /an entry that nothing needs/))
})
