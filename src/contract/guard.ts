import { z } from 'zod'
import { atMost } from './at-most.ts'
import { finding, severity } from './finding.ts'

/** Kinds of danger, each with many rules. */
export const guardFamily = z.enum([
  'code-execution',
  'deserialisation',
  'files',
  'network',
  'secrets',
  'cryptography',
  'sql',
  'privilege',
  'obfuscation',
  'resources',
  'prompt-injection',
])
export type GuardFamily = z.infer<typeof guardFamily>

export const guardAction = z.enum(['block', 'warn', 'allow'])
export type GuardAction = z.infer<typeof guardAction>

/** More than all rules, custom ones included. */
const MAX_RULES = 2000

/** The action for each finding: the entry of its rule counts first, then of its family, then of its severity. */
export const guardPolicy = z
  .strictObject({
    rules: atMost(MAX_RULES, z.record(z.string().max(100), guardAction)).optional(),
    families: atMost(guardFamily.options.length, z.partialRecord(guardFamily, guardAction)).optional(),
    severities: atMost(severity.options.length, z.partialRecord(severity, guardAction)).optional(),
  })
  .meta({ id: 'GuardPolicy' })
export type GuardPolicy = z.infer<typeof guardPolicy>

export const guardRequest = z
  .strictObject({
    code: z.string(),
    language: z.string().max(40).optional().describe('By name or alias'),
    fileName: z.string().max(255).optional().describe('Name whose ending tells the language'),
    policy: guardPolicy.optional().describe('For this call, above the policies of the user and of the server'),
    review: z.boolean().optional().describe('Ask the model too; it can add findings, never take one away'),
  })
  .meta({ id: 'GuardRequest' })
export type GuardRequest = z.infer<typeof guardRequest>

/** A finding, and the policy's decision about it. */
export const judgedFinding = z.object({ ...finding.shape, action: guardAction }).meta({ id: 'JudgedFinding' })
export type JudgedFinding = z.infer<typeof judgedFinding>

export const guardReport = z
  .object({
    language: z.string(),
    findings: z.array(judgedFinding).describe('The worst first'),
    leftOut: z.int().optional().describe('Findings beyond the most that are told; absent when all are'),
    score: z.number().min(0).max(1).describe('1 when nothing speaks against the program, 0 when it is plainly hostile'),
    safe: z.boolean().describe('No finding is one that the policy blocks'),
    partial: z
      .boolean()
      .describe(
        'Some was not read: errors of syntax, too large, or a language of which only calls and constants are read',
      ),
    unread: z.array(z.string()).optional().describe('Sentences about what was not read; absent when all was'),
    sanitized: z
      .object({
        code: z.string(),
        diff: z.string(),
        rules: z.array(z.string()).describe('Those whose fixes are in it'),
      })
      .optional()
      .describe('The program with every fix that is known to be safe: an offer, nothing is changed'),
  })
  .meta({ id: 'GuardReport' })
export type GuardReport = z.infer<typeof guardReport>

export const guardRuleInfo = z.object({
  id: z.string(),
  languages: z.array(z.string()).describe('`*` is all'),
  family: guardFamily,
  severity,
  title: z.string(),
  why: z.string(),
  remedy: z.string(),
  cwe: z.array(z.int()),
})
export type GuardRuleInfo = z.infer<typeof guardRuleInfo>

export const guardRuleList = z.object({ rules: z.array(guardRuleInfo) }).meta({ id: 'GuardRuleList' })

export const guardPolicies = z
  .object({ server: guardPolicy, user: guardPolicy.describe('Your own, which counts before that of the server') })
  .meta({ id: 'GuardPolicies' })
