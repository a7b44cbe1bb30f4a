import { expect, test } from 'vitest'
import { EngineError } from '../../../contract/errors.ts'
import { ConnectError, connectErrorOf } from './connect/connect-error.ts'
import { PlainError, plainErrorOf } from './plain-error.ts'

const noUser = Object.assign(new Error("invalid username: 'x'"), { code: 'no_user' })

test.each([
  [new EngineError('PATH_NOT_FOUND', { path: 'a' }), 404, 'not_found'],
  [new EngineError('PATH_REFUSED', { path: 'a', reason: 'b' }), 400, 'invalid_argument'],
  [new EngineError('PATH_REFUSED', { path: 'a', reason: 'b' }, { cause: noUser }), 401, 'unauthenticated'],
  [new EngineError('SANDBOX_FULL', { path: 'a' }), 507, 'resource_exhausted'],
  [new EngineError('SANDBOX_GONE', { sandboxId: 'a' }), 502, 'unavailable'],
])('%o is told as %i, and in calls as %s', (error, status, code) => {
  expect(plainErrorOf(error)).toMatchObject({ status })
  expect(connectErrorOf(error)).toMatchObject({ code })
})

test('what was meant for the caller stays as it is; what is a bug is not told', () => {
  const [plain, call] = [new PlainError(416, 'no'), new ConnectError('not_found', 'none')]
  expect(plainErrorOf(plain)).toBe(plain)
  expect(connectErrorOf(call)).toBe(call)
  expect(plainErrorOf(call)).toMatchObject({ status: 404, message: 'none' })
  for (const bug of [new TypeError('oops'), 'text', undefined, new EngineError('CODE_BLOCKED', {} as never)]) {
    expect([plainErrorOf(bug), connectErrorOf(bug)]).toEqual([undefined, undefined])
  }
})
