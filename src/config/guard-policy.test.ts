import { expect, it } from 'vitest'
import { guardPolicyOf } from './guard-policy.ts'
import { loadConfig } from './load-config.ts'

const configOf = (flags: object) =>
  loadConfig({ env: {}, flags: { home: '/h', ...flags }, userHome: '/h', readFile: () => undefined }).config

it('blocks what is critical, tells the rest, and lets information pass', () => {
  expect(guardPolicyOf(configOf({}))).toEqual({
    rules: {},
    families: {},
    severities: { critical: 'block', high: 'warn', medium: 'warn', low: 'warn', info: 'allow' },
  })
})

it('knows severities, families and rules apart, and takes the stricter of two words about one', () => {
  const policy = guardPolicyOf(configOf({ guardBlock: 'high,secrets', guardAllow: 'python/eval,high', guardWarn: '' }))
  expect(policy).toEqual({
    rules: { 'python/eval': 'allow' },
    families: { secrets: 'block' },
    severities: { high: 'block' },
  })
})
