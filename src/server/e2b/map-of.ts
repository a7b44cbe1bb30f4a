import { z } from 'zod'
import { atMost } from '../../contract/at-most.ts'

export interface MapBounds<Name extends z.ZodType<string, string>, Value extends z.ZodType> {
  name: Name
  value: Value
  mostEntries: number
}

/** A map whose names callers make up. */
export function mapOf<Name extends z.ZodType<string, string>, Value extends z.ZodType>(bounds: MapBounds<Name, Value>) {
  return atMost(bounds.mostEntries, z.record(bounds.name, bounds.value))
}
