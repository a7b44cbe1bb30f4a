import { z } from 'zod'

/**
 * A list or a map of a request, counted before anything in it is looked at: each entry that is wrong has a message of its own, and
 * millions of those fit into a body.
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
  // It takes whatever the schema takes, and says so.
  return counted as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}
