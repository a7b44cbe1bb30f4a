import { expect, it } from 'vitest'
import { EngineError } from '../contract/errors.ts'
import { lua as installed } from '../language/lua.ts'
import { createAssertRunnable } from './assert-runnable.ts'

const lua = { ...installed, requires: '/nowhere/bin/lua', package: 'lua5.4' }
const program = { code: 'print(1)', language: 'lua' }
const parts = { hasHostPrograms: true, packageMounts: async () => [], clock: () => 1_000_000 }

it('a language whose program is not on the host is refused before there is a run, with the command that installs it', async () => {
  await expect(createAssertRunnable(parts)(program, lua)).rejects.toMatchObject({
    code: 'LANGUAGE_MISSING',
    message: '/nowhere/bin/lua, which lua needs, is not installed where programs run.',
    hint: 'Install it: apt-get install -y lua5.4',
  })
})

it('a language that lacks an npm package is refused in the same way', async () => {
  const missing = { language: 'lua', missing: 'moon', install: 'npm install moon' }
  const packageMounts = () => Promise.reject(new EngineError('LANGUAGE_MISSING', missing))
  const assertRunnable = createAssertRunnable({ ...parts, packageMounts })
  await expect(assertRunnable(program, { ...lua, requires: null })).rejects.toMatchObject({ code: 'LANGUAGE_MISSING' })
})

it('a program of the host says nothing about sandboxes that bring their own', async () => {
  const assertRunnable = createAssertRunnable({ ...parts, hasHostPrograms: false })
  await expect(assertRunnable(program, lua)).resolves.toBeUndefined()
})

it('a program that was found is believed for a minute', async () => {
  let looks = 0
  let now = 1_000_000
  const packageMounts = async () => (looks += 1)
  const assertRunnable = createAssertRunnable({ ...parts, clock: () => now, packageMounts })
  const there = { ...lua, requires: process.execPath }
  for (now of [1_000_000, 1_059_999, 1_060_000]) await assertRunnable(program, there)
  expect(looks).toBe(2)
})
