import type { Severity } from '../../src/contract/finding.ts'
import { type Dangers, findDangers, rank } from '../../src/pipeline/guard/find-dangers.ts'
import { guards } from '../../src/pipeline/guard/guards.ts'
import type { Sample } from './samples.ts'

/** Guard's verdict on one program. */
export interface Verdict {
  id: string
  /** A finding is high or worse; for a risky program, medium or worse. */
  isRaised: boolean
  worst: Severity | 'none'
  /** Rules that raised the program; for one that is not raised, all its rules. */
  rules: string[]
  ms: number
}

export interface Row {
  name: string
  programs: number
  raised: number
  share: number
  /** Programs with a critical finding, which the usual policy blocks. */
  critical: number
}

type Judged = Pick<Sample, 'id' | 'code' | 'language'> & Partial<Pick<Sample, 'label'>>

export function judge({ id, code, language, label }: Judged): Verdict {
  const start = performance.now()
  const { findings }: Dangers = findDangers({ code, language }, guards)
  const ms = performance.now() - start
  const grave = findings.filter(({ severity }) => rank(severity) >= rank(label === 'risky' ? 'medium' : 'high'))
  const told = grave.length > 0 ? grave : findings
  return {
    id,
    isRaised: grave.length > 0,
    worst: findings[0]?.severity ?? 'none',
    rules: [...new Set(told.map(({ rule }) => rule))],
    ms,
  }
}

/** Counts programs by name, and how many of them are raised. */
export function tally<T>(items: readonly T[], nameOf: (item: T) => string, verdictOf: (item: T) => Verdict): Row[] {
  const groups = [...Map.groupBy(items, nameOf)].sort(([a], [b]) => a.localeCompare(b))
  return [...groups, ['all', items] as const].map(([name, list]) => {
    const raised = list.filter((item) => verdictOf(item).isRaised).length
    const critical = list.filter((item) => verdictOf(item).worst === 'critical').length
    return { name, programs: list.length, raised, share: list.length === 0 ? 0 : raised / list.length, critical }
  })
}

export const tableOf = (title: string, rows: readonly Row[]): string =>
  [
    title,
    ...rows.map(
      ({ name, programs, raised, share, critical }) =>
        `  ${name.padEnd(34)} ${String(raised).padStart(4)} of ${String(programs).padStart(4)}  ${(share * 100).toFixed(1).padStart(5)} %  ${String(critical).padStart(4)} critical`,
    ),
  ].join('\n')
