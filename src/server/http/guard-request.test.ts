import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardRequest } from './guard-request.ts'

const policy = { allowedHosts: ['anneal.example', 'Big.Example'], allowedOrigins: ['https://page.example'] }

function verdict(headers: Record<string, string>): string {
  try {
    guardRequest(new Request('http://placeholder.example/', { headers }), policy)
    return 'passed'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('the guard at the door', () => {
  it('lets requests pass that name this host or a listed name, in any spelling', () => {
    const ours = [
      'localhost',
      'LocalHost:1',
      '127.0.0.1',
      '127.0.0.1:4400',
      '192.168.1.5',
      '[::1]',
      '[::1]:4400',
      '[fe80::1]:80',
    ]
    for (const host of [...ours, 'anneal.example', 'ANNEAL.example:8080', 'big.example'])
      expect(verdict({ host }), host).toBe('passed')
  })

  it('refuses every name that is not listed', () => {
    const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/)
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), fc.option(fc.nat(65_535)), (labels, port) => {
        const name = labels.join('.')
        fc.pre(!/^[\d.]+$/.test(name) && !['localhost', ...policy.allowedHosts].includes(name))
        expect(verdict({ host: port === null ? name : `${name}:${port}` })).toBe('HOST_REFUSED')
      }),
    )
  })

  it('refuses names that only look like ours', () => {
    const lookalikes = [
      'localhost.evil.example',
      '127.0.0.1.nip.example',
      'xlocalhost',
      'localhost.',
      '127.0.0.1@evil.example',
    ]
    for (const host of [
      ...lookalikes,
      'evil.example:80:80',
      'localhost/',
      '[::1',
      '0x7f.1',
      '',
      'anneal.example.evil',
    ]) {
      expect(verdict({ host }), host).toBe('HOST_REFUSED')
    }
  })

  it('accepts requests from its own pages, from listed ones, and from programs without an origin', () => {
    const host = '127.0.0.1:4400'
    for (const origin of ['http://127.0.0.1:4400', 'https://127.0.0.1:4400', 'https://page.example']) {
      expect(verdict({ host, origin }), origin).toBe('passed')
    }
    expect(verdict({ host })).toBe('passed')
  })

  it('refuses every other page', () => {
    const host = '127.0.0.1:4400'
    const foreign = [
      'null',
      '',
      'http://127.0.0.1',
      'http://127.0.0.1:4401',
      'http://page.example',
      'https://page.example.evil',
    ]
    for (const origin of [...foreign, 'https://page.example/', 'HTTPS://PAGE.EXAMPLE', 'http://localhost:4400']) {
      expect(verdict({ host, origin }), origin).toBe('ORIGIN_REFUSED')
    }
  })
})
