import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from './public-address.ts'

const SPECIAL = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local and metadata': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'febf::1'],
  'unique local': ['fc00::1', 'fd00:ec2::254'],
  'site-local': ['fec0::1', 'feff::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'broadcast and reserved': ['255.255.255.255', '240.0.0.1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'protocol assignments': ['192.0.0.1', '192.88.99.1', '2001::1', '2001:20::1', '100::1', '5f00::1'],
  'local NAT64': ['64:ff9b:1::1', '64:ff9b:1::808:808'],
  'mapped, compatible or translated IPv4': [
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
  ],
  'NAT64 to a special address': ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b::10.1.2.3'],
  '6to4 of a special address': ['2002:7f00:1::1', '2002:a00:1::', '2002:a9fe:a9fe::1', '2002:c0a8:101::1'],
  'with a zone': ['fe80::1%eth0', '2606:4700::1%eth0'],
  'no address': ['', 'localhost', 'example.com', '1.2.3', '0x7f.0.0.1', '010.0.0.1', '8.8.8.8 ', '[::1]'],
}

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80e::200e',
  '2001:200::1',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
]

describe('public addresses', () => {
  it.each(Object.entries(SPECIAL))('are not: %s', (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([])
  })

  it('are those of the internet, up to the borders of the reserved ranges', () => {
    expect(PUBLIC.filter((address) => !isPublicAddress(address))).toEqual([])
  })

  it('are the same in every spelling and mapping of an IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (dotted) => {
        const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
        const groups = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
        for (const carried of [`::ffff:${dotted}`, `::ffff:${groups}`, `64:ff9b::${groups}`, `2002:${groups}::1`]) {
          expect(isPublicAddress(carried), carried).toBe(isPublicAddress(dotted))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('never lie outside of the global unicast range of IPv6, except mapped IPv4', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        fc.pre(isPublicAddress(text))
        expect(new URL(`http://[${text}]`).hostname).toMatch(/^\[([23][0-9a-f]{3}|64:ff9b:|::ffff):/)
      }),
    )
  })
})
