/**
 * Thrown instead of a failure when a measurement is meaningless because the host was too slow at that moment. The
 * runner of the checks tries again.
 */
export class Inconclusive extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`inconclusive: ${reason}`)
    this.name = 'Inconclusive'
    this.reason = reason
  }
}
