import type { Command } from 'commander'
import { SEVERITIES } from '../../contract/finding.ts'
import { type GuardPolicy, guardFamily } from '../../contract/guard.ts'
import { policyOfNames } from '../../contract/policy-of-names.ts'
import { UsageError } from '../usage-error.ts'

export interface PolicyFlags {
  block?: string[]
  warn?: string[]
  allow?: string[]
}

/** Options for the action on dangers. */
export const withPolicy = (command: Command): Command =>
  command
    .option('--block <name...>', 'severities, families or rules that keep a program from running')
    .option('--warn <name...>', 'those that are told and do not')
    .option('--allow <name...>', 'those that do not count')

/** Undefined when no option is given. */
export function policyOf({ block = [], warn = [], allow = [] }: PolicyFlags): GuardPolicy | undefined {
  if (block.length + warn.length + allow.length === 0) return undefined
  const parts = (names: string[]) => names.flatMap((name) => name.split(','))
  const policy = policyOfNames({ block: parts(block), warn: parts(warn), allow: parts(allow) })
  // Rules have a language or a source before them: a name without one is a typing error.
  const slip = Object.keys(policy.rules).find((name) => !name.includes('/'))
  if (slip !== undefined) throw unknownName(slip)
  return policy
}

const unknownName = (name: string): UsageError =>
  new UsageError(
    `"${name}" is neither a severity nor a family nor a rule.`,
    `Severities: ${SEVERITIES.join(', ')}. Families: ${guardFamily.options.join(', ')}. Rules: "anneal guard --rules".`,
  )
