import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Client } from '../../sdk/sdk.ts'
import { notebookOf } from '../command/notebook-call.ts'
import { createFakeHost } from '../fake-host.fixture.ts'
import { runNotebook } from './run-notebook.ts'

it('a notebook of which no cell can be run keeps the outputs it has', async () => {
  const place = await mkdtemp(join(tmpdir(), 'anneal-notebook-'))
  try {
    const path = join(place, 'a.ipynb')
    const cell = { cell_type: 'code', execution_count: 7, metadata: {}, outputs: [{ text: 'kept' }], source: 'main' }
    const text = JSON.stringify({ cells: [cell], metadata: { kernelspec: { language: 'haskell' } }, nbformat: 4 })
    await writeFile(path, text)
    const client = {
      sessions: { create: async () => ({ id: 'ses1' }), remove: async () => {} },
      stream: () => {
        throw new Error('haskell is no language of this server')
      },
    } as unknown as Client
    const { host } = createFakeHost()
    await expect(runNotebook({ host, client, path, flags: {}, options: {} })).rejects.toThrow('haskell')
    expect(await readFile(path, 'utf8')).toBe(text)
  } finally {
    await rm(place, { recursive: true })
  }
})

it('options that mean nothing to a notebook are refused, not passed over', () => {
  for (const flags of [{ background: true }, { webhook: 'https://a.example' }, { outputDir: 'x' }, { arg: ['1'] }])
    expect(() => notebookOf(['a.ipynb'], flags), JSON.stringify(flags)).toThrow('does not go with a notebook')
  expect(() => notebookOf(['a.ipynb'], { json: true, output: '-' })).toThrow('--json with --output -')
})
