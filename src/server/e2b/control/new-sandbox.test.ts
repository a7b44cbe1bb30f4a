import { describe, expect, it } from 'vitest'
import { parsed } from '../../../contract/parsed.ts'
import { FIRST, newSandbox, newSandboxOf, SECOND } from './new-sandbox.ts'

const read = (body: unknown, generation = SECOND) => newSandboxOf(parsed(newSandbox, body, 'body'), generation)

describe('the machine of a create call', () => {
  it('has the defaults of its generation', () => {
    const { network, ...rest } = read({ templateID: 'base' })
    expect(rest).toEqual({
      template: 'base',
      timeoutMs: 300_000,
      metadata: {},
      env: {},
      onTimeout: 'kill',
      pauseKeepsMemory: true,
      autoResume: false,
      isSecured: true,
      volumes: [],
    })
    expect(network).toEqual({
      ...{ allowInternet: true, allowOut: [], denyOut: [], rules: {}, egressProxy: null },
      ...{ allowPublicTraffic: true, maskRequestHost: null, httpsPorts: [] },
    })
    expect(read({ templateID: 'base' }, FIRST)).toMatchObject({ timeoutMs: 15_000, isSecured: false })
  })

  it('takes every field over', () => {
    const asked = read(
      {
        templateID: 'team/name:tag',
        timeout: 60,
        metadata: { user: 'ada' },
        envVars: { A: '1' },
        secure: true,
        allow_internet_access: false,
        autoPause: true,
        autoPauseMemory: true,
        autoResume: { enabled: true },
        volumeMounts: [{ name: 'data', path: '/mnt/data' }],
        network: {
          allowOut: ['example.com', '*.example.org', '1.1.1.1', '10.0.0.0/8', '2001:db8::/32'],
          denyOut: ['0.0.0.0/0'],
          rules: { 'api.example.com': [{ transform: { headers: { 'X-Token': 'secret' } } }], 'example.com': [{}] },
          egressProxy: { address: 'proxy.example.com:1080', username: 'u', password: 'p' },
          allowPublicTraffic: false,
          maskRequestHost: 'host.example.com:$' + '{PORT}',
          httpsPorts: [8443],
        },
      },
      FIRST,
    )
    expect(asked).toEqual({
      template: 'team/name:tag',
      timeoutMs: 60_000,
      metadata: { user: 'ada' },
      env: { A: '1' },
      network: {
        allowInternet: false,
        allowOut: ['example.com', '*.example.org', '1.1.1.1', '10.0.0.0/8', '2001:db8::/32'],
        denyOut: ['0.0.0.0/0'],
        rules: { 'api.example.com': { headers: { 'X-Token': 'secret' } }, 'example.com': { headers: {} } },
        egressProxy: { address: 'proxy.example.com:1080', username: 'u', password: 'p' },
        allowPublicTraffic: false,
        maskRequestHost: 'host.example.com:$' + '{PORT}',
        httpsPorts: [8443],
      },
      onTimeout: 'pause',
      pauseKeepsMemory: true,
      autoResume: true,
      isSecured: true,
      volumes: [{ name: 'data', path: '/mnt/data' }],
    })
  })

  it('ignores unknown fields, and those that are null', () => {
    const nothing = { timeout: null, metadata: null, network: null, mcp: null, iam: null, autoPause: null }
    expect(read({ templateID: 'base', fromTheFuture: 1, ...nothing })).toEqual(read({ templateID: 'base' }))
  })

  it.each([
    ['no template', {}, 'templateID'],
    ['a body that is no object', [], 'body'],
    ['a negative timeout', { timeout: -1 }, 'timeout'],
    ['a timeout in fractions', { timeout: 1.5 }, 'timeout'],
    ['a timeout beyond all bounds', { timeout: 2 ** 31 }, 'timeout'],
    ['metadata that is no text', { metadata: { a: 1 } }, 'metadata.a'],
    ['a variable without a name', { envVars: { '': 'x' } }, 'envVars'],
    ['a variable with = in its name', { envVars: { 'A=B': 'x' } }, 'envVars'],
    ['a variable with NUL in its value', { envVars: { A: 'x\0y' } }, 'envVars.A'],
    ['autoPauseMemory=false without autoPause', { autoPauseMemory: false }, 'autoPauseMemory'],
    [
      'autoPauseMemory=false with autoResume',
      { autoPause: true, autoPauseMemory: false, autoResume: { enabled: true } },
      'autoPauseMemory',
    ],
    ['a mount at a relative path', { volumeMounts: [{ name: 'v', path: 'data' }] }, 'volumeMounts.0.path'],
    ['a mount over everything', { volumeMounts: [{ name: 'v', path: '/' }] }, 'volumeMounts.0.path'],
    ['a mount that climbs up', { volumeMounts: [{ name: 'v', path: '/a/../b' }] }, 'volumeMounts.0.path'],
    [
      'metadata of more than 64 kB',
      { metadata: { a: 'x'.repeat(40_000), b: 'ü'.repeat(13_000) } },
      'metadata: has 66002',
    ],
    ['variables of more than 256 kB', { envVars: variablesOf(3, 90_000) }, 'envVars: has 270003 bytes; 262144 are'],
    ['a variable longer than Linux takes', { envVars: { A: 'x'.repeat(131_070) } }, 'envVars.A: has 131073 bytes'],
    ['more mounts than anybody has', { volumeMounts: mountsOf(65) }, 'volumeMounts: has 65 entries'],
    ['a mount of a name without end', { volumeMounts: [{ name: 'v'.repeat(257), path: '/a' }] }, 'volumeMounts.0.name'],
    ['a mount at a path without end', { volumeMounts: [{ name: 'v', path: `/${'a'.repeat(4096)}` }] }, '0.path'],
  ])('is refused with %s', (_, fields, where) => {
    const body = Array.isArray(fields) || where === 'templateID' ? fields : { templateID: 'base', ...fields }
    expect(() => read(body)).toThrow(where)
  })

  it('may be as large as can be stored', () => {
    const metadata = { a: 'x'.repeat(65_535) }
    const envVars = { A: 'x'.repeat(131_069), B: 'x'.repeat(131_069) }
    expect(read({ templateID: 'base', metadata, envVars, volumeMounts: mountsOf(64) })).toMatchObject({
      ...{ metadata, env: envVars, volumes: mountsOf(64) },
    })
  })

  it('is refused when its ports should be private without a token to check', () => {
    const body = { templateID: 'base', network: { allowPublicTraffic: false } }
    expect(() => read(body, FIRST)).toThrow('can only be false for a secured sandbox')
    expect(read({ ...body, secure: true }, FIRST).network.allowPublicTraffic).toBe(false)
    expect(read(body, SECOND).network.allowPublicTraffic).toBe(false)
  })

  it('is refused with workload identity, which does not exist here', () => {
    const iam = { tokens: { aws: { audience: 'x', tokenType: 'JWT-SVID' } } }
    expect(() => read({ templateID: 'base', iam })).toThrow('Workload identity (iam.tokens) is not supported')
  })
})

const variablesOf = (count: number, length: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${'ABC'[at]}`, 'x'.repeat(length)]))
const mountsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `volume-${at}`, path: `/mnt/${at}` }))
