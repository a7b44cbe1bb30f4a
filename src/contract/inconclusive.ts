/**
 * Thrown instead of a failure when a measurement says nothing: the machine itself was too slow in that moment for the bound to
 * mean something. Whoever runs checks tries again.
 */
export class Inconclusive extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`inconclusive: ${reason}`)
    this.name = 'Inconclusive'
    this.reason = reason
  }
}
