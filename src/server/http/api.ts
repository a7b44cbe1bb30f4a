import type { RequestPolicy } from './guard-request.ts'
import type { Refuse } from './refusal.ts'
import type { Row } from './row.ts'

/** One API: its rows, and the little in which it differs from another one. */
export interface Api {
  rows: readonly Row[]
  /** Whether a wrong method is told apart from a wrong path, and HEAD answered like GET. */
  knowsMethods: boolean
  policy: RequestPolicy
  /** Told to pages of allowed origins. */
  cors(headers: Headers): Record<string, string>
  readJson(request: Request, limitBytes: number): Promise<unknown>
  refuse: Refuse
}
