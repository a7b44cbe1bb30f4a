import type { ServerResponse } from 'node:http'
import { EngineError } from '../../../contract/errors.ts'
import { sendJson } from '../../http/send-json.ts'
import { ConnectError, isUnknownUser } from './connect/connect-error.ts'

/** An error that the caller of a plain HTTP route gets instead of an answer. */
export class PlainError extends Error {
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, { headers = {}, ...options }: ErrorOptions & PlainHeaders = {}) {
    super(message, options)
    this.name = 'PlainError'
    this.status = status
    this.headers = headers
  }
}

interface PlainHeaders {
  headers?: Record<string, string>
}

/** The error for the caller; undefined for a bug. */
export function plainErrorOf(error: unknown): PlainError | undefined {
  if (error instanceof PlainError) return error
  if (error instanceof ConnectError) return new PlainError(error.status, error.message, { cause: error })
  if (!(error instanceof EngineError) || error.code === 'INTERNAL') return undefined
  const options = { cause: error }
  if (isUnknownUser(error)) return new PlainError(401, error.message, options)
  if (error.code === 'SANDBOX_FULL') return new PlainError(507, 'not enough disk space available', options)
  if (error.code === 'SANDBOX_GONE') return new PlainError(502, 'The sandbox was not found', options)
  return new PlainError(error.status, error.message, options)
}

export function sendPlainError(response: ServerResponse, { status, message, headers }: PlainError): void {
  sendJson(response, { status, headers, value: { code: status, message } })
}
