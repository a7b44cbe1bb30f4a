/** A program that failed, and the one that took its place. */
export interface RepairedProgram {
  userId: string
  runId: string
  /** The agent of the run: its repairs are its own. */
  agent: string | null
  language: string
  /** Of the failure. */
  fingerprint: string
  failure: string
  before: string
  after: string
  why: string
}
