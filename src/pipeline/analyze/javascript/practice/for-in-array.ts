import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { kindOf } from '../known-kind.ts'

const RULE: RemarkRule = {
  rule: 'javascript/for-in-array',
  family: 'practice',
  severity: 'medium',
  why: 'for … in gives the keys as texts, with every property that somebody added, and is slow.',
  remedy: 'Use for … of, with entries() where the index is needed.',
}

export function forInArray({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'ForStatement').flatMap((loop) => {
    const head = childOf(loop, 'ForInSpec')
    const data = head?.children.at(-2)
    return head && data && kindOf(tree, data) === 'array'
      ? remarkAt(RULE, { at: head, message: 'for … in goes through the keys of an array.' })
      : []
  })
}
