import { expect } from 'vitest'
import { type ErrorCode, errorBody, errors } from '../../src/contract/errors.ts'

/** Expects an error of the table, in the shape of the contract, with the status and retry of its row. */
export async function expectError(response: Response, code?: ErrorCode): Promise<void> {
  const text = await response.text()
  expect(response.headers.get('content-type'), text).toBe('application/json')
  const { error } = errorBody.strict().parse(JSON.parse(text))
  if (code !== undefined) expect(error.code, text).toBe(code)
  const row = errors[error.code as ErrorCode]
  expect(row, `${error.code} is not in the error table`).toBeDefined()
  expect(response.status, text).toBe(row.status)
  expect(error.retry).toBe(row.retry)
  expect(error.message).not.toBe('')
  expect(error.hint).not.toBe('')
  expect(error.requestId).toBe(response.headers.get('x-request-id'))
}
