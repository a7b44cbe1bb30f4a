import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPackageSets } from './package-sets.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'anneal-sets-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const wishes = { python: ['a'], javascript: [] }
const fill = async (directory: string) => writeFileSync(join(directory, 'file'), 'whole')

/** A process that makes a set, says so in the middle of it, and waits to be killed. */
const MAKER = `const { openPackageSets } = await import(process.argv[1])
const fill = () => new Promise(() => { console.log('filling'); setInterval(() => {}, 1000) })
const sets = openPackageSets(process.argv[2])
await sets.add(await sets.read(1), { wishes: { python: [], javascript: [] }, fill })`

describe('sets of packages', () => {
  it('are as they were when the process that makes the next one is killed in the middle', async () => {
    const sets = openPackageSets(home)
    await sets.add(undefined, { wishes, fill })
    const module = new URL('./package-sets.ts', import.meta.url).href
    const maker = spawn(process.execPath, ['--input-type=module', '-e', MAKER, module, home])
    await once(maker.stdout, 'data')
    expect(readdirSync(join(home, 'packages/making'))).toHaveLength(1)
    maker.kill('SIGKILL')
    await once(maker, 'close')
    expect(await sets.newest()).toBe(1)
    expect(await sets.read(1)).toMatchObject({ generation: 1, wishes })
    await sets.sweep()
    expect(readdirSync(join(home, 'packages/making'))).toEqual([])
  })

  it('are not changed by a making that fails', async () => {
    const sets = openPackageSets(home)
    const fails = () => Promise.reject(new Error('no disk'))
    await expect(sets.add(undefined, { wishes, fill: fails })).rejects.toThrow('no disk')
    expect(await sets.newest()).toBeUndefined()
    expect(readdirSync(join(home, 'packages/making'))).toEqual([])
  })

  it('have one winner when two are made from the same one', async () => {
    const sets = openPackageSets(home)
    const made = await Promise.all([1, 2].map(() => sets.add(undefined, { wishes, fill })))
    expect(made.filter(Boolean)).toHaveLength(1)
  })

  it('are removed when newer ones are there, unless a living process holds them', async () => {
    const sets = openPackageSets(home)
    const first = await sets.add(undefined, { wishes, fill })
    const second = await sets.add(first, { wishes, fill })
    await sets.hold(1)
    await sets.add(second, { wishes, fill })
    expect((await sets.sweep()).map(({ generation }) => generation)).toEqual([2])
    await sets.release()
    expect((await sets.sweep()).map(({ generation }) => generation)).toEqual([1])
    expect(await sets.newest()).toBe(3)
    expect(await sets.hold(1)).toBe(false)
  })
})
