/** A program before and after a change. */
export interface Change {
  before: string
  after: string
  /** The id of the language. */
  language: string
}
