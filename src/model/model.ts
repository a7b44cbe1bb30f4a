import type { z } from 'zod'
import type { Payer } from '../contract/effect.ts'

/** Answers questions in a given form. Only its adapter knows which model it is and how it is reached. */
export interface LanguageModel {
  /** `provider/model`, as it was configured. */
  id: string
  /** The model's address, for people. */
  url: string
  /** Throws a MODEL_… error when there is no answer of that form, and the signal's reason when it was cancelled. */
  ask<T>(question: Question<T>, asking: Asking): Promise<Reply<T>>
  /** Goes on with a conversation in plain words; fails as `ask` does, and is not asked again once words of it were told. */
  converse(conversation: Conversation, conversing: Conversing): Promise<Said>
}

/** Gives texts a place among all texts: those of one meaning lie near each other. */
export interface Embedder {
  /** `provider/model`, as it was configured. */
  id: string
  /** The model's address, for people. */
  url: string
  /** One vector for each text, all of one length. Throws a MODEL_… error when there are none. */
  embed(texts: readonly string[], asking: { signal: AbortSignal; payer: Payer }): Promise<Embedded>
}

export interface Embedded {
  vectors: number[][]
  /** 0 where the endpoint does not count. */
  tokens: number
}

export interface Conversation {
  system: string
  /** In turns; the last is the user's. */
  messages: { role: 'user' | 'assistant'; content: string }[]
  /** Longest answer, thinking included. */
  maxTokens: number
}

export interface Conversing extends Asking {
  /** Called with the words of the answer, in pieces. */
  onText(text: string): void
}

export interface Said {
  text: string
  usage: Usage
  /** Whether the answer ended because it had become too long. */
  isCut: boolean
}

export interface Question<T> {
  /** Our own instructions; text of programs and users stands in the prompt. */
  system: string
  prompt: string
  schema: z.ZodType<T>
  /** Longest answer, thinking included. */
  maxTokens: number
  /** Field of the answer whose text is shown while it comes. */
  spoken?: string
  /** Makes a value of an answer without fitting JSON; undefined when it contains nothing useful. */
  fromText?(text: string): unknown
}

export interface Asking {
  signal: AbortSignal
  /** The user whose work asks; the one of the current turn unless it is told. */
  payer?: Payer
  /** Called with the model's words, in pieces, while it works on the answer. */
  onThinking(text: string): void
  /** Called for each request that was accepted, with or without an answer. */
  onUsage(usage: Usage): void
}

export interface Reply<T> {
  answer: T
  /** Usage of all requests that were needed. */
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

/** Estimates too many rather than too few; used where an endpoint does not count. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)
