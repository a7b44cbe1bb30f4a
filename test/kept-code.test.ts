import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLoader } from '../bin/kept-code.js'

let home: string
let kept: string
let script: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'anneal-kept-'))
  kept = join(home, 'kept')
  script = join(home, 'main.cjs')
  await writeFile(join(home, 'other.cjs'), 'exports.word = "one"')
  await writeFile(script, 'exports.main = () => require("./other.cjs").word')
})
afterEach(() => rm(home, { recursive: true, force: true }))

const call = () => {
  const loader = createLoader(kept)
  const said = (loader.load(script) as { main(): string }).main()
  loader.keep()
  return said
}

describe('Compiled code that a command keeps', () => {
  test('is made of every file that was loaded, and is not written again by the next command', async () => {
    expect(call()).toBe('one')
    expect(await readdir(kept)).toHaveLength(2)
    const before = await inodes()
    expect(call()).toBe('one')
    expect(await inodes()).toEqual(before)
  })

  test('is not run for another file of the same name and length', async () => {
    expect(call()).toBe('one')
    const other = join(home, 'other.cjs')
    const { ctimeMs } = await stat(other)
    // The kernel's clock for files goes in steps.
    do await writeFile(other, 'exports.word = "two"')
    while ((await stat(other)).ctimeMs === ctimeMs)
    expect(call()).toBe('two')
  })

  test('is removed when the code of a newer version of its file is kept', async () => {
    call()
    await writeFile(script, 'exports.main = () => "longer than " + require("./other.cjs").word')
    expect(call()).toBe('longer than one')
    expect((await readdir(kept)).map((name) => name.split('-')[0]).toSorted()).toEqual(['main.cjs', 'other.cjs'])
  })

  test('is made anew where its bytes have changed', async () => {
    call()
    for (const name of await readdir(kept)) {
      const bytes = await readFile(join(kept, name))
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 255
      await writeFile(join(kept, name), bytes)
    }
    const broken = await contents()
    expect(call()).toBe('one')
    expect(await contents()).not.toEqual(broken)
  })

  test('is not kept where no directory is ours, or it cannot be written', async () => {
    const loader = createLoader(undefined)
    expect((loader.load(script) as { main(): string }).main()).toBe('one')
    loader.keep()
    await writeFile(kept, 'a file in the way')
    expect(call()).toBe('one')
    expect((await readdir(home)).toSorted()).toEqual(['kept', 'main.cjs', 'other.cjs'])
  })
})

const inodes = async () => Promise.all((await readdir(kept)).map(async (name) => (await stat(join(kept, name))).ino))
const contents = async () => Promise.all((await readdir(kept)).map((name) => readFile(join(kept, name))))
