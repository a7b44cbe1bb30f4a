import { expect, it } from 'vitest'
import { howToDelegate } from './how-to-delegate.ts'

const facts = { hasSystemd: true, hasV2: true, isContainer: false, user: 'ada', command: 'node anneal.js serve' }

it('the advice on a control group fits the host: with systemd, without it, with cgroup v1, in a container', () => {
  expect(howToDelegate(facts)).toMatch(/: systemd-run --user --scope -p Delegate=yes node anneal\.js serve$/)
  const byHand = /: sh deploy\/cgroup\/in-own-groups\.sh ada node anneal\.js serve$/
  expect(howToDelegate({ ...facts, hasSystemd: false })).toMatch(byHand)
  expect(howToDelegate({ ...facts, hasV2: false })).toMatch(byHand)
  expect(howToDelegate({ ...facts, hasSystemd: false, isContainer: true })).toContain('--memory')
})
