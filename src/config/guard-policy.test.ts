import { expect, it } from 'vitest'
import { guardPolicyOf } from './guard-policy.ts'
import { loadConfig } from './load-config.ts'

const configOf = (flags: object) =>
  loadConfig({ env: {}, flags: { home: '/h', ...flags }, userHome: '/h', readFile: () => undefined }).config

it('the default policy blocks critical findings, reports the rest, and lets information pass', () => {
  expect(guardPolicyOf(configOf({}))).toEqual({
    rules: {},
    families: {},
    severities: { critical: 'block', high: 'warn', medium: 'warn', low: 'warn', info: 'allow' },
  })
})

it('the policy distinguishes severities, families and rules, and takes the stricter of two entries', () => {
  const policy = guardPolicyOf(configOf({ guardBlock: 'high,secrets', guardAllow: 'python/eval,high', guardWarn: '' }))
  expect(policy).toEqual({
    rules: { 'python/eval': 'allow' },
    families: { secrets: 'block' },
    severities: { high: 'block' },
  })
})
