import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAddress, isDomain } from './destination.ts'
import { egressOf, networkAnswer, networkConfig, networkUpdate } from './network-config.ts'

const headersOf = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, 'v']))
const rulesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`host${n}.example`, [{}]]))
const withHeaders = (headers: Record<string, string>) => ({ rules: { 'a.example': [{ transform: { headers } }] } })

describe('the network of a sandbox', () => {
  it.each([
    ['1000 allowed and denied addresses', { allowOut: Array(1000).fill('1.1.1.1'), denyOut: Array(1000).fill('::/8') }],
    ['10 hosts with rules', { rules: rulesOf(10) }],
    ['20 headers', withHeaders(headersOf(20))],
    ['a header name of 64 characters', withHeaders({ ['x'.repeat(64)]: 'v' })],
    ['a header value of 2048 characters', withHeaders({ x: 'v'.repeat(2048) })],
    ['a host with a port in a rule', { rules: { 'a.example:8443': [{}] } }],
    ['a proxy by address', { egressProxy: { address: '[2001:db8::1]:1080' } }],
    ['no proxy', { egressProxy: null }],
  ])('may have %s', (_, network) => {
    expect(networkConfig.safeParse(network).success).toBe(true)
  })

  it.each([
    ['1001 allowed addresses', { allowOut: Array(1001).fill('1.1.1.1') }],
    ['1001 denied addresses', { denyOut: Array(1001).fill('1.1.1.1') }],
    ['101 ports that speak TLS', { httpsPorts: Array(101).fill(8443) }],
    ['11 hosts with rules', { rules: rulesOf(11) }],
    ['two rules for a host', { rules: { 'a.example': [{}, {}] } }],
    ['21 headers', withHeaders(headersOf(21))],
    ['a header name of 65 characters', withHeaders({ ['x'.repeat(65)]: 'v' })],
    ['a header name with a space', withHeaders({ 'x y': 'v' })],
    ['a header value of 2049 characters', withHeaders({ x: 'v'.repeat(2049) })],
    ['a header value of two lines', withHeaders({ x: 'v\r\nother: w' })],
    ['a rule for no host', { rules: { 'a b': [{}] } }],
    ['a denied name', { denyOut: ['example.com'] }],
    ['an allowed URL', { allowOut: ['https://example.com'] }],
    ['an allowed range that is none', { allowOut: ['10.0.0.0/33'] }],
    ['a proxy without a port', { egressProxy: { address: 'proxy.example.com' } }],
    ['a proxy with a password and nobody to whom it belongs', { egressProxy: { address: 'a:1', password: 'p' } }],
    ['a proxy with a name of 256 bytes', { egressProxy: { address: 'a:1', username: 'é'.repeat(128) } }],
    ['a mask with a line break', { maskRequestHost: 'a\r\nb' }],
    ['a port that is none', { httpsPorts: [0] }],
  ])('is refused with %s', (_, network) => {
    expect(networkConfig.safeParse(network).success).toBe(false)
  })

  it('allows names only where everything else is denied', () => {
    expect(networkUpdate.safeParse({ allowOut: ['a.example'] }).success).toBe(false)
    expect(networkUpdate.safeParse({ allowOut: ['a.example'], denyOut: ['0.0.0.0/0'] }).success).toBe(true)
    expect(networkUpdate.safeParse({ allowOut: ['a.example'], allow_internet_access: false }).success).toBe(true)
    expect(networkUpdate.safeParse({ allowOut: ['1.1.1.1'] }).success).toBe(true)
  })

  it('is shown as requested, without the password', () => {
    const config = {
      allowOut: ['1.1.1.1'],
      denyOut: ['0.0.0.0/0'],
      rules: { 'a.example': [{ transform: { headers: { x: 'v' } } }] },
      egressProxy: { address: 'a:1', username: 'u', password: 'p' },
    }
    const rest = { allowPublicTraffic: true, maskRequestHost: null, httpsPorts: [] }
    expect(networkAnswer({ ...egressOf(networkConfig.parse(config), undefined), ...rest })).toEqual({
      ...config,
      egressProxy: { address: 'a:1', username: 'u' },
      allowPublicTraffic: true,
    })
  })

  it('is cleared by an empty update', () => {
    expect(egressOf(networkUpdate.parse({}), undefined)).toEqual({
      ...{ allowInternet: true, allowOut: [], denyOut: [], rules: {}, egressProxy: null },
    })
  })
})

describe('a destination', () => {
  it('is an address, a name, or neither, and never both', () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(isAddress(text) && isDomain(text)).toBe(false)))
    fc.assert(fc.property(fc.ipV4(), (text) => void expect([isAddress(text), isDomain(text)]).toEqual([true, false])))
    fc.assert(fc.property(fc.ipV6(), (text) => void expect(isAddress(text)).toBe(true)))
    fc.assert(fc.property(fc.domain(), (text) => void expect([isAddress(text), isDomain(text)]).toEqual([false, true])))
  })
})
