/** A mistake in the command line itself. This file stays light: it is loaded before anything heavy. */
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
