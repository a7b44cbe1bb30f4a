import { z } from 'zod'

export const severity = z.enum(['info', 'low', 'medium', 'high', 'critical'])
export type Severity = z.infer<typeof severity>

/** The severities, from the mildest to the worst. */
export const SEVERITIES: readonly Severity[] = severity.options

/** Lines and columns count from 1; the end is behind the last character. Columns are UTF-16 units, as strings have them. */
export const codeRange = {
  line: z.int(),
  column: z.int(),
  endLine: z.int(),
  endColumn: z.int(),
}

/** A piece of the code, by offsets in UTF-16 units, and its replacement. */
export const textEdit = z.object({ start: z.int(), end: z.int(), text: z.string() })
export type TextEdit = z.infer<typeof textEdit>

/** A change that is offered, and made only on request. */
export const fix = z.object({
  title: z.string().describe('The effect of the fix, in words'),
  edits: z.array(textEdit),
  diff: z.string().describe('The same as a unified diff'),
})
export type Fix = z.infer<typeof fix>

/** A remark about a program: what was found, where, why it matters, and what to do about it. */
export const finding = z
  .object({
    rule: z.string().describe('`language/what-it-finds`'),
    family: z.string(),
    severity,
    ...codeRange,
    message: z.string(),
    why: z.string(),
    remedy: z.string(),
    cwe: z.array(z.int()).describe('Numbers of the Common Weakness Enumeration'),
    cost: z.string().optional().describe('The cost of a slow spot, as far as the code tells it'),
    from: z.enum(['rules', 'ruff', 'custom', 'model']).describe('The tool that found it'),
    fix: fix.optional(),
  })
  .meta({ id: 'Finding' })
export type Finding = z.infer<typeof finding>
