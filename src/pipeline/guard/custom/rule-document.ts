import { z } from 'zod'
import { type Severity, severity } from '../../../contract/finding.ts'
import { type GuardFamily, guardFamily } from '../../../contract/guard.ts'
import { languageIdOf } from './ast-language.ts'

/** A custom rule of this server. It is plain data: it travels to the thread that reads programs. */
export interface CustomRule {
  id: string
  /** The id of the language. */
  language: string
  severity: Severity
  family: GuardFamily
  message: string
  why: string
  remedy: string
  cwe: number[]
  /** The matcher in the form that ast-grep takes. */
  matcher: Record<string, unknown>
  /** The replacement for the matched code, with `$NAME` for matched variables. */
  fix?: string
  /** `file:line`, for complaints. */
  at: string
}

/** Our severities beside those of ast-grep. */
const SEVERITIES: Readonly<Record<string, Severity>> = {
  ...Object.fromEntries(severity.options.map((name) => [name, name])),
  ...{ error: 'high', warning: 'medium', hint: 'info' },
}
const NUMBER = /^(?:CWE-)?(\d{1,5})\b/i

const cwe = z
  .union([z.int(), z.string().regex(NUMBER, 'is not like CWE-78')])
  .transform((value) => Number(NUMBER.exec(String(value))?.[1]))

const anything = z.record(z.string(), z.unknown())

/** One document of a file of rules, in the form of ast-grep. Other fields are refused: they would have no effect. */
export const ruleDocument = z
  .strictObject({
    id: z.string().regex(/^[\w./-]{1,80}$/, 'has other characters than letters, digits and ._/-, or is too long'),
    language: z
      .string()
      .refine((name) => languageIdOf(name) !== undefined, 'is not python, javascript, typescript or bash'),
    severity: z
      .string()
      .refine((name) => name in SEVERITIES, `is none of ${Object.keys(SEVERITIES).join(', ')}`)
      .default('hint'),
    message: z.string().min(1).max(500),
    note: z.string().max(2000).optional(),
    url: z.string().max(500).optional(),
    rule: anything,
    constraints: anything.optional(),
    utils: anything.optional(),
    transform: anything.optional(),
    fix: z
      .union([z.string(), z.strictObject({ template: z.string() }).transform(({ template }) => template)])
      .optional(),
    metadata: z
      .looseObject({
        cwe: z.union([cwe.transform((one) => [one]), z.array(cwe)]).optional(),
        family: guardFamily.optional(),
        remedy: z.string().max(2000).optional(),
      })
      .optional(),
  })
  .transform(({ id, language, message, note, url, fix, metadata, rule, constraints, utils, transform, ...rest }) => ({
    id: `custom/${id}`,
    language: languageIdOf(language) ?? language,
    severity: SEVERITIES[rest.severity] ?? 'info',
    family: metadata?.family ?? ('code-execution' as const),
    message,
    why: note ?? 'A rule of this server speaks against it.',
    remedy:
      metadata?.remedy ?? (url ? `See ${url}.` : fix === undefined ? 'Write it in another way.' : 'Take the fix.'),
    cwe: metadata?.cwe ?? [],
    matcher: { rule, ...(constraints && { constraints }), ...(utils && { utils }), ...(transform && { transform }) },
    ...(fix !== undefined && { fix }),
  }))
