import type { Purse } from '../contract/effect.ts'
import { estimateTokens, type LanguageModel } from './model.ts'

/** A model whose every question is paid from the purse of a user first, at its highest price; the rest is given back. */
export function paidModel(model: LanguageModel, { take, payer }: { take: Purse; payer(): string }): LanguageModel {
  return {
    ...model,
    async ask(question, asking) {
      const tokens = estimateTokens(question.system + question.prompt) + question.maxTokens
      const of = { userId: payer(), ...asking.payer }
      const settle = await take({ model: model.id, tokens, of }, asking.signal)
      let spent = 0
      try {
        return await model.ask(question, {
          ...asking,
          onUsage(usage) {
            spent += usage.inputTokens + usage.outputTokens
            asking.onUsage(usage)
          },
        })
      } finally {
        await settle(spent)
      }
    },
  }
}
