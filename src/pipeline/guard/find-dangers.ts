import { type Finding, SEVERITIES, type Severity } from '../../contract/finding.ts'
import { fixOf } from '../fix-of.ts'
import { placeIn } from '../place-in.ts'
import type { GuardRule, LanguageGuard, Spot } from './rule.ts'
import { unreadableFinding } from './unreadable.ts'

/** The dangers of a program, before any policy; they are the same for every caller, and cached. */
export interface Dangers {
  /** The worst first, then in the order of the code. */
  findings: Finding[]
  /** Number of findings beyond those. */
  leftOut: number
  isPartial: boolean
  /** Sentences about the unread parts of the program. */
  unread?: string[]
  /** Ids of our own rules that threw, with the error: bugs of ours, reported to the operator. */
  bugs?: string[]
}

export interface Program {
  code: string
  /** The id of the language. */
  language: string
}

const MOST_FINDINGS = 200

/** Called for a rule that threw; without it the error is thrown. */
export type OnRuleBug = (rule: string, error: unknown) => void

export interface ReadingOptions {
  onBug?: OnRuleBug | undefined
  /** Whether the time for this program is over: no further rule is tried then, and findings so far are kept. */
  isSpent?(): boolean
}

const BROKEN = 'Parts of the program have errors of syntax, nest too deep, or are too long to be read.'

/** Reads a program with all rules for its language, and with those for every language. */
export function findDangers(
  { code, language }: Program,
  guards: readonly LanguageGuard[],
  { onBug, isSpent = () => false }: ReadingOptions = {},
): Dangers {
  const place = placeIn(code)
  const found: Finding[] = []
  const unread = new Set<string>()
  let isCut = false
  for (const guard of guards.filter(({ languages }) => languages.includes(language) || languages.includes('*'))) {
    isCut ||= isSpent()
    if (isCut) break
    const read = unlessBug(`${guard.languages[0]}/reader`, onBug, () => guard.read(code, language))
    if (read?.isPartial ?? true) unread.add(read?.unread ?? BROKEN)
    for (const rule of read ? guard.rules : []) {
      isCut ||= isSpent()
      if (isCut) break
      // A program must not get past a hundred rules by making one of them fail.
      const spots = unlessBug(rule.id, onBug, () => [...rule.find(read?.program)])
      if (!spots) unread.add(BROKEN)
      for (const spot of spots ?? []) found.push(findingOf(rule, spot, { code, place }))
    }
  }
  if (isCut) {
    found.push(unreadableFinding({ code }))
    unread.add(BROKEN)
  }
  const distinct = worstFirst(withoutEchoes(found))
  const findings = distinct.slice(0, MOST_FINDINGS)
  const isPartial = unread.size > 0
  return { findings, leftOut: distinct.length - findings.length, isPartial, ...(isPartial && { unread: [...unread] }) }
}

/** The worst first, then in the order of the code. */
export const worstFirst = (findings: readonly Finding[]): Finding[] =>
  [...findings].sort((a, b) => rank(b.severity) - rank(a.severity) || a.line - b.line || a.column - b.column)

function unlessBug<T>(rule: string, onBug: OnRuleBug | undefined, look: () => T): T | undefined {
  if (!onBug) return look()
  try {
    return look()
  } catch (error) {
    onBug(rule, error)
    return undefined
  }
}

export const rank = (severity: Severity): number => SEVERITIES.indexOf(severity)

function findingOf(
  rule: GuardRule<never>,
  { start, end, message = rule.title, severity = rule.severity, fix }: Spot,
  { code, place }: { code: string; place: ReturnType<typeof placeIn> },
): Finding {
  const { id, family, why, remedy, cwe } = rule
  return {
    ...{ rule: id, family, severity, ...place(start, end), message, why, remedy, cwe: [...cwe] },
    from: id.startsWith('ruff/') ? 'ruff' : id.startsWith('custom/') ? 'custom' : 'rules',
    ...fixOf(code, fix),
  }
}

/** Two rules with the same meaning on the same line are reported once: ours rather than a library's, the worse rather than the milder. */
function withoutEchoes(findings: Finding[]): Finding[] {
  const seen = new Set<string>()
  const told = new Map<string, number>()
  for (const { family, line, severity, from } of findings) {
    if (from === 'ruff') continue
    const key = `${family} ${line}`
    told.set(key, Math.max(told.get(key) ?? -1, rank(severity)))
  }
  return findings.filter(({ rule, family, line, column, endLine, endColumn, severity, from }) => {
    if (from === 'ruff' && (told.get(`${family} ${line}`) ?? -1) >= rank(severity)) return false
    const key = `${rule} ${line}:${column}-${endLine}:${endColumn}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
