import type { Command } from 'commander'
import { SEVERITIES, type Severity } from '../contract/finding.ts'
import { type GuardAction, type GuardFamily, type GuardPolicy, guardFamily } from '../contract/guard.ts'
import { UsageError } from './usage-error.ts'

export interface PolicyFlags {
  block?: string[]
  warn?: string[]
  allow?: string[]
}

/** Options that say what is done about dangers. */
export const withPolicy = (command: Command): Command =>
  command
    .option('--block <name...>', 'severities, families or rules that keep a program from running')
    .option('--warn <name...>', 'those that are told and do not')
    .option('--allow <name...>', 'those that do not count')

/** Undefined when no option says anything. */
export function policyOf({ block = [], warn = [], allow = [] }: PolicyFlags): GuardPolicy | undefined {
  const rules: Record<string, GuardAction> = {}
  const families: Partial<Record<GuardFamily, GuardAction>> = {}
  const severities: Partial<Record<Severity, GuardAction>> = {}
  const lists: [GuardAction, string[]][] = [
    ['allow', allow],
    ['warn', warn],
    ['block', block],
  ]
  for (const [action, names] of lists) {
    for (const name of names.flatMap((each) => each.split(','))) {
      if (SEVERITIES.includes(name as Severity)) severities[name as Severity] = action
      else if (name.includes('/')) rules[name] = action
      else if (guardFamily.options.includes(name as GuardFamily)) families[name as GuardFamily] = action
      else throw unknownName(name)
    }
  }
  return block.length + warn.length + allow.length === 0 ? undefined : { rules, families, severities }
}

const unknownName = (name: string): UsageError =>
  new UsageError(
    `"${name}" is neither a severity nor a family nor a rule.`,
    `Severities: ${SEVERITIES.join(', ')}. Families: ${guardFamily.options.join(', ')}. Rules: "anneal guard --rules".`,
  )
