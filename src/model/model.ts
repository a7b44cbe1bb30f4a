import type { z } from 'zod'

/** Answers questions in a given form. Which one it is, and how it is reached, is known only to its adapter. */
export interface LanguageModel {
  /** `provider/model`, as it was configured. */
  id: string
  /** Where it is asked, for people who look for it. */
  url: string
  /** Throws a MODEL_… error when there is no answer of that form, and the signal's reason when it was cancelled. */
  ask<T>(question: Question<T>, asking: Asking): Promise<Reply<T>>
}

export interface Question<T> {
  /** Our own words; what programs and users wrote stands in the prompt. */
  system: string
  prompt: string
  schema: z.ZodType<T>
  /** Longest answer, thinking included. */
  maxTokens: number
  /** Field of the answer whose text is told while it comes. */
  spoken?: string
  /** Makes something of an answer that holds no fitting JSON; undefined when there is nothing of use in it. */
  fromText?(text: string): unknown
}

export interface Asking {
  signal: AbortSignal
  /** What the model says, in pieces, while it works on the answer. */
  onThinking(text: string): void
  /** Told for each request that was taken in, whether or not an answer came of it. */
  onUsage(usage: Usage): void
}

export interface Reply<T> {
  answer: T
  /** Of all requests that were needed. */
  usage: Usage
}

export interface Usage {
  inputTokens: number
  outputTokens: number
  /** Absent when no prices are configured. */
  costUsd?: number
}

/** US dollars for a million tokens. */
export interface Prices {
  inputUsd: number
  outputUsd: number
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0 }

export function addUsage(one: Usage, other: Usage): Usage {
  const costs = [one.costUsd, other.costUsd].filter((cost) => cost !== undefined)
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...(costs.length > 0 && { costUsd: costs.reduce((sum, cost) => sum + cost) }),
  }
}

const CHARACTERS_PER_TOKEN = 3

/** Rather too many than too few: it stands in where an endpoint does not count. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)
