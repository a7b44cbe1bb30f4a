import { describe, expect, it } from 'vitest'
import { EngineError, errors } from '../../../contract/errors.ts'
import { e2bRefusal } from './e2b-refusal.ts'

function told(error: EngineError) {
  const { status, headers, body } = e2bRefusal(error, 'req1')
  return { status, wait: headers['Retry-After'], body: JSON.parse(body) }
}

describe('a failure in the form of E2B', () => {
  it('has the status twice, the cause, the remedy, and a name for programs', () => {
    expect(told(new EngineError('TEMPLATE_NOT_FOUND', { template: 'x' }))).toEqual({
      status: 404,
      body: {
        code: 404,
        message: expect.stringMatching(/^template 'x' not found\. \S/),
        error_code: 'template_not_found',
      },
    })
  })

  it('gives a caller who is too fast the time to come back, in whole seconds', () => {
    const { status, wait } = told(new EngineError('RATE_LIMITED', { retryAfterS: 1.2 }))
    expect([status, wait]).toEqual([429, '2'])
  })

  it('has the names that E2B’s clients know', () => {
    const busy = { what: 'x', retryAfterS: 1, setting: 'Y' }
    expect(told(new EngineError('SERVER_BUSY', busy))).toMatchObject({
      status: 503,
      body: { code: 503, error_code: 'sandbox_capacity_unavailable' },
    })
    expect(told(new EngineError('INTERNAL', { requestId: 'req1' }))).toMatchObject({
      status: 500,
      body: { code: 500, error_code: 'internal_server_error', message: expect.stringContaining('req1') },
    })
  })

  it('is a status between 400 and 599 for every row there is', () => {
    for (const code of Object.keys(errors) as (keyof typeof errors)[]) {
      const error = { code, status: errors[code].status, details: {}, message: 'It broke.', hint: 'Mend it.' }
      const { status, body } = told(error as EngineError)
      expect(status, code).toBeGreaterThanOrEqual(400)
      expect(status, code).toBeLessThan(600)
      expect(body).toMatchObject({ code: status })
    }
  })
})
