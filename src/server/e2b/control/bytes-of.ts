import type { z } from 'zod'

/** Refuses a map whose names and values together have more than this many bytes. */
export const bytesOf =
  (most: number) =>
  (map: Record<string, string>, context: z.RefinementCtx): void => {
    let bytes = 0
    for (const [name, value] of Object.entries(map)) bytes += Buffer.byteLength(name) + Buffer.byteLength(value)
    if (bytes > most) context.addIssue({ code: 'custom', message: `has ${bytes} bytes; ${most} are allowed` })
  }
