import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { hostReport } from './host-report.ts'

const language = { id: 'tongue', requires: '/usr/bin/tongue', package: 'tongue-cli', isExpected: true }

const parts = {
  home: tmpdir(),
  sandboxName: 'none',
  storeKind: 'sqlite',
  model: undefined,
  languages: [],
  probeSandbox: async () => ({ ok: true, detail: '' }),
  pingStore: async () => {},
}

async function reportOf(row: typeof language & { packages?: { names: string[] } }) {
  const { checks } = await hostReport({ ...parts, languages: [row] })
  return checks.find(({ name }) => name === 'language tongue')
}

it('a language that every host should have is missing with its remedy', async () => {
  expect(await reportOf(language)).toMatchObject({ ok: false, remedy: 'apt-get install -y tongue-cli' })
})

it('a language that some hosts have is no shortfall where it is not, and says how to add it', async () => {
  const add = 'not on this host; to add it: '
  const other = { ...language, isExpected: false }
  expect(await reportOf(other)).toMatchObject({ ok: true, detail: `${add}apt-get install -y tongue-cli` })
  const packages = { names: ['@anneal/none'] }
  expect(await reportOf({ ...other, packages })).toMatchObject({ ok: true, detail: `${add}npm install @anneal/none` })
})

it('the model is named with its address, and its absence is no shortfall', async () => {
  const { checks } = await hostReport({ ...parts, model: { id: 'ollama/llama3', url: 'http://127.0.0.1:11434/v1' } })
  expect(checks).toContainEqual({ name: 'model', ok: true, detail: 'ollama/llama3 at http://127.0.0.1:11434/v1' })
  const without = await hostReport(parts)
  expect(without.checks).toContainEqual({ name: 'model', ok: true, detail: 'none; programs are repaired by rules' })
})
