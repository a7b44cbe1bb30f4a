import { describe, expect, it } from 'vitest'
import type { MachineNetwork } from './machine.ts'
import { policyOf } from './machine-policy.ts'

const open: MachineNetwork = {
  allowInternet: true,
  allowOut: [],
  denyOut: [],
  rules: {},
  egressProxy: null,
  allowPublicTraffic: true,
  maskRequestHost: null,
  httpsPorts: [],
}
const policy = (network: Partial<MachineNetwork>, ceiling = ['*'], isOpen = true) =>
  policyOf({ ...open, ...network }, { ceiling, isOpen })
const EVERYTHING = '0.0.0.0/0'

describe('the network of a machine', () => {
  it('is open unless it, or the server, says otherwise', () => {
    expect(policy({}).internet).toEqual({ allow: [], deny: [], ceiling: ['*'] })
    expect(policy({ allowInternet: false }).internet?.deny).toEqual([EVERYTHING])
    expect(policy({}, ['*'], false).internet?.deny).toEqual([EVERYTHING])
    expect(policy({}, ['pypi.org']).internet?.ceiling).toEqual(['pypi.org'])
  })

  it('may name hosts below the server’s ceiling, and no others', () => {
    const named = (allowOut: string[], ceiling: string[]) => policy({ allowOut, denyOut: [EVERYTHING] }, ceiling)
    expect(named(['pypi.org', '1.1.1.1', '*.example.org'], ['*']).internet?.allow).toHaveLength(3)
    expect(named(['pypi.org'], ['pypi.org']).internet?.allow).toEqual(['pypi.org'])
    const above: [string, string[]][] = [
      ['example.org', ['pypi.org']],
      ['10.0.0.1', ['*']],
      ['169.254.169.254', ['*']],
      ['127.0.0.1:4400', ['*', '127.0.0.2:4400']],
    ]
    for (const [entry, ceiling] of above) {
      expect(() => named([entry], ceiling), entry).toThrow(expect.objectContaining({ code: 'NETWORK_REFUSED' }))
    }
    expect(() => policy({ egressProxy: { address: '10.0.0.1:1080' } })).toThrow(
      expect.objectContaining({ code: 'NETWORK_REFUSED' }),
    )
    expect(policy({ egressProxy: { address: '10.0.0.1:1080' } }, ['*', '10.0.0.1:1080']).proxy?.address).toBe(
      '10.0.0.1:1080',
    )
  })

  it('names values that it cannot parse', () => {
    const header = (name: string, value: string) => ({ rules: { 'a.example': { headers: { [name]: value } } } })
    const wrong: [Partial<MachineNetwork>, RegExp][] = [
      [{ denyOut: ['example.org'] }, /denyOut: "example.org" is not an address/],
      [{ denyOut: ['10.0.0.0/33'] }, /denyOut/],
      [{ allowOut: ['10.0.0.0/8/8'] }, /allowOut/],
      [{ allowOut: ['a b'], denyOut: [EVERYTHING] }, /allowOut/],
      [{ egressProxy: { address: 'example.org' } }, /egressProxy\.address: must be host:port/],
      [{ egressProxy: { address: 'a.example:1', password: 'ü'.repeat(128) } }, /egressProxy\.password/],
      [header('a b', 'v'), /"a b" cannot be set/],
      [header('a', 'v\r\nx: y'), /"a" cannot be set/],
      [header('Transfer-Encoding', 'chunked'), /cannot be set/],
      [{ rules: { 'no/host': { headers: {} } } }, /"no\/host" is not a host name/],
    ]
    for (const [network, message] of wrong) expect(() => policy(network)).toThrow(message)
  })
})
