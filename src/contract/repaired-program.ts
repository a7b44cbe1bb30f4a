/** A program that failed, and the one that took its place. */
export interface RepairedProgram {
  userId: string
  runId: string
  language: string
  /** Of the failure. */
  fingerprint: string
  failure: string
  before: string
  after: string
  why: string
}
