import type { Edit, Proposal } from './strategy.ts'

/** A proposal of these edits; none where there is nothing to edit. */
export const proposalOf = (edits: Edit[], why: string, sureness: number): Proposal[] =>
  edits.length > 0 ? [{ edits, why, sureness }] : []
