import type { Remark } from './language-analysis.ts'

/** What all remarks of one rule have in common. */
export type RemarkRule = Pick<Remark, 'rule' | 'family' | 'severity' | 'why' | 'remedy'>

/** What is said about one place. */
export interface Saying extends Pick<Remark, 'message' | 'cost'> {
  fix?: Remark['fix'] | undefined
}

/** A place of the source; nodes of trees are such. */
export interface Place {
  start: number
  end: number
}

export function remarkAt(rule: RemarkRule, { at: { start, end }, fix, ...said }: Saying & { at: Place }): Remark {
  const remark: Remark = { ...rule, start, end, ...said }
  return fix ? { ...remark, fix } : remark
}
