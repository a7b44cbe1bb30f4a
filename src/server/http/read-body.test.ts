import assert from 'node:assert/strict'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EngineError } from '../../contract/errors.ts'
import { readJson } from './read-body.ts'

const LIMIT = 1000

function post(body: RequestInit['body'], headers: Record<string, string> = {}): Request {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body, duplex: 'half' }
  return new Request('http://localhost/', init as RequestInit)
}

async function failureOf(request: Request): Promise<EngineError> {
  const error = await readJson(request, LIMIT).then(
    () => undefined,
    (reason) => reason,
  )
  assert.ok(error instanceof EngineError, `not refused by name: ${error}`)
  return error
}

test('any JSON comes back as it was sent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ stringUnit: 'binary' }), async (text) => {
      fc.pre(Buffer.byteLength(text) <= LIMIT)
      expect(await readJson(post(text), LIMIT)).toEqual(JSON.parse(Buffer.from(text).toString()))
    }),
  )
})

test('media types that say JSON are taken, others are refused', async () => {
  for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/problem+json']) {
    expect(await readJson(post('1', { 'content-type': type }), LIMIT)).toBe(1)
  }
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data',
    '',
  ]) {
    expect((await failureOf(post('1', { 'content-type': type }))).code, type).toBe('INVALID_JSON')
  }
})

test('problems of a body are reported without repeating any of it', async () => {
  const secret = 'zyxwvutsrqponmlkjihg'
  const broken = [
    secret,
    `${secret}"`,
    `\n\n${secret}`,
    'undefined',
    `[1, ${secret}, 2]`,
    `{"a": "${secret}" x}`,
    `{"${secret}`,
    `"${secret}\u0001"`,
    `[${secret}`,
  ]
  for (const [index, text] of [...broken, ...broken.map((each) => each.padEnd(200))].entries()) {
    const { code, message } = await failureOf(post(text))
    expect(code).toBe('INVALID_JSON')
    for (let at = 0; at + 4 <= secret.length; at++) expect(message, `${index}`).not.toContain(secret.slice(at, at + 4))
  }
})

test('bytes that are not UTF-8 are refused', async () => {
  const { code, message } = await failureOf(post(new Uint8Array([0x22, 0xff, 0x22])))
  expect(code).toBe('INVALID_JSON')
  expect(message).toMatch(/utf-8/i)
})

test('an empty body is not JSON', async () => {
  expect((await failureOf(post(null))).code).toBe('INVALID_JSON')
  expect((await failureOf(post(''))).code).toBe('INVALID_JSON')
})

test('a body that says it is too large is not read at all', async () => {
  let pulls = 0
  const body = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 })
  expect((await failureOf(post(body, { 'content-length': String(LIMIT + 1) }))).code).toBe('BODY_TOO_LARGE')
  expect(pulls).toBe(0)
})

test('a body that proves to be too large is dropped at the first byte above the limit', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 100
      controller.enqueue(Buffer.alloc(100, ' '))
    },
  })
  expect((await failureOf(post(endless))).code).toBe('BODY_TOO_LARGE')
  expect(sent).toBeLessThanOrEqual(LIMIT + 300)
  expect(await readJson(post('1'.padEnd(LIMIT)), LIMIT)).toBe(1)
})

test('a body that breaks off is the sender’s failure, not ours', async () => {
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(new Error('aborted'))
    },
  })
  expect((await failureOf(post(broken))).code).toBe('INVALID_JSON')
})
