import { z } from 'zod'

/** The schema of a model's answer. The schema that is sent requires every field; an answer may still leave fields out. */
export const modelAnswer = z
  .object({
    explanation: z.string().prefault(''),
    edits: z
      .array(z.object({ find: z.string(), replace: z.string() }))
      .nullable()
      .prefault([]),
    code: z.string().nullable().prefault(null),
  })
  .refine(({ explanation, edits, code }) => explanation !== '' || (edits ?? []).length > 0 || code !== null, {
    message: 'has none of the fields "explanation", "edits" and "code"',
  })
export type ModelAnswer = z.infer<typeof modelAnswer>

/** An answer without JSON may still hold the program: in its only fence, with the explanation before it. */
export function answerInText(text: string): Partial<ModelAnswer> | undefined {
  const fences: { code: string[]; from: number }[] = []
  let open: { mark: string; code: string[]; from: number } | undefined
  const lines = text.split(/\r?\n/)
  for (const [from, line] of lines.entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (open === undefined) {
      if (mark !== undefined) open = { mark, code: [], from }
    } else if (mark?.startsWith(open.mark) && line.trim() === mark) {
      fences.push(open)
      open = undefined
    } else open.code.push(line)
  }
  const [only, ...others] = fences
  // An unclosed fence was cut off, and several fences leave open which one is the program.
  if (!only || others.length > 0 || open !== undefined) return undefined
  return { explanation: lines.slice(0, only.from).join(' ').trim(), code: `${only.code.join('\n')}\n` }
}
