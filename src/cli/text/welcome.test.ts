import { expect, it } from 'vitest'
import { welcome } from './welcome.ts'

const facts = {
  ...{ url: 'http://127.0.0.1:4400', version: '1.2.3', firstKey: undefined, components: {}, e2bDomain: '' },
  retentionDays: 30,
  hasMachines: true,
}

it('the welcome tells programs made for E2B where to go: by URL, or by the domain where there is one', () => {
  expect(welcome(facts)).toContain('E2B_API_URL=http://127.0.0.1:4400 E2B_SANDBOX_URL=http://127.0.0.1:4400')
  const byDomain = welcome({ ...facts, e2bDomain: 'box.example' })
  expect(byDomain).toContain('E2B_DOMAIN=box.example')
  expect(byDomain).not.toContain('E2B_API_URL')
})

it('the welcome tells how long runs are kept', () => {
  expect(welcome(facts)).toContain('Runs are kept for 30 days.')
  expect(welcome({ ...facts, retentionDays: 1 })).toContain('Runs are kept for 1 day.')
  expect(welcome({ ...facts, retentionDays: 0 })).toContain('Runs are kept for ever.')
})

it('the welcome names weaker parts with their remedy, and advertises only working ones', () => {
  expect(welcome(facts)).not.toContain('!')
  const told = welcome({ ...facts, hasMachines: false, weaker: 'Memory is not held. Start it so: systemd-run anneal' })
  expect(told).toContain('\n  ! Memory is not held.\n    Start it so:\n    systemd-run anneal\n')
  expect(told).not.toContain('E2B')
})
