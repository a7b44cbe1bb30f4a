import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAllowList } from './allow-list.ts'
import { readAuthority } from './authority.ts'

/** Asks as the proxy does: a host without a canonical form is never allowed. */
const allows = (entries: string[], authority: string, port = 443): boolean => {
  const target = readAuthority(authority)
  return target !== undefined && parseAllowList(entries).allows(target.host, target.port ?? port)
}

const label = fc.stringMatching(/^[a-z]([a-z0-9-]{0,10}[a-z0-9])?$/).filter((text) => !text.startsWith('xn--'))
const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'))
const octet = fc.integer({ min: 0, max: 255 })
const address = fc.tuple(octet, octet, octet, octet)

describe('the allow-list', () => {
  it('denies everything when it is empty', () => {
    fc.assert(fc.property(name, fc.integer({ min: 1, max: 65_535 }), (host, port) => !allows([], host, port)))
    expect(allows([], '127.0.0.1', 80)).toBe(false)
  })

  it('opens ports 80 and 443 of a name, or just the port that is named', () => {
    expect([80, 443, 22, 8080].map((port) => allows(['a.example'], 'a.example', port))).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([80, 443, 22, 8080].map((port) => allows(['a.example:8080'], 'a.example', port))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('takes a name for that name alone', () => {
    fc.assert(
      fc.property(name, name, (listed, other) => {
        expect(allows([listed], listed)).toBe(true)
        expect(allows([listed], other)).toBe(listed === other)
        expect(allows([listed], `${other}.${listed}`)).toBe(false)
        expect(allows([listed], `${other}${listed}`)).toBe(false)
      }),
    )
  })

  it('takes *.name for everything below the name and not the name itself', () => {
    fc.assert(
      fc.property(name, name, (parent, below) => {
        expect(allows([`*.${parent}`], `${below}.${parent}`)).toBe(true)
        expect(allows([`*.${parent}`], parent)).toBe(false)
        expect(allows([`*.${parent}`], `${below}${parent}`)).toBe(`${below}${parent}`.endsWith(`.${parent}`))
        expect(allows([`*.${parent}`], `${below}.${parent}.evil.example`)).toBe(
          `${parent}.evil.example`.endsWith(`.${parent}`),
        )
      }),
    )
  })

  it('reads a name in one way however it is written: case, trailing dot, full-width and national letters', () => {
    expect(allows(['Example.COM'], 'eXample.com.')).toBe(true)
    expect(allows(['example.com.'], 'example.com')).toBe(true)
    expect(allows(['bücher.example'], 'xn--bcher-kva.example')).toBe(true)
    expect(allows(['*.bücher.example'], 'a.XN--BCHER-KVA.example.')).toBe(true)
    expect(allows(['ｅｘａｍｐｌｅ.com'], 'example.com')).toBe(true)
    expect(allows(['example.com'], 'exаmple.com'), 'a Cyrillic letter').toBe(false)
  })

  it('gives every text one canonical form at most, and that form is its own', () => {
    const some = fc.string({ unit: 'binary', maxLength: 4 })
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.tuple(some, name, some).map((parts) => parts.join('')),
      fc.ipV4Extended(),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const host = readAuthority(text)?.host
        if (host === undefined) return
        expect(host).toMatch(/^[a-z0-9._-]+$/)
        expect(readAuthority(host)).toEqual({ host })
      }),
    )
  })

  it('refuses a host with anything in it that is no part of a name', () => {
    const intruders = fc.constantFrom(...'\0\r\n\t \x0b\x7f/\\?#@%:[]<>^`{|}"!$&\'()*+,;=')
    fc.assert(
      fc.property(name, intruders, name, (before, intruder, after) => {
        expect(readAuthority(`${before}${intruder}${after}`)).toBeUndefined()
      }),
    )
    for (const host of [
      '',
      '.',
      '..',
      'a..b',
      '.a',
      'a..',
      'a'.repeat(64),
      `${'a.'.repeat(127)}a`,
      'a%2eb',
      'user@a',
      'user:pass@a',
    ]) {
      expect(readAuthority(host), host).toBeUndefined()
    }
  })

  it('refuses an invalid port', () => {
    for (const port of ['0', '080', '65536', '99999', '-1', '+80', '8e1', '', ' 80', '80 ', '0x50']) {
      expect(readAuthority(`a.example:${port}`), port).toBeUndefined()
    }
    expect(readAuthority('a.example:65535')).toEqual({ host: 'a.example', port: 65_535 })
  })

  it('knows an IPv4 address in every spelling that a resolver would understand', () => {
    fc.assert(
      fc.property(address, ([a, b, c, d]) => {
        const dotted = `${a}.${b}.${c}.${d}`
        const number = ((a * 256 + b) * 256 + c) * 256 + d
        const hex = (part: number) => part.toString(16)
        const spellings = [
          dotted,
          `${dotted}.`,
          `${number}`,
          `0x${hex(number)}`,
          `0X${hex(number).toUpperCase()}`,
          `0${number.toString(8)}`,
          `${a}.${(b * 256 + c) * 256 + d}`,
          `${a}.${b}.${c * 256 + d}`,
          `0x${hex(a)}.0${b.toString(8)}.${c}.0x${hex(d)}`,
          `[::ffff:${dotted}]`,
          `[::FFFF:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
          `[0:0:0:0:0:ffff:${dotted}]`,
        ]
        for (const spelling of spellings) expect(readAuthority(spelling), spelling).toEqual({ host: dotted })
      }),
    )
  })

  it('knows an IPv6 address in every spelling', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const host = readAuthority(`[${text}]`)?.host
        expect(host).toBeDefined()
        expect(readAuthority(`[${text.toUpperCase()}]:8080`)).toEqual({ host, port: 8080 })
      }),
    )
    expect(readAuthority('[0:0::1]')).toEqual({ host: '::1' })
    for (const text of ['[::1', '::1', '[::1]x', '[::1%lo]', '[::1%25lo]', '[1.2.3.4]', '[]', '[a.example]']) {
      expect(readAuthority(text), text).toBeUndefined()
    }
  })

  it('opens an address only when it is listed itself', () => {
    expect(allows(['127.0.0.1:8080'], '127.1:8080')).toBe(true)
    expect(allows(['127.0.0.1:8080'], '127.0.0.1:8081')).toBe(false)
    expect(allows(['::1', '[2606:4700::1]:8080'], '[0::1]')).toBe(true)
    expect(allows(['::1', '[2606:4700::1]:8080'], '[2606:4700:0::1]:8080')).toBe(true)
    expect(allows(['*.example.com', 'example.com'], '93.184.215.14')).toBe(false)
  })

  it('names every entry that does not fit', () => {
    const bad = [
      'https://a.example',
      'a.example/x',
      '*',
      '*.',
      '*.*.a',
      'a.*',
      '*.127.0.0.1',
      '10.0.0.0/8',
      'a:0',
      'a:b',
      '',
      'a b',
      'u@a',
      '*:443',
      '256.1.1.1',
    ]
    for (const entry of bad) {
      expect(() => parseAllowList(['fine.example', entry]), entry).toThrow(
        expect.objectContaining({ code: 'INVALID_REQUEST', message: expect.stringContaining(JSON.stringify(entry)) }),
      )
    }
    expect(() => parseAllowList(['a b', 'c d'])).toThrow(/"a b".*"c d"/)
  })
})
