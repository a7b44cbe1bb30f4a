import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInternet } from './internet-rules.ts'

const EVERYTHING = '0.0.0.0/0'
const rules = (allow: string[], deny: string[], ceiling = ['*']) => parseInternet({ allow, deny, ceiling })
const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)

describe('the open internet with exceptions', () => {
  const octet = fc.nat(255)
  // Few networks, so that ranges meet addresses.
  const address = fc.tuple(fc.constantFrom(8, 9), fc.nat(1), octet, octet).map((parts) => parts.join('.'))
  const range = fc.tuple(address, fc.integer({ min: 1, max: 32 })).map(([base, bits]) => ({ base, bits }))
  const isIn = (found: string, { base, bits }: { base: string; bits: number }) =>
    Math.floor(number(found) / 2 ** (32 - bits)) === Math.floor(number(base) / 2 ** (32 - bits))
  const textOf = ({ base, bits }: { base: string; bits: number }) => (bits === 32 ? base : `${base}/${bits}`)

  it('lets pass each public address that is allowed or not denied, like a simple model', () => {
    fc.assert(
      fc.property(fc.array(range), fc.array(range), fc.boolean(), address, (allow, deny, all, target) => {
        const list = rules(allow.map(textOf), [...deny.map(textOf), ...(all ? [EVERYTHING] : [])])
        const isAllowed = allow.some((one) => isIn(target, one))
        const isDenied = all || deny.some((one) => isIn(target, one))
        expect(list.allows(target, 443)).toBe(isAllowed || !isDenied)
        expect(list.admits(target, { host: 'some.example', port: 443 })).toBe(isAllowed || !isDenied)
      }),
    )
  })

  it('never lets pass a private address, whatever is allowed, unless server and sandbox name it', () => {
    const hidden = [
      '127.0.0.1',
      '10.1.2.3',
      '169.254.169.254',
      '192.168.0.1',
      '::1',
      'fd00::1',
      'fe80::1',
      '64:ff9b::7f00:1',
    ]
    for (const host of hidden) {
      const listed = host.includes(':') ? `[${host}]:80` : `${host}:80`
      for (const allow of [[], [EVERYTHING], ['::/0'], [`${host}/8`], [host]]) {
        expect(rules(allow, []).allows(host, 80), `${host} by ${allow}`).toBe(false)
        expect(rules(allow, [], ['*', listed]).allows(host, 80)).toBe(allow.includes(host))
      }
    }
  })

  it('allows names by themselves or by their parents, on the port they name', () => {
    const list = rules(['pypi.org', '*.example.org', 'api.example:8443'], [EVERYTHING])
    const allowed: [string, number][] = [
      ['pypi.org', 443],
      ['pypi.org', 9418],
      ['a.b.example.org', 80],
      ['api.example', 8443],
    ]
    for (const [host, port] of allowed) expect(list.allows(host, port), `${host}:${port}`).toBe(true)
    for (const host of ['example.org', 'notpypi.org', 'www.pypi.org', 'api.example', '9.9.9.9'])
      expect(list.allows(host, 443), host).toBe(false)
    expect(list.admits('8.8.8.8', { host: 'pypi.org', port: 443 })).toBe(true)
  })

  it('does not even look up other names once everything is denied', () => {
    expect(rules(['8.8.8.8'], [EVERYTHING]).allows('dns.example', 443)).toBe(false)
    expect(rules([], ['8.8.8.8']).allows('dns.example', 443)).toBe(true)
  })

  it('knows a denied address that is mapped into IPv6', () => {
    const list = rules([], ['8.8.0.0/16'])
    for (const host of ['64:ff9b::808:808', '2002:808:808::1', '8.8.8.8'])
      expect(list.allows(host, 443), host).toBe(false)
    for (const host of ['64:ff9b::909:909', '2606:4700::1111']) expect(list.allows(host, 443), host).toBe(true)
    expect(rules([], [EVERYTHING]).allows('2606:4700::1111', 443)).toBe(false)
    expect(rules([], ['2606:4700::/32']).allows('2606:4700::1111', 443)).toBe(false)
  })

  it('stays below the ceiling of the server', () => {
    const list = rules([EVERYTHING], [], ['pypi.org', '*.example.org', '9.9.9.9:853'])
    expect(list.allows('pypi.org', 443)).toBe(true)
    expect(list.allows('pypi.org', 22)).toBe(false)
    expect(list.allows('a.example.org', 80)).toBe(true)
    expect(list.allows('9.9.9.9', 853)).toBe(true)
    for (const host of ['example.com', '8.8.8.8']) expect(list.allows(host, 443), host).toBe(false)
    expect(rules([], [], []).allows('pypi.org', 443)).toBe(false)
  })

  it('parses any text, or names it', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 400 })), (entries) => {
        for (const [allow, deny] of [
          [entries, []],
          [[], entries],
        ] as const) {
          try {
            rules([...allow], [...deny])
          } catch (error) {
            expect(error).toMatchObject({ code: 'INVALID_REQUEST' })
          }
        }
      }),
    )
  })
})
