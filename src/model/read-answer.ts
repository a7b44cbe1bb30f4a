import type { z } from 'zod'
import { escapeControls, jsonSpans } from './json-spans.ts'
import type { Question } from './model.ts'

export type ReadAnswer<T> = { answer: T } | { problem: string }

/** Most problems of one answer that are reported to the model. */
const MOST_PROBLEMS = 3

/**
 * Finds the answer in a model's words: the text itself, JSON somewhere in it, or the value that the question makes of
 * text.
 */
export function readAnswer<T>(text: string, question: Pick<Question<T>, 'schema' | 'fromText'>): ReadAnswer<T> {
  let problem = 'there is no JSON object in it'
  for (const candidate of jsonSpans(text)) {
    const value = parseLeniently(candidate)
    if (value === undefined) {
      problem = 'its JSON cannot be parsed'
      continue
    }
    const parsed = question.schema.safeParse(value)
    if (parsed.success) return { answer: parsed.data }
    problem = problemOf(parsed.error)
  }
  const fallback = question.schema.safeParse(question.fromText?.(text))
  return fallback.success ? { answer: fallback.data } : { problem }
}

/** Small models write line ends into strings unescaped, which JSON forbids. */
function parseLeniently(text: string): unknown {
  for (const form of [text, escapeControls(text)]) {
    try {
      return JSON.parse(form)
    } catch {
      // The next form may fit.
    }
  }
  return undefined
}

function problemOf(error: z.ZodError): string {
  const told = error.issues.slice(0, MOST_PROBLEMS)
  return told.map((issue) => `${issue.path.join('.') || 'the answer'}: ${issue.message}`).join('; ')
}
