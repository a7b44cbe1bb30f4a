import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInterpreterMark } from './interpreter-mark.ts'

test('another interpreter, another package and another language have another mark', async () => {
  const place = mkdtempSync(join(tmpdir(), 'mark-'))
  try {
    const requires = join(place, 'python3')
    writeFileSync(requires, 'one')
    let shown: string | undefined
    const markOf = createInterpreterMark({ packages: async () => shown, execPath: process.execPath, clock: Date.now })
    const language = { id: 'python', requires, command: ['python3', 'main.py'] }
    const first = await markOf(language)
    expect(await markOf(language)).toBe(first)
    writeFileSync(requires, 'another')
    const second = await markOf(language)
    shown = '/packages/2'
    const third = await markOf(language)
    expect(new Set([first, second, third, await markOf({ ...language, id: 'ruby' })]).size).toBe(4)
  } finally {
    rmSync(place, { recursive: true })
  }
})
