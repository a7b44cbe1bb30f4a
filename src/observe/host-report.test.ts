import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import type { HostCheck } from '../contract/api.ts'
import { hostReport } from './host-report.ts'
import { languageCheck } from './language-check.ts'

const language = { id: 'tongue', requires: '/usr/bin/tongue', package: 'tongue-cli', isExpected: true }

it('the report of a missing language that every host should have names its remedy', async () => {
  expect(await languageCheck(language)).toMatchObject({ ok: false, remedy: 'apt-get install -y tongue-cli' })
})

it('a language that some hosts have is no shortfall where it is missing, and says how to add it', async () => {
  const add = 'not on this host; to add it: '
  const other = { ...language, isExpected: false }
  expect(await languageCheck(other)).toMatchObject({ ok: true, detail: `${add}apt-get install -y tongue-cli` })
  const packages = { names: ['@anneal/none'] }
  expect(await languageCheck({ ...other, packages })).toMatchObject({
    ok: true,
    detail: `${add}npm install @anneal/none`,
  })
})

it('rows of parts stand behind those of the host, and one shortfall among them is a shortfall of the host', async () => {
  const row = (ok: boolean): HostCheck => ({ name: 'part', ok, detail: '' })
  const reportOf = (ok: boolean) => hostReport({ home: tmpdir(), checks: async () => [row(ok)] })
  const { checks } = await reportOf(true)
  expect(checks.map(({ name }) => name)).toEqual(['node', 'host', 'user namespaces', 'part', 'disk', 'memory'])
  expect((await reportOf(false)).ok).toBe(false)
})
