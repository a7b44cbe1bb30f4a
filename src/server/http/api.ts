import type { RequestPolicy } from './guard-request.ts'
import type { Refuse } from './refusal.ts'
import type { Row } from './row.ts'

/** One API: its rows, and the fields in which it differs from another one. */
export interface Api {
  rows: readonly Row[]
  /** Whether a wrong method is distinguished from a wrong path, and HEAD answered like GET. */
  knowsMethods: boolean
  policy: RequestPolicy
  /** CORS headers for pages of allowed origins. */
  cors(headers: Headers): Record<string, string>
  readJson(request: Request, limitBytes: number): Promise<unknown>
  refuse: Refuse
}
