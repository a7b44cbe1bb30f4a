import { EngineError, type ErrorCode } from '../../../../contract/errors.ts'

/** The codes of the Connect protocol that are used here, with the HTTP status of each in a unary answer. */
const STATUS = {
  invalid_argument: 400,
  failed_precondition: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  already_exists: 409,
  resource_exhausted: 429,
  internal: 500,
  unimplemented: 501,
  unavailable: 503,
  deadline_exceeded: 504,
} as const

export type ConnectCode = keyof typeof STATUS

/** An error that the caller of a procedure gets instead of an answer. */
export class ConnectError extends Error {
  readonly code: ConnectCode

  constructor(code: ConnectCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ConnectError'
    this.code = code
  }

  get status(): number {
    return STATUS[this.code]
  }

  toJSON(): { code: ConnectCode; message: string } {
    return { code: this.code, message: this.message }
  }
}

/** Codes that the status of a failure does not imply. */
const CODES: Partial<Record<ErrorCode, ConnectCode>> = {
  PATH_EXISTS: 'already_exists',
  SANDBOX_CROWDED: 'resource_exhausted',
  SANDBOX_GONE: 'unavailable',
}

const CODE_OF_STATUS: Record<number, ConnectCode> = {
  401: 'unauthenticated',
  403: 'permission_denied',
  404: 'not_found',
  409: 'failed_precondition',
  413: 'resource_exhausted',
  429: 'resource_exhausted',
  501: 'unimplemented',
  502: 'unavailable',
  503: 'unavailable',
  507: 'resource_exhausted',
}

/** The error for the caller; undefined for a bug. */
export function connectErrorOf(error: unknown): ConnectError | undefined {
  if (error instanceof ConnectError) return error
  if (!(error instanceof EngineError) || error.code === 'INTERNAL') return undefined
  const usual = error.status < 500 ? 'invalid_argument' : 'internal'
  const code = CODES[error.code as ErrorCode] ?? CODE_OF_STATUS[error.status] ?? usual
  return new ConnectError(isUnknownUser(error) ? 'unauthenticated' : code, tellingOf(error), { cause: error })
}

/** Only the sandbox knows its users; its message about an unknown one is kept as the cause. */
export function isUnknownUser(error: unknown): boolean {
  return error instanceof EngineError && codeOf(error.cause) === 'no_user'
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && 'code' in cause ? cause.code : undefined
}

/** The sandbox's own message where there is one: it is shorter than ours around it. */
function tellingOf(error: EngineError): string {
  return codeOf(error.cause) !== undefined && error.cause instanceof Error ? error.cause.message : error.message
}
