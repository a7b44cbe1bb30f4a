import { z } from 'zod'

export interface MapBounds<Name extends z.ZodType<string, string>, Value extends z.ZodType> {
  name: Name
  value: Value
  mostEntries: number
}

/**
 * A map of what callers make up. How many entries there are is looked at first: each that is wrong has a message of its own, and
 * millions of those fit into a body.
 */
export function mapOf<Name extends z.ZodType<string, string>, Value extends z.ZodType>(bounds: MapBounds<Name, Value>) {
  const { name, value, mostEntries } = bounds
  const few = z.unknown().superRefine((map, context) => {
    const count = typeof map === 'object' && map !== null ? Object.keys(map).length : 0
    const message = `has ${count} entries; ${mostEntries} are allowed`
    if (count > mostEntries) context.addIssue({ code: 'custom', message })
  })
  return few.pipe(z.record(name, value))
}
