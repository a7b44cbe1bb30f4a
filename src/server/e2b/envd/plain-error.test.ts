import { expect, test } from 'vitest'
import { EngineError, errors } from '../../../contract/errors.ts'
import { ConnectError, connectErrorOf } from './connect/connect-error.ts'
import { PlainError, plainErrorOf } from './plain-error.ts'

const noUser = Object.assign(new Error("invalid username: 'x'"), { code: 'no_user' })

test.each([
  [new EngineError('PATH_NOT_FOUND', { path: 'a' }), 404, 'not_found'],
  [new EngineError('PATH_REFUSED', { path: 'a', reason: 'b' }), 400, 'invalid_argument'],
  [new EngineError('PATH_REFUSED', { path: 'a', reason: 'b' }, { cause: noUser }), 401, 'unauthenticated'],
  [new EngineError('SANDBOX_FULL', { path: 'a' }), 507, 'resource_exhausted'],
  [new EngineError('SANDBOX_GONE', { sandboxId: 'a' }), 502, 'unavailable'],
  [new EngineError('INVALID_REQUEST', { problems: ['a'] }), 400, 'invalid_argument'],
  [new EngineError('PROCESS_NOT_FOUND', { pid: 1 }), 404, 'not_found'],
  [new EngineError('SANDBOX_CROWDED', { sandboxId: 'a' }), 409, 'resource_exhausted'],
  [new EngineError('BODY_TOO_COMPLEX', { what: 'values', limit: 1 }), 413, 'resource_exhausted'],
  [new EngineError('PORT_CLOSED', { port: 1 }), 502, 'unavailable'],
  [new EngineError('STORE_BUSY', { reason: 'a' }), 503, 'unavailable'],
  [new EngineError('SERVER_STOPPING', {}), 503, 'unavailable'],
])('%o is reported as %i, and in calls as %s', (error, status, code) => {
  expect(plainErrorOf(error)).toMatchObject({ status })
  expect(connectErrorOf(error)).toMatchObject({ code })
})

test('every known failure is reported in its own words, and a bug is none of them', () => {
  for (const [code, { status }] of Object.entries(errors)) {
    const error = Object.assign(new EngineError('SERVER_STOPPING', {}), { code, status, message: 'its own words' })
    const [plain, call] = [plainErrorOf(error), connectErrorOf(error)]
    if (code === 'INTERNAL') expect([plain, call]).toEqual([undefined, undefined])
    else
      expect([plain?.status, call?.code, call?.message], code).toEqual([
        expect.any(Number),
        expect.any(String),
        'its own words',
      ])
    if (status < 500 && code !== 'SANDBOX_GONE')
      expect(
        [plain?.status, call?.status].every((told) => Number(told) < 500),
        code,
      ).toBe(true)
  }
})

test('a known failure is reported as it is, and a bug is not reported', () => {
  const [plain, call] = [new PlainError(416, 'no'), new ConnectError('not_found', 'none')]
  expect(plainErrorOf(plain)).toBe(plain)
  expect(connectErrorOf(call)).toBe(call)
  expect(plainErrorOf(call)).toMatchObject({ status: 404, message: 'none' })
  for (const bug of [new TypeError('oops'), 'text', undefined]) {
    expect([plainErrorOf(bug), connectErrorOf(bug)]).toEqual([undefined, undefined])
  }
})
