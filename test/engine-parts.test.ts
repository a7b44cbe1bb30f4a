import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createEngine } from '../src/engine.ts'
import { withHome } from './support/temporary-home.ts'

it('an engine that cannot start closes everything that it had opened', async () => {
  await withHome(async (home) => {
    const missing = join(home, 'no-rules.yml')
    await expect(createEngine({ home, guardRules: [missing], logLevel: 'silent' })).rejects.toThrow(/no-rules/)
    expect(await readdir(join(home, 'engines'))).toEqual([])
    // The database was closed: its log is empty.
    expect((await readdir(home)).filter((name) => name.startsWith('anneal.db'))).toEqual(['anneal.db'])
  })
})
