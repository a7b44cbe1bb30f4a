import type { BoardNode } from './board-node.ts'

/** The session of a step: its own, that of the groups around it, or that of the plan; none where it says so. */
export const sessionOfNode =
  (planSession: string | null) =>
  (node: BoardNode): string | undefined => {
    for (let at: BoardNode | undefined = node; at; at = at.parent) {
      if (at.step.session !== undefined) return at.step.session === 'none' ? undefined : at.step.session
    }
    return planSession ?? undefined
  }
