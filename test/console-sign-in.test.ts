import { expect, test } from 'vitest'
import type { TestEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine()
const OURS = { 'x-anneal-console': '1' }
const POST = { method: 'POST', key: '', body: {} }

async function signIn({ call }: Pick<TestEngine, 'call'>, proof: object): Promise<string> {
  const answer = await call('/console/sign-in', { key: '', body: proof, headers: OURS })
  expect(answer.status, await answer.clone().text()).toBe(204)
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/^anneal_console=tok_e2b_[0-9a-f]{40}; Path=\/; Max-Age=43\d{3}; HttpOnly; SameSite=Strict$/)
  return cookie.split(';')[0] ?? ''
}

test('a key is exchanged for a cookie that does what the key may do, until somebody signs out or the key ends', async () => {
  await inEngine(async (tools) => {
    const { call, engine } = tools
    const { key, id } = await engine.keys.add({ user: 'ada', label: '' })
    const cookie = await signIn(tools, { key: ` ${key}\n` })
    const me = await call('/console/me', { key: '', headers: { cookie, ...OURS } })
    expect(await me.json()).toMatchObject({ user: 'ada', scope: 'user' })
    await expectError(await call('/v1/keys', { key: '', headers: { cookie, ...OURS } }), 'FORBIDDEN')
    const other = await signIn(tools, { key })
    expect((await call('/console/sign-in', { method: 'DELETE', key: '', headers: { cookie, ...OURS } })).status).toBe(
      204,
    )
    await expectError(await call('/console/me', { key: '', headers: { cookie, ...OURS } }), 'SIGNED_OUT')
    expect((await call('/console/me', { key: '', headers: { cookie: other, ...OURS } })).status).toBe(200)
    await engine.keys.revoke(id)
    await expectError(await call('/console/me', { key: '', headers: { cookie: other, ...OURS } }), 'SIGNED_OUT')
  })
})

test('the link of the start signs in once, as the person who started the server, by a key that can be revoked', async () => {
  await inEngine(async (tools) => {
    const { call, engine } = tools
    const link = engine.signIns.offerLink()
    const asked = { key: '', body: { link }, headers: OURS }
    const answers = await Promise.all([call('/console/sign-in', asked), call('/console/sign-in', asked)])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401])
    const cookie =
      answers
        .find(({ status }) => status === 204)
        ?.headers.get('set-cookie')
        ?.split(';')[0] ?? ''
    const me = await call('/console/me', { key: '', headers: { cookie, ...OURS } })
    expect(await me.json()).toMatchObject({ user: 'local', scope: 'admin' })
    const [made] = (await engine.keys.list()).filter(({ label }) => label === 'sign-in link')
    await engine.keys.revoke(made?.id ?? '')
    await expectError(await call('/console/me', { key: '', headers: { cookie, ...OURS } }), 'SIGNED_OUT')
    await expectError(await call('/console/sign-in', { ...asked, body: { link: 'tok_e2b_0' } }), 'SIGN_IN_REFUSED')
  })
})

test('the cookie counts only for the console itself: no form, no other port and no other page can use it', async () => {
  await inEngine(async (tools) => {
    const { call, keys } = tools
    const cookie = await signIn(tools, { key: keys.ada })
    const run = (headers: Record<string, string>) => call('/v1/sessions', { ...POST, headers: { cookie, ...headers } })
    const read = (headers: Record<string, string>) => call('/v1/runs', { key: '', headers: { cookie, ...headers } })
    expect((await run(OURS)).status).toBe(200)
    expect((await read(OURS)).status).toBe(200)
    expect((await read({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    // A form or a simple request of another page has the cookie, and no header of ours.
    await expectError(await run({}), 'UNAUTHENTICATED')
    await expectError(await run({ 'sec-fetch-site': 'same-origin' }), 'UNAUTHENTICATED')
    await expectError(await read({}), 'UNAUTHENTICATED')
    // A page of another server on the same host is the same site.
    await expectError(await read({ 'sec-fetch-site': 'same-site' }), 'UNAUTHENTICATED')
    await expectError(await run({ ...OURS, 'sec-fetch-site': 'same-site' }), 'SIGNED_OUT')
    await expectError(await run({ ...OURS, origin: 'http://localhost:9999' }), 'ORIGIN_REFUSED')
    // A name that was made to point here is no name of ours.
    await expectError(await read({ ...OURS, host: 'rebound.example' }), 'HOST_REFUSED')
    // Signing in under another name is refused to other pages alike.
    await expectError(await call('/console/sign-in', { key: '', body: { key: keys.ben } }), 'UNAUTHENTICATED')
    // The secret of a cookie is no key and no token.
    const secret = cookie.split('=')[1] ?? ''
    await expectError(await call('/v1/runs', { key: secret }), 'TOKEN_ENDED')
    expect((await (await call('/v1/tokens')).json()) as object).toEqual({ tokens: [] })
  })
})

test('a page of an allowed origin cannot ride on the cookie', async () => {
  await inOneEngineWithOrigin(async (tools) => {
    const cookie = await signIn(tools, { key: tools.keys.ada })
    const headers = { cookie, ...OURS, origin: 'https://page.example' }
    const answer = await tools.call('/v1/runs', { key: '', headers })
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    await expectError(answer, 'SIGNED_OUT')
  })
})

const inOneEngineWithOrigin = inOneEngine({ env: { ANNEAL_ALLOWED_ORIGINS: 'https://page.example' } })

test('a stream that a cookie opened ends when its person signs out', async () => {
  await inEngine(async (tools) => {
    const { call, keys } = tools
    const cookie = await signIn(tools, { key: keys.ada })
    const headers = { cookie, ...OURS, accept: 'text/event-stream' }
    const stream = await call('/v1/events', { key: '', headers })
    await call('/console/sign-in', { method: 'DELETE', key: '', headers: { cookie, ...OURS } })
    const reader = stream.body?.getReader()
    for (;;) if ((await reader?.read())?.done) break
    await expectError(await call('/v1/events', { key: '', headers }), 'SIGNED_OUT')
  })
})

test('every page is the same document, which no other page can frame and in which no foreign script can run', async () => {
  await inEngine(async ({ call }) => {
    for (const path of ['/', '/sign-in', '/runs', '/runs/run01jr5c2k7h3m0v9t4qd6e', '/settings']) {
      const page = await call(path, { key: '' })
      expect(page.status, path).toBe(200)
      expect(page.headers.get('x-frame-options')).toBe('DENY')
      const policy = page.headers.get('content-security-policy') ?? ''
      for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "trusted-types 'none'"])
        expect(policy.split('; ')).toContain(rule)
      const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? 'none'
      expect(await page.text()).toContain(`content="${nonce}"`)
    }
    const frame = await call('/frame', { key: '' })
    expect(frame.headers.get('content-security-policy')).toContain('sandbox allow-scripts')
    for (const name of ['..%2Findex.html', '%2e%2e%2fpackage.json', 'x.js', 'index.html'])
      await expectError(await call(`/assets/${name}`, { key: '' }), 'NOT_FOUND')
  })
})
