/** The command line itself is wrong. Light on purpose: it is needed before anything heavy is loaded. */
export class UsageError extends Error {
  readonly code = 'USAGE'
  readonly status = 400
  readonly retry = false
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.name = 'UsageError'
    this.hint = hint
  }
}
