import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { targetOf } from './target.ts'

const DOMAIN = 'boxes.example:8443'
const isKnown = (name: string) => name === 'localhost' || name === '127.0.0.1'
const target = (hostName: string, head: { path?: string; headers?: Record<string, string> } = {}, domain = DOMAIN) =>
  targetOf({ hostName, path: '/', headers: {}, ...head }, { domain, isKnown })
const named = { headers: { 'e2b-sandbox-id': 'abc1', 'e2b-sandbox-port': '8000' } }

describe('the destination of a request', () => {
  it.for([
    ['8000-abc1.boxes.example', { to: 'port', machineId: 'abc1', port: 8000 }],
    ['65535-abc1.boxes.example', { to: 'port', machineId: 'abc1', port: 65_535 }],
    ['api.boxes.example', { to: 'control' }],
    ['65536-abc1.boxes.example', { to: 'nowhere' }],
    ['0-abc1.boxes.example', { to: 'nowhere' }],
    ['08000-abc1.boxes.example', { to: 'nowhere' }],
    ['-8000-abc1.boxes.example', { to: 'nowhere' }],
    ['8000-abc1-x.boxes.example', { to: 'nowhere' }],
    ['x.8000-abc1.boxes.example', { to: 'nowhere' }],
    ['8000-.boxes.example', { to: 'nowhere' }],
    ['sandbox.boxes.example', { to: 'nowhere' }],
    ['8000-abc1.boxes.example.evil.test', undefined],
    ['8000-abc1.notboxes.example', undefined],
    ['boxes.example', undefined],
  ] as const)('is told by the host %s', ([host, expected]) => {
    expect(target(host)).toEqual(expected)
  })

  it('comes from headers only on hosts that decide nothing', () => {
    const expected = { to: 'port', machineId: 'abc1', port: 8000 }
    for (const host of ['localhost', '127.0.0.1', 'sandbox.boxes.example'])
      expect(target(host, named)).toEqual(expected)
    expect(target('9000-other2.boxes.example', named)).toEqual({ to: 'port', machineId: 'other2', port: 9000 })
    expect(target('api.boxes.example', named)).toEqual({ to: 'control' })
    for (const host of ['evil.test', 'sandbox.evil.test']) expect(target(host, named)).toBeUndefined()
    expect(target('localhost', { headers: { 'e2b-sandbox-id': 'abc1' } })).toMatchObject({ port: 49_983 })
    for (const wrong of ['a-b', 'ABC', '../x', 'a, b', '']) {
      expect(target('localhost', { headers: { 'e2b-sandbox-id': wrong } }), wrong).toEqual({ to: 'nowhere' })
    }
  })

  it('comes from paths that only E2B’s API has, and leaves ours alone', () => {
    for (const path of [
      '/sandboxes',
      '/v2/sandboxes?limit=1',
      '/v3/templates',
      '/templates/a/b',
      '/volumecontent/x/file',
    ])
      expect(target('localhost', { path }), path).toEqual({ to: 'control' })
    expect(target('localhost', { path: '/files?path=a&signature=v1_x' })).toEqual({ to: 'signed-file' })
    for (const path of ['/v1/volumes', '/v1/runs', '/docs', '/', '/files?path=a', '/sandboxesx', '/v1/sandboxes'])
      expect(target('localhost', { path }), path).toBeUndefined()
    expect(target('evil.test', { path: '/sandboxes' })).toBeUndefined()
  })

  it('is never a host of another domain, and never an invalid one', () => {
    fc.assert(
      fc.property(fc.domain(), fc.string(), (host, path) => {
        fc.pre(!host.endsWith('.boxes.example'))
        expect(target(host, { path, ...named })).toBeUndefined()
        expect(target(host, { path, ...named }, '')).toBeUndefined()
      }),
    )
  })

  it('is a port in its range and a name of letters and digits, or nowhere, whatever stands before the domain', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{1,6}-[a-z0-9-]{0,9}$/)), (label) => {
        const found = target(`${label}.boxes.example`)
        if (found?.to !== 'port') return
        expect(found.port).toBeGreaterThan(0)
        expect(found.port).toBeLessThanOrEqual(65_535)
        expect(`${found.port}-${found.machineId}`).toBe(label)
      }),
    )
  })
})
