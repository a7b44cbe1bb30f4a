import type { Approval, ApprovalKind, ApprovalPolicy } from '../contract/approval.ts'
import type { Effect } from './approvals-api.ts'
import { covers, overlap } from './glob.ts'

/** The rule by which an effect waits, and the names that it is about. */
export interface Asking {
  reason: string
  names: string[]
  suggestion: Approval['suggestion']
}

/** Undefined when no policy wants the effect to wait. */
export function askingRule(
  { kind, names }: Pick<Effect, 'kind' | 'names'>,
  policies: ApprovalPolicy[],
): Asking | undefined {
  if (!asksAbout(kind, policies)) return undefined
  const patterns = patternsOf(kind, policies)
  if (!patterns)
    return { reason: `policy: ${FIELDS[kind]}`, names, suggestion: kind === 'spending' ? suggest(names) : null }
  const fits = kind === 'tool' ? covers : kind === 'network' ? overlap : fitsProgram
  const asked = names.filter((name) => patterns.some((pattern) => fits(pattern, name)))
  if (asked.length === 0) return undefined
  const by = patterns.filter((pattern) => asked.some((name) => fits(pattern, name)))
  return { reason: `policy: ${FIELDS[kind]} ${by.join(', ')}`, names: asked, suggestion: suggest(asked) }
}

/** The rule by which a person may open a host that the network refused; undefined when there is none. */
export function openingRule({ names }: Pick<Effect, 'names'>, policies: ApprovalPolicy[]): Asking | undefined {
  const by = newHostsOf(policies).filter((pattern) => names.some((name) => fitsHost(pattern, name)))
  return by.length === 0
    ? undefined
    : { reason: `policy: newHosts ${by.join(', ')}`, names, suggestion: suggest(names) }
}

export const newHostsOf = (policies: ApprovalPolicy[]): string[] => policies.flatMap(({ newHosts = [] }) => newHosts)

/** A host with a port of its own is known without it, too. */
const fitsHost = (pattern: string, name: string): boolean =>
  covers(pattern, name) || covers(pattern, name.replace(/:\d+$/, ''))

export const asksAbout = (kind: ApprovalKind, policies: ApprovalPolicy[]): boolean =>
  policies.some((policy) => {
    const rule = policy[FIELDS[kind]]
    return Array.isArray(rule) ? rule.length > 0 : rule !== undefined && rule !== false
  })

const FIELDS = {
  command: 'commands',
  network: 'hosts',
  tool: 'tools',
  sql: 'sql',
  step: 'steps',
  spending: 'dayTokens',
} as const satisfies Record<ApprovalKind, keyof ApprovalPolicy>

function patternsOf(kind: ApprovalKind, policies: ApprovalPolicy[]): string[] | undefined {
  const rules = policies.map((policy) => policy[FIELDS[kind]])
  const lists = rules.filter(Array.isArray)
  return lists.length > 0 || kind === 'command' || kind === 'network' || kind === 'tool' ? lists.flat() : undefined
}

/** A program is known by its name wherever it lies; a command that may run any program may run this one. */
const fitsProgram = (pattern: string, name: string): boolean =>
  name === ANY_PROGRAM || covers(pattern, name) || covers(pattern, name.slice(name.lastIndexOf('/') + 1))

const ANY_PROGRAM = '*'

/** The narrowest rule: nobody can tell from `a.co.uk` whether its siblings belong together. */
const suggest = ([name, ...others]: string[]): Approval['suggestion'] =>
  name === undefined || others.length > 0 ? null : { for: 'pattern', pattern: name }
