import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeKey } from '../src/engine.ts'
import { eachRoute } from './support/each-route.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine()

const PAGE = 'https://page.example'

/** A valid body, so that only the key or the origin can be the reason to refuse. */
function plainCall(route: ReturnType<typeof eachRoute>[number]) {
  return { method: route.method, ...(route.body && { body: {} }) }
}

test('every route but health refuses a request without a key, and with a key that is malformed, unknown or revoked', async () => {
  await inEngine(async (tools) => {
    const refused = await badKeys(tools)
    for (const route of eachRoute(tools)) {
      for (const key of refused) {
        const response = await tools.call(route.plainPath, { ...plainCall(route), key })
        if (route.name === 'GET /v1/health') expect(response.status).toBe(200)
        else {
          await expectError(response, 'UNAUTHENTICATED')
          expect(response.headers.get('www-authenticate')).toMatch(/^Basic .*, Bearer /)
        }
      }
    }
  })
})

test('a path that does not exist needs a key before it is reported missing', async () => {
  await inEngine(async (tools) => {
    const paths = [
      '/nothing',
      '/v1',
      '/v1/runs/',
      '/v2/runs',
      '/v1/runs/a/b/c',
      '/%',
      '/v1/runs/%00/events',
      '/favicon.ico',
    ]
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const call = { method, ...(method === 'POST' && { body: {} }) }
        await expectError(await tools.call(path, { ...call, key: '' }), 'UNAUTHENTICATED')
        if (!path.includes('%00')) await expectError(await tools.call(path, call), 'NOT_FOUND')
      }
    }
  })
})

test('a wrong method is refused with the allowed ones, to a caller with a key', async () => {
  await inEngine(async (tools) => {
    for (const route of eachRoute(tools)) {
      const refused = await tools.call(route.plainPath, { method: 'PATCH', body: {} })
      expect(refused.headers.get('allow')?.split(', '), route.name).toContain(route.method)
      await expectError(refused, 'METHOD_NOT_ALLOWED')
      await expectError(await tools.call(route.plainPath, { method: 'PATCH', key: '', body: {} }), 'UNAUTHENTICATED')
    }
  })
})

test('admin routes refuse the key of a user', async () => {
  await inEngine(async (tools) => {
    const admin = eachRoute(tools).filter((route) => route.access === 'admin')
    expect(admin.length).toBeGreaterThan(4)
    for (const route of admin) await expectError(await tools.call(route.plainPath, plainCall(route)), 'FORBIDDEN')
    await expectError(await tools.call('/v1/stats?scope=all'), 'FORBIDDEN')
  })
})

test('every route refuses a foreign host name, from any caller', async () => {
  await withEngine({ env: { ANNEAL_ALLOWED_HOSTS: 'Anneal.example' } }, async (tools) => {
    for (const route of eachRoute(tools)) {
      for (const host of ['rebind.example', 'localhost.evil.example', '127.0.0.1.evil.example:4400', 'a b', '']) {
        const response = await tools.call(route.plainPath, { ...plainCall(route), headers: { host } })
        await expectError(response, 'HOST_REFUSED')
      }
    }
    for (const host of [
      'localhost',
      'LOCALHOST:4400',
      '127.0.0.1:4400',
      '[::1]:4400',
      'anneal.example',
      'ANNEAL.example',
    ]) {
      expect((await tools.call('/v1/health', { headers: { host } })).status, host).toBe(200)
    }
  })
})

test('every route refuses a foreign web page, and one that hides its origin', async () => {
  await withEngine({ env: { ANNEAL_ALLOWED_ORIGINS: PAGE } }, async (tools) => {
    for (const route of eachRoute(tools)) {
      for (const origin of [
        'https://evil.example',
        'null',
        `${PAGE}.evil.example`,
        'http://page.example',
        'http://127.0.0.1:1',
      ]) {
        const response = await tools.call(route.plainPath, { ...plainCall(route), headers: { origin } })
        expect(response.headers.get('access-control-allow-origin')).toBeNull()
        await expectError(response, 'ORIGIN_REFUSED')
      }
    }
  })
})

test('an allowed page, and a page of the server itself, may read answers and errors alike', async () => {
  await withEngine({ env: { ANNEAL_ALLOWED_ORIGINS: `${PAGE},https://other.example` } }, async (tools) => {
    for (const origin of [PAGE, 'http://127.0.0.1:4400']) {
      const headers = { origin, host: '127.0.0.1:4400' }
      for (const [path, key] of [['/v1/stats'], ['/v1/stats', ''], ['/nothing']] as const) {
        const response = await tools.call(path, { headers, ...(key !== undefined && { key }) })
        expect(response.headers.get('access-control-allow-origin')).toBe(origin)
        expect(response.headers.get('vary')).toBe('origin')
      }
    }
    const asked = await tools.call('/v1/runs', { method: 'OPTIONS', key: '', headers: { origin: PAGE } })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization')
    expect(asked.headers.get('access-control-allow-methods')).toContain('POST')
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

test('a browser may send the key as the password of its dialog, but only to read', async () => {
  await inEngine(async (tools) => {
    const authorization = `Basic ${Buffer.from(`anyone:${tools.keys.ada}`).toString('base64')}`
    expect((await tools.call('/docs', { key: '', headers: { authorization } })).status).toBe(200)
    const written = await tools.call('/v1/runs', { key: '', headers: { authorization }, body: { code: '1' } })
    await expectError(written, 'UNAUTHENTICATED')
  })
})

async function badKeys({ engine, keys }: TestEngine): Promise<string[]> {
  const { key, id } = await engine.keys.add({ user: 'gone', admin: true, label: '' })
  await engine.keys.revoke(id)
  const malformed = ['e2b_', 'e2b_xyz', keys.admin.slice(0, -1), `${keys.admin}0`, keys.admin.toUpperCase()]
  return ['', key, makeKey(randomBytes), ...malformed]
}
