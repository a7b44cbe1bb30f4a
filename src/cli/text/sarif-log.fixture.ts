import { z } from 'zod'

/** The part of SARIF 2.1.0 that is written here, by the sections of the specification; nothing else is allowed. */

/** §3.11: a message has text. */
const message = z.strictObject({ text: z.string().min(1) })

/** §3.30: lines and columns count from 1, the end column is behind the last character. */
const lineRegion = z
  .strictObject({
    startLine: z.int().min(1),
    startColumn: z.int().min(1),
    endLine: z.int().min(1),
    endColumn: z.int().min(1),
  })
  .refine(({ startLine, endLine }) => endLine >= startLine, 'ends before it starts')
  .refine((at) => at.endLine > at.startLine || at.endColumn >= at.startColumn, 'ends before it starts')

const offsetRegion = z.strictObject({ charOffset: z.int().min(0), charLength: z.int().min(0) })

/** §3.4: a reference as RFC 3986 writes it. */
const artifactLocation = z.strictObject({ uri: z.string().regex(/^[\w\-.~:/%!$&'()*+,;=@[\]]+$/) })

/** §3.55 to §3.57. */
const fix = z.strictObject({
  description: message,
  artifactChanges: z.array(
    z.strictObject({
      artifactLocation,
      replacements: z
        .array(
          z.strictObject({
            deletedRegion: offsetRegion,
            insertedContent: message.or(z.strictObject({ text: z.literal('') })),
          }),
        )
        .min(1),
    }),
  ),
})

const level = z.enum(['none', 'note', 'warning', 'error'])

/** §3.49. */
const rule = z.strictObject({
  id: z.string().min(1),
  shortDescription: message,
  fullDescription: message,
  help: message,
  helpUri: z.url().optional(),
  defaultConfiguration: z.strictObject({ level }),
  properties: z.looseObject({ tags: z.array(z.string()), 'security-severity': z.string().regex(/^\d{1,2}\.\d$/) }),
})

/** §3.27. */
const result = z.strictObject({
  ruleId: z.string(),
  ruleIndex: z.int().min(0),
  level,
  message,
  locations: z.array(z.strictObject({ physicalLocation: z.strictObject({ artifactLocation, region: lineRegion }) })),
  fixes: z.array(fix).optional(),
  properties: z.looseObject({}),
})

/** §3.13 and §3.14; every result names a rule that the tool describes. */
export const sarifLog = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z.array(
    z
      .strictObject({
        tool: z.strictObject({ driver: z.strictObject({ name: z.string(), rules: z.array(rule) }) }),
        columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
        results: z.array(result),
      })
      .refine(({ tool, results }) =>
        results.every(({ ruleId, ruleIndex }) => tool.driver.rules[ruleIndex]?.id === ruleId),
      ),
  ),
})
