import type { Remark } from './language-analysis.ts'

/** The common fields of all remarks of one rule. */
export type RemarkRule = Pick<Remark, 'rule' | 'family' | 'severity' | 'why' | 'remedy'>

/** The text of a remark about one place. */
export interface Saying extends Pick<Remark, 'message' | 'cost'> {
  fix?: Remark['fix'] | undefined
}

/** A place in the source, such as a node of a tree. */
export interface Place {
  start: number
  end: number
}

export function remarkAt(rule: RemarkRule, { at: { start, end }, fix, ...said }: Saying & { at: Place }): Remark {
  const remark: Remark = { ...rule, start, end, ...said }
  return fix ? { ...remark, fix } : remark
}
