import { z } from 'zod'

/**
 * Counts a list or a map of a request before its entries are validated: each wrong entry has a message of its own, and
 * millions of them fit into a body.
 */
export function atMost<Schema extends z.ZodType>(
  mostEntries: number,
  schema: Schema,
): z.ZodType<z.output<Schema>, z.input<Schema>> {
  const counted = z.preprocess((value, context) => {
    const count = countOf(value)
    const message = `has ${count} entries; ${mostEntries} are allowed`
    if (count > mostEntries) context.addIssue({ code: 'custom', message })
    return value
  }, schema)
  // The counted schema accepts whatever the schema accepts, and has its type.
  return counted as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}
