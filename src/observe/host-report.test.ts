import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { hostReport } from './host-report.ts'

const language = { id: 'tongue', requires: '/usr/bin/tongue', package: 'tongue-cli', isExpected: true }

async function reportOf(row: typeof language & { packages?: { names: string[] } }) {
  const parts = { home: tmpdir(), sandboxName: 'none', storeKind: 'sqlite' }
  const probeSandbox = async () => ({ ok: true, detail: '' })
  const { checks } = await hostReport({ ...parts, languages: [row], probeSandbox, pingStore: async () => {} })
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
