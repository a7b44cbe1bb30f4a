import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { keyedNumbers, parsePids, readKey, unlessGone, writeControl, writeControlSync } from './control-file.ts'

const directory = await mkdtemp(join(tmpdir(), 'anneal-control-'))
afterAll(() => rm(directory, { recursive: true }))

describe('control files', () => {
  it('are never created by writing', async () => {
    const path = join(directory, 'absent')
    await expect(writeControl(path, 1)).rejects.toThrow(/ENOENT/)
    expect(() => writeControlSync(path, 1)).toThrow(/ENOENT/)
  })

  it('are told apart when they are gone and when they cannot be read', async () => {
    expect(await unlessGone(readKey(join(directory, 'absent'), 'max'))).toBeUndefined()
    await expect(unlessGone(readKey(directory, 'max'))).rejects.toThrow(/EISDIR/)
  })

  it('are gone when their process ends while they are read', async () => {
    const child = spawn('/usr/bin/sleep', ['60'], { stdio: 'ignore' })
    const file = await open(`/proc/${child.pid}/cgroup`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await unlessGone(file.readFile('utf8'))).toBeUndefined()
    await file.close()
  })

  it('give the number in lines of a word and a number', () => {
    const line = fc.tuple(fc.stringMatching(/^[a-z_]{1,8}$/), fc.nat())
    fc.assert(
      fc.property(fc.array(line), (pairs) => {
        const read = keyedNumbers(pairs.map(([word, number]) => `${word} ${number}\n`).join(''))
        expect(read).toEqual(new Map(pairs))
      }),
    )
  })

  it('give the process ids that can be named from here', () => {
    expect(parsePids('12\n0\n7\n')).toEqual([12, 7])
    expect(parsePids('')).toEqual([])
  })
})
