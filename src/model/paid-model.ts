import type { Purse } from '../contract/effect.ts'
import { type Asking, type Conversation, type Embedder, estimateTokens, type LanguageModel } from './model.ts'

/** A model whose every question is paid from the purse of a user first, at its highest price; the rest is given back. */
export function paidModel(model: LanguageModel, { take, payer }: { take: Purse; payer(): string }): LanguageModel {
  async function paying<A extends Asking, T>(tokens: number, asking: A, work: (paid: A) => Promise<T>): Promise<T> {
    const of = { userId: payer(), ...asking.payer }
    const settle = await take({ model: model.id, tokens, of }, asking.signal)
    let spent = 0
    try {
      return await work({
        ...asking,
        onUsage(usage) {
          spent += usage.inputTokens + usage.outputTokens
          asking.onUsage(usage)
        },
      })
    } finally {
      await settle(spent)
    }
  }
  return {
    ...model,
    ask: (question, asking) =>
      paying(estimateTokens(question.system + question.prompt) + question.maxTokens, asking, (paid) =>
        model.ask(question, paid),
      ),
    converse: (conversation, conversing) =>
      paying(estimateTokens(textOf(conversation)) + conversation.maxTokens, conversing, (paid) =>
        model.converse(conversation, paid),
      ),
  }
}

/** The same for embeddings; no person is asked for them, since nobody waits long enough for the answer. */
export const paidEmbedder = (embedder: Embedder, take: Purse): Embedder => ({
  ...embedder,
  async embed(texts, asking) {
    const tokens = estimateTokens(texts.join(''))
    const settle = await take({ model: embedder.id, tokens, of: asking.payer, asksNobody: true }, asking.signal)
    let spent = 0
    try {
      const embedded = await embedder.embed(texts, asking)
      spent = embedded.tokens || tokens
      return embedded
    } finally {
      await settle(spent)
    }
  },
})

const textOf = ({ system, messages }: Conversation) => [system, ...messages.map(({ content }) => content)].join('\n')
